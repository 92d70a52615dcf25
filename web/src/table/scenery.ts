import type { Battle, Card, Hand, Scene, Side, Table, Track } from '../wire';

/** A table that has a row for each side: what they have, side by side. */
export interface Standings {
  table: Table;
  rows: { side: Side; cells: string[] }[];
}

/** The table of all sides, if a scene has one with more than their points. */
export function standingsOf(scene: Scene): Standings | null {
  if (armiesOf(scene)) return null;
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

/** What can be bought for an army, if that is asked now: cards with a price and how many are in it. */
export function stockOf(scene: Scene): Hand | null {
  return scene.hands.find(({ cards }) => cards.some(({ key }) => key.startsWith('buy-'))) ?? null;
}

/** Cards that a side holds and plays. */
export function handOf(scene: Scene, seat: number | null): Hand | null {
  return scene.hands.find(hand => hand !== stockOf(scene) && hand.cards.length > 0 && scene.sides.some(({ key, seat: whose }) => key === hand.side && whose === seat)) ?? null;
}

/** How an army stands: what it has lost against what makes it panic, and what it can still do. */
export interface ArmyState {
  side: Side;
  losses: number;
  panic: number;
  /** Points that are left, of those that there are. */
  points: { left: number; of: number } | null;
  others: { name: string; value: string }[];
}

/** The table of armies that may panic, side by side. */
export function armiesOf(scene: Scene): { table: Table | null; armies: ArmyState[] } | null {
  for (const table of scene.tables) {
    const column = (words: RegExp) => table.columns.findIndex((name, index) => index > 0 && words.test(name));
    const [lost, panic, points] = [column(/loss/i), column(/panic/i), column(/point/i)];
    if (lost < 0 || panic < 0) continue;
    const armies = table.rows.flatMap(row => scene.sides.filter(({ name, key }) => name === row[0] || key === row[0]).map(side => {
      const [left, of] = /^(\d+)(?:\D+(\d+))?/.exec(row[points] ?? '')?.slice(1) ?? [];
      return {
        side, losses: Number.parseInt(row[lost] ?? '0', 10), panic: Number.parseInt(row[panic] ?? '0', 10), points: left === undefined ? null : { left: Number(left), of: Number(of ?? left) },
        others: row.flatMap((value, index) => (index === 0 || index === lost || index === panic || index === points ? [] : [{ name: table.columns[index] ?? '', value }])),
      };
    }));
    if (armies.length === scene.sides.length) return { table, armies };
  }
  // Before a battle has begun there is nothing to tell but who they are.
  if (!scene.boards.some(board => board.kind === 'hexes' && board.lettered)) return null;
  return { table: null, armies: scene.sides.map(side => ({ side, losses: 0, panic: 0, points: null, others: [] })) };
}

/** Whether a battle is over and only told of: none of its steps is the present one. */
export function isTold({ steps, pairings }: Battle): boolean {
  return steps.length > 0 && !steps.some(({ now }) => now) && pairings.length > 0 && !pairings.some(({ now }) => now);
}

/** The cards that both sides of a melee have turned over, by the name of the side. */
export function meleeCards(scene: Scene): Map<string, { card: string; row: string; result: string; effect: string }> {
  const table = scene.tables.find(isMelee);
  return new Map((table?.rows ?? []).map(([army = '', card = '', row = '', result = '', effect = '']) => [army, { card, row, result, effect }]));
}

function isMelee({ columns }: Table): boolean {
  return ['Army', 'Card', 'Row', 'Result'].every((name, index) => columns[index] === name);
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

/** A column of a table of results: what each face of a die brings. */
export interface Column {
  name: string;
  outcomes: { face: string; result: string }[];
}

/** The column that a fight is looked up in, if a scene shows one: a single row under faces of a die. */
export function columnOf(scene: Scene): Column | null {
  const table = scene.tables.find(isColumn);
  return table ? { name: table.name, outcomes: table.columns.map((face, index) => ({ face, result: table.rows[0]?.[index] ?? '' })) } : null;
}

function isColumn({ columns, rows }: Table): boolean {
  return rows.length === 1 && columns.length > 1 && columns.length <= 10 && columns.every(name => /^[−-]?\d+$/.test(name));
}

/** Places with who holds each, where a table says so. */
export interface Holding {
  name: string;
  side: Side | null;
}

/** The table of places that are fought for. */
export function holdingsOf(scene: Scene): { table: Table; rows: Holding[] } | null {
  const sideOf = (cell: string | undefined) => scene.sides.find(({ key, name }) => key === cell || name === cell) ?? null;
  const table = scene.tables.find(({ columns, rows }) => columns.length === 2 && rows.length > 2 && rows.some(([, holder]) => sideOf(holder) !== null)
    && rows.every(([, holder]) => holder === '' || holder === '–' || sideOf(holder) !== null));
  return table ? { table, rows: table.rows.map(([name = '', holder]) => ({ name, side: sideOf(holder) })) } : null;
}

/** A small table of counts beside it: each of them is shown large, with its words below. */
export function countsOf(scene: Scene): { table: Table; rows: { what: string; count: string }[] } | null {
  if (!holdingsOf(scene)) return null;
  const table = scene.tables.find(({ columns, rows }) => columns.length === 2 && rows.length > 0 && rows.length <= 4 && rows.every(([what, count]) => (what ?? '') !== '' && /^\d/.test(count ?? '')));
  return table ? { table, rows: table.rows.map(([what = '', count = '']) => ({ what, count })) } : null;
}

/** Tables that have no place of their own on the page. */
export function plainTables(scene: Scene): Table[] {
  const placed = new Set([holdingsOf(scene)?.table, countsOf(scene)?.table, armiesOf(scene)?.table]);
  return scene.tables.filter(table => !placed.has(table) && !isColumn(table) && !isMelee(table));
}
