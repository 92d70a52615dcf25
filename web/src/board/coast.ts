import type { HexGround } from './hexes';
import { cellOf, printed } from './hexes';
import { smooth, type Point } from './ground';
import { seeded, seedOf } from './seeded';

/** The hexes of a terrain as one region. Land runs on beyond the edge of the sheet, where it is cut off. */
export function region(ground: HexGround, terrain: string): string {
  const { board } = ground;
  const inside = new Set(board.spaces.filter(space => space.terrain === terrain).map(space => space.key));
  const cells = [...inside].map(cellOf);
  if (terrain === 'land') cells.push(...shores(ground));
  if (cells.length === 0) return '';

  const held = new Set(cells.map(printed));
  for (const cell of cells.slice()) {
    for (let side = 1; side <= 6; side++) {
      const next = ground.beyond(cell, side);
      const offSheet = !ground.has(printed(next));
      if (offSheet && !held.has(printed(next))) {
        held.add(printed(next));
        cells.push(next);
      }
    }
  }

  const sides: [Point, Point][] = [];
  for (const cell of cells) {
    const corners = ground.corners(cell);
    for (let side = 1; side <= 6; side++) {
      if (held.has(printed(ground.beyond(cell, side)))) continue;
      sides.push([corners[side - 1] as Point, corners[side % 6] as Point]);
    }
  }
  return loops(sides).map(loop => smooth(roughened(loop), true)).join('');
}

/** A row of cells beyond each edge that nothing can cross. */
function shores({ board }: HexGround): { column: number; row: number }[] {
  const { columns, rows } = board;
  const down = (column: number) => Array.from({ length: rows + 2 }, (_, row) => ({ column, row }));
  const across = (row: number) => Array.from({ length: columns + 2 }, (_, column) => ({ column, row }));
  return board.shores.flatMap(edge => {
    switch (edge) {
      case 'W': return down(0);
      case 'E': return down(columns + 1);
      case 'N': return across(0);
      case 'S': return across(rows + 1);
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
  return loop.flatMap((from, index) => {
    const to = loop[(index + 1) % loop.length] as Point;
    const chance = seeded(seedOf(`${Math.round(from.x + to.x)},${Math.round(from.y + to.y)}`));
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const off = (part: number, reach: number): Point => {
      const away = (chance() - 0.5) * reach;
      const slide = part + (chance() - 0.5) * 0.12;
      return { x: from.x + dx * slide - dy * away, y: from.y + dy * slide + dx * away };
    };
    // No point on the corners themselves: a coast bends where a hexagon breaks.
    return [off(0.22, 0.26), off(0.5, 0.34), off(0.78, 0.26)];
  });
}
