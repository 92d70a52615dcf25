import type { Board } from '../wire';
import { polygon, short, type Ground, type Point, type Rect } from './ground';

/** A board of hexes, as scenes describe it. */
export type HexBoard = Extract<Board, { kind: 'hexes' }>;

/** From the centre of a hex to a corner, at 100 %. */
export const SIZE = 46;
const HEIGHT = SIZE * Math.sqrt(3);
const MARGIN = 34;

interface Cell {
  column: number;
  row: number;
}

/** A sheet of hexes with printed numbers: two digits for the column, two for the row. */
export class HexGround implements Ground {
  readonly key: string;
  readonly bounds: Rect;
  readonly pace = HEIGHT;

  constructor(readonly board: HexBoard) {
    this.key = board.key;
    const far = this.extent();
    this.bounds = { x: -MARGIN, y: -MARGIN, width: far.x + 2 * MARGIN, height: far.y + 2 * MARGIN };
  }

  /** The lower right corner of the last hexes. */
  private extent(): Point {
    const { columns, rows, flatTop } = this.board;
    const across = flatTop ? columns : rows;
    const along = flatTop ? rows : columns;
    const first = SIZE * (1.5 * across + 0.5);
    const second = HEIGHT * (along + (across > 1 ? 0.5 : 0));
    return flatTop ? { x: first, y: second } : { x: second, y: first };
  }

  *keys(): Iterable<string> {
    for (let column = 1; column <= this.board.columns; column++) {
      for (let row = 1; row <= this.board.rows; row++) yield printed({ column, row });
    }
  }

  has(space: string): boolean {
    return /^\d{4}$/.test(space) && this.holds(cellOf(space));
  }

  private holds({ column, row }: Cell): boolean {
    return column >= 1 && row >= 1 && column <= this.board.columns && row <= this.board.rows;
  }

  centre(space: string): Point {
    return this.middle(cellOf(space));
  }

  /** Where the middle of a cell is; cells beyond the edge have one too. */
  middle({ column, row }: Cell): Point {
    if (this.board.flatTop) {
      return { x: SIZE * (1.5 * column - 0.5), y: HEIGHT * (row - 0.5 + (this.shoved(column) ? 0.5 : 0)) };
    }
    return { x: HEIGHT * (column - 0.5 + (this.shoved(row) ? 0.5 : 0)), y: SIZE * (1.5 * row - 0.5) };
  }

  private shoved(line: number): boolean {
    return (line % 2 === 0) === this.board.evenShoved;
  }

  /** The corners of a cell, clockwise; side n (from 1) goes from corner n - 1 to corner n. */
  corners(cell: Cell, inset = 0): Point[] {
    const { x, y } = this.middle(cell);
    const reach = SIZE - inset * (2 / Math.sqrt(3));
    const first = this.board.flatTop ? -120 : -90;
    return Array.from({ length: 6 }, (_, corner) => {
      const angle = ((first + 60 * corner) * Math.PI) / 180;
      return { x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle) };
    });
  }

  outline(space: string, inset = 0): string {
    return polygon(this.corners(cellOf(space), inset));
  }

  /** The cell beyond a side (1 to 6, clockwise), whether or not it is on the sheet. */
  beyond({ column, row }: Cell, side: number): Cell {
    const { flatTop } = this.board;
    const low = this.shoved(flatTop ? column : row) ? 1 : 0;
    if (flatTop) {
      const steps = [[0, -1], [1, low - 1], [1, low], [0, 1], [-1, low], [-1, low - 1]] as const;
      const [right, down] = steps[(side - 1) % 6] as readonly [number, number];
      return { column: column + right, row: row + down };
    }
    const steps = [[low, -1], [1, 0], [low, 1], [low - 1, 1], [-1, 0], [low - 1, -1]] as const;
    const [right, down] = steps[(side - 1) % 6] as readonly [number, number];
    return { column: column + right, row: row + down };
  }

  /** The neighbour across a side (1 to 6, clockwise), if the sheet has it. */
  neighbour(space: string, side: number): string | null {
    const cell = this.beyond(cellOf(space), side);
    return this.holds(cell) ? printed(cell) : null;
  }

  at({ x, y }: Point): string | null {
    const { flatTop } = this.board;
    const line = Math.round(((flatTop ? x : y) / SIZE + 0.5) / 1.5);
    let best: Cell | null = null;
    let nearest = (HEIGHT * 0.6) ** 2;
    for (let near = line - 1; near <= line + 1; near++) {
      const shove = this.shoved(near) ? 0.5 : 0;
      const along = Math.round((flatTop ? y : x) / HEIGHT + 0.5 - shove);
      const cell = flatTop ? { column: near, row: along } : { column: along, row: near };
      const middle = this.middle(cell);
      const distance = (middle.x - x) ** 2 + (middle.y - y) ** 2;
      if (distance < nearest) [best, nearest] = [cell, distance];
    }
    return best && this.holds(best) ? printed(best) : null;
  }

  toward(space: string, dx: number, dy: number): string | null {
    const cell = cellOf(space);
    // Two sides lie equally far to the left and right of a flat-topped hex: alternate, so that a row of presses goes straight.
    const lean = this.shoved(this.board.flatTop ? cell.column : cell.row) ? -0.05 : 0.05;
    const [wantX, wantY] = this.board.flatTop ? [dx, dy || lean] : [dx || lean, dy];
    let best: string | null = null;
    let most = 0.4;
    for (let side = 1; side <= 6; side++) {
      const angle = (this.bearing(side) * Math.PI) / 180;
      const along = wantX * Math.sin(angle) - wantY * Math.cos(angle);
      const next = this.neighbour(space, side);
      if (next !== null && along > most) [best, most] = [next, along];
    }
    return best;
  }

  route(from: string, to: string): Point[] {
    const steps = this.distance(from, to);
    const [start, end] = [this.centre(from), this.centre(to)];
    const points = [start];
    for (let step = 1; step < steps; step++) {
      const part = step / steps;
      // A hair off the line, so that a point on a hexside always falls to the same hex.
      const point = { x: start.x + (end.x - start.x) * part + 0.01, y: start.y + (end.y - start.y) * part + 0.01 };
      const space = this.at(point);
      points.push(space === null ? point : this.centre(space));
    }
    if (steps > 0) points.push(end);
    return points;
  }

  bearing(facing: number): number {
    return (facing - 1) * 60 + (this.board.flatTop ? 0 : 30);
  }

  /** How many hexes it is from one to another. */
  distance(from: string, to: string): number {
    const [a, b] = [this.cube(cellOf(from)), this.cube(cellOf(to))];
    return Math.max(Math.abs(a.q - b.q), Math.abs(a.r - b.r), Math.abs(a.q + a.r - b.q - b.r));
  }

  private cube({ column, row }: Cell): { q: number; r: number } {
    const { flatTop, evenShoved } = this.board;
    const [line, along] = flatTop ? [column, row] : [row, column];
    const half = evenShoved ? Math.floor((line - 1) / 2) : Math.floor(line / 2);
    return { q: line, r: along - half };
  }

  /** All sides of all hexes, each drawn once; of those in a frame, if there is one. */
  grid(frame: Rect | null = null): string {
    let path = '';
    for (let column = 1; column <= this.board.columns; column++) {
      for (let row = 1; row <= this.board.rows; row++) {
        const cell = { column, row };
        const { x, y } = this.middle(cell);
        if (frame && (x < frame.x - SIZE || y < frame.y - SIZE || x > frame.x + frame.width + SIZE || y > frame.y + frame.height + SIZE)) continue;
        const corners = this.corners(cell);
        for (let side = 1; side <= 6; side++) {
          // The far half of the sides belongs to the neighbours, where there are any.
          if (side > 3 && this.holds(this.beyond(cell, side))) continue;
          const [a, b] = [corners[side - 1] as Point, corners[side % 6] as Point];
          path += `M${short(a.x)},${short(a.y)}L${short(b.x)},${short(b.y)}`;
        }
      }
    }
    return path;
  }
}

/** The column and row of a printed number. */
export function cellOf(space: string): Cell {
  return { column: Number(space.slice(0, 2)), row: Number(space.slice(2)) };
}

/** A column and a row as maps print them. */
export function printed({ column, row }: Cell): string {
  return String(column).padStart(2, '0') + String(row).padStart(2, '0');
}
