import type { Side } from '../wire';

/** How the pieces of a side are painted: tokens for the colours, and a mark that needs no colour. */
export interface Livery {
  fill: string;
  ink: string;
  edge: string;
  /** Rule lines above the values: one for the first side, two for the second. */
  lines: number;
  /** A letter, where more than two sides play. */
  letter: string;
}

const COLOURS = new Set(['blue', 'stone', 'ochre', 'brick', 'ivory', 'black', 'green', 'lilac', 'orange']);

/** The livery of each side, by its key. */
export function liveries(sides: readonly Side[]): Map<string, Livery> {
  const seats = new Set(sides.map(({ seat }) => seat));
  // Allies of one seat share its lines: their colour is enough among friends.
  return new Map(sides.map(side => [side.key, paint(side, [...seats].indexOf(side.seat), seats.size > 2)]));
}

/** How a piece of no known side is painted. */
export const UNPAINTED: Livery = { fill: 'var(--neutral)', ink: 'var(--ink)', edge: 'var(--rule-2)', lines: 0, letter: '' };

function paint(side: Side, index: number, many: boolean): Livery {
  const mark = { lines: many ? 1 : Math.min(index + 1, 2), letter: many ? side.name.slice(0, 1) : '' };
  if (!COLOURS.has(side.colour)) return { ...UNPAINTED, ...mark };
  return {
    fill: `var(--side-${side.colour})`,
    ink: `var(--on-${side.colour})`,
    edge: `var(--edge-${side.colour})`,
    ...mark,
  };
}
