import type { Card, Hand, Scene, Side, Table, Track } from '../wire';

/** A table that has a row for each side: what they have, side by side. */
export interface Standings {
  table: Table;
  rows: { side: Side; cells: string[] }[];
}

/** The table of all sides, if a scene has one with more than their points. */
export function standingsOf(scene: Scene): Standings | null {
  for (const table of scene.tables) {
    if (table.columns.length < 5 || table.rows.length !== scene.sides.length) continue;
    const rows = table.rows.flatMap(([name, ...cells]) => scene.sides.filter(side => side.name === name).map(side => ({ side, cells })));
    if (rows.length === scene.sides.length) return { table, rows };
  }
  return null;
}

/** Whether sides stand on a track: they are drawn as discs. */
export function isDiscs(scene: Scene, { standing }: Track): boolean {
  return standing.length > 0 && standing.every(([who]) => scene.sides.some(({ key }) => key === who));
}

/** The track on which a proposal lies: boxes with letters that sides are put on one after another. */
export function proposalOf(scene: Scene): Track | null {
  return scene.tracks.find(({ name, boxes }) => name === 'Proposal' && boxes.every(box => box.length === 1)) ?? null;
}

/** Tracks that sides stand on for good: alliances, the order of play. */
export function rowsOfSides(scene: Scene): Track[] {
  const proposal = proposalOf(scene);
  // An empty row belongs to the others while they are being filled.
  return scene.tracks.filter(track => track !== proposal && (isDiscs(scene, track) || (proposal !== null && track.standing.length === 0 && track.boxes.every(box => /^\d(st|nd|rd|th)$/.test(box)))));
}

/** Hands whose cards have figures: they are laid out as cards. */
export function cardHands(scene: Scene): Hand[] {
  return scene.hands.filter(({ cards }) => cards.some(({ kind, figures }) => kind !== '' || figures.length > 0));
}

/** What a card costs: all its figures that are numbers. */
export function costsOf({ figures }: Card): { name: string; value: string }[] {
  return figures.filter(({ value }) => /^\d+$/.test(value));
}

/** What else is written on a card. */
export function notesOf({ figures }: Card): { name: string; value: string }[] {
  return figures.filter(({ value }) => !/^\d+$/.test(value));
}

/** Cards by their kinds, in the order in which kinds come. */
export function byKind(cards: readonly Card[]): { kind: string; cards: Card[] }[] {
  return [...new Set(cards.map(({ kind }) => kind))].map(kind => ({ kind, cards: cards.filter(card => card.kind === kind) }));
}
