import type { Choosable, Group, Offer, Piece, Scene } from '../wire';
import { nameOf } from './menu';

/** The forces of a side in one place. */
export interface Station {
  /** The space, or what is written beside the map. */
  key: string;
  name: string;
  groups: { group: Group; members: Piece[] }[];
  /** Pieces of no group. */
  loose: Piece[];
  /** Whether it is a space of the board. */
  onMap: boolean;
}

/** Where the forces of a side are: spaces in the order of the board, then what waits, then what is gone. */
export function stationsOf(scene: Scene, side: string): Station[] {
  const pieces = new Map(scene.pieces.map(piece => [piece.key, piece]));
  const grouped = new Set(scene.groups.flatMap(group => group.pieces));
  const names = new Map(scene.boards.flatMap(board => board.spaces.map(({ key, name }) => [key, name || key])));
  const order = new Map([...names.keys()].map((key, index) => [key, index]));
  const found = new Map<string, Station>();
  const at = ({ place }: Group | Piece): Station => {
    const key = place.kind === 'space' ? place.space : `${place.kind}: ${place.label}`;
    const station = found.get(key) ?? {
      key, name: place.kind === 'space' ? (names.get(place.space) ?? place.space) : place.label, groups: [], loose: [], onMap: place.kind === 'space',
    };
    found.set(key, station);
    return station;
  };
  for (const group of scene.groups) {
    if (group.side === side) at(group).groups.push({ group, members: group.pieces.map(key => pieces.get(key)).filter(piece => piece !== undefined) });
  }
  for (const piece of scene.pieces) if (piece.side === side && !grouped.has(piece.key)) at(piece).loose.push(piece);
  const rank = (station: Station) => (station.onMap ? (order.get(station.key) ?? 0) : station.key.startsWith('beside') ? 1000 : 2000);
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b));
}

/** The button on which a piece is put to stand apart, for a group that is to be made: the one key that all games share. */
export const APART = 'button:new-squadron';

/** Where each of those that act may be put, as targets are named, with the choice that does so. */
export function placesFor(menu: readonly Choosable[], actor: string | null): Map<string, Choosable> {
  const found = new Map<string, Choosable>();
  if (actor === null) return found;
  for (const choice of menu) if (choice.offer.actor === actor) found.set(nameOf(choice.offer.target), choice);
  return found;
}

/** What the words of a choice say beside those that name who acts: `Patrol` of `Watson's squadron: Patrol`. */
export function wordsOf({ label }: Offer): string {
  const colon = label.indexOf(': ');
  return colon < 0 ? label : label.slice(colon + 2);
}
