import { smooth, type Point } from './ground';
import type { Cell, HexGround } from './hexes';
import { seeded, seedOf } from './seeded';

/** Terrains that are water: land is all else that a board names. */
const WATER = new Set(['sea', 'ocean', 'harbour', 'lake']);

/** Whether ships belong there. */
export function isWater(terrain: string): boolean {
  return WATER.has(terrain);
}

/** The keys of the hexes of some terrains. */
export function hexesOf({ board }: HexGround, wanted: (terrain: string) => boolean): Set<string> {
  return new Set(board.spaces.filter(({ terrain }) => wanted(terrain)).map(({ key }) => key));
}

/** The coast of all land, closed outlines with room to be smoothed. Land runs on beyond edges that nothing can cross. */
export function coast(ground: HexGround): Point[][] {
  return outlines(ground, hexesOf(ground, terrain => !isWater(terrain)), shores(ground));
}

/** Hexes as joined regions, as outlines of points; beyond the edge of the sheet, where it is cut off, they run on. */
export function outlines(ground: HexGround, inside: ReadonlySet<string>, more: readonly Cell[] = []): Point[][] {
  const name = (cell: Cell) => ground.printed(cell);
  const cells = [...[...inside].map(key => ground.cell(key)), ...more];
  if (ground.isField) cells.push(...margins(ground, cells));
  const held = new Set(cells.map(name));
  for (const cell of ground.isField ? [] : cells.slice()) {
    for (let side = 1; side <= 6; side++) {
      const next = ground.beyond(cell, side);
      if (ground.has(name(next)) || held.has(name(next))) continue;
      held.add(name(next));
      cells.push(next);
    }
  }
  const sides: [Point, Point][] = [];
  for (const cell of cells) {
    const corners = ground.corners(cell);
    for (let side = 1; side <= 6; side++) {
      if (held.has(name(ground.beyond(cell, side)))) continue;
      sides.push([corners[side - 1] as Point, corners[side % 6] as Point]);
    }
  }
  return loops(sides).map(roughened);
}

/** A field has straight edges: what touches one goes straight on to the edge of the sheet. */
function margins({ first, last }: HexGround, cells: readonly Cell[]): Cell[] {
  const aside = cells.flatMap(({ column, row }) => [
    ...(column === first.column ? [{ column: column - 1, row }, { column: column - 2, row }] : []),
    ...(column === last.column ? [{ column: column + 1, row }, { column: column + 2, row }] : []),
  ]);
  const over = [...cells, ...aside].flatMap(({ column, row }) => {
    const out = row === first.row ? -1 : row === last.row ? 1 : 0;
    return out === 0 ? [] : [{ column, row: row + out }, { column: column - 1, row: row + out }, { column, row: row + 2 * out }];
  });
  return [...new Map([...aside, ...over].map(cell => [`${cell.column},${cell.row}`, cell])).values()];
}

/** Outlines as one path. */
export function drawn(regions: readonly Point[][]): string {
  return regions.map(loop => smooth(loop, true)).join('');
}

/** A row of cells beyond each edge that nothing can cross. */
function shores({ board }: HexGround): Cell[] {
  const { columns, rows } = board;
  const down = (column: number) => Array.from({ length: rows + 2 }, (_, row) => ({ column, row }));
  const across = (row: number) => Array.from({ length: columns + 2 }, (_, column) => ({ column, row }));
  return board.shores.flatMap(edge => {
    switch (edge) {
      case 'W': return down(0);
      case 'E': return down(columns + 1);
      case 'N': return across(board.rowsUp ? rows + 1 : 0);
      case 'S': return across(board.rowsUp ? 0 : rows + 1);
      default: return [];
    }
  });
}

/** Joins sides that follow each other into closed outlines. */
function loops(sides: readonly [Point, Point][]): Point[][] {
  const name = ({ x, y }: Point) => `${Math.round(x)},${Math.round(y)}`;
  const from = new Map<string, [Point, Point][]>();
  for (const side of sides) {
    const starts = from.get(name(side[0]));
    if (starts) starts.push(side);
    else from.set(name(side[0]), [side]);
  }
  const found: Point[][] = [];
  for (const first of sides) {
    let next = from.get(name(first[0]))?.includes(first) ? first : undefined;
    const loop: Point[] = [];
    while (next) {
      const starts = from.get(name(next[0])) as [Point, Point][];
      starts.splice(starts.indexOf(next), 1);
      loop.push(next[0]);
      next = from.get(name(next[1]))?.[0];
    }
    if (loop.length > 2) found.push(loop);
  }
  return found;
}

/** A coast is no hexagon: every side gets points that lie off it, the same each time. */
function roughened(loop: readonly Point[]): Point[] {
  return loop.flatMap((from, index) => waver(from, loop[(index + 1) % loop.length] as Point));
}

/** Points off the line between two corners. The same from both ends: what meets at a side meets exactly. */
function waver(from: Point, to: Point): Point[] {
  if (to.x < from.x - 0.5 || (Math.abs(to.x - from.x) <= 0.5 && to.y < from.y)) return waver(to, from).toReversed();
  const chance = seeded(seedOf(`${Math.round(from.x + to.x)},${Math.round(from.y + to.y)}`));
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const off = (part: number, reach: number): Point => {
    const away = (chance() - 0.5) * reach;
    const slide = part + (chance() - 0.5) * 0.12;
    return { x: from.x + dx * slide - dy * away, y: from.y + dy * slide + dx * away };
  };
  // No point on the corners themselves: a coast bends where a hexagon breaks.
  return [off(0.22, 0.26), off(0.5, 0.34), off(0.78, 0.26)];
}
