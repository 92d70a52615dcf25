import type { Board } from '../wire';
import { polygon, short, type Ground, type Point, type Rect } from './ground';

/** A board of hexes, as scenes describe it. */
export type HexBoard = Extract<Board, { kind: 'hexes' }>;

/**
 * From the centre of a hex to a corner, at 100 %: pointed tops leave more room for a stack beside the number. A field of lettered
 * hexes holds one unit to a hex and is looked at whole.
 */
const SIZES = { flat: 46, pointed: 48, field: 34 };
const MARGIN = 34;

/** A hex by its numbers. */
export interface Cell {
  column: number;
  row: number;
}

/** A sheet of hexes with printed numbers: two digits for the column and two for the row, or the other way round, or letters and a number. */
export class HexGround implements Ground {
  readonly key: string;
  readonly bounds: Rect;
  /** From the centre of a hex to a corner. */
  readonly size: number;
  readonly pace: number;
  /** The lowest and the highest numbers on the sheet. */
  readonly first: Cell;
  readonly last: Cell;

  constructor(readonly board: HexBoard) {
    this.key = board.key;
    this.size = board.lettered ? SIZES.field : board.flatTop ? SIZES.flat : SIZES.pointed;
    this.pace = this.size * Math.sqrt(3);
    [this.first, this.last] = this.numbered();
    const far = this.extent();
    this.bounds = { x: -MARGIN, y: -MARGIN, width: far.x + 2 * MARGIN, height: far.y + 2 * MARGIN };
  }

  /** A board that lists more than half of its hexes lists all of them: rows that it leaves out are not printed. */
  private numbered(): [Cell, Cell] {
    const { columns, rows, spaces } = this.board;
    if (spaces.length * 2 <= columns * rows) return [{ column: 1, row: 1 }, { column: columns, row: rows }];
    const cells = spaces.map(({ key }) => this.cell(key));
    const [across, down] = [cells.map(({ column }) => column), cells.map(({ row }) => row)];
    return [{ column: Math.min(...across), row: Math.min(...down) }, { column: Math.max(...across), row: Math.max(...down) }];
  }

  /** The lower right corner of the last hexes. */
  private extent(): Point {
    const [columns, rows] = [this.last.column - this.first.column + 1, this.last.row - this.first.row + 1];
    const [across, along] = this.board.flatTop ? [columns, rows] : [rows, columns];
    const far = this.size * (1.5 * across + 0.5);
    const wide = this.pace * (along + (across > 1 ? 0.5 : 0));
    return this.board.flatTop ? { x: far, y: wide } : { x: wide, y: far };
  }

  /** Whether it is a field of battle: all of it is land, and its hexes are named by a letter and a number. */
  get isField(): boolean {
    return this.board.lettered;
  }

  /** The column and row of a printed number. */
  cell(space: string): Cell {
    if (this.board.lettered) {
      const letters = /^[A-Z]*/.exec(space)?.[0] ?? '';
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
      return { column, row: Number(space.slice(letters.length)) };
    }
    const [one, two] = [Number(space.slice(0, 2)), Number(space.slice(2))];
    return this.board.rowFirst ? { column: two, row: one } : { column: one, row: two };
  }

  /** A column and a row as the map prints them. */
  printed({ column, row }: Cell): string {
    if (this.board.lettered) return `${lettersOf(column)}${row}`;
    const [one, two] = this.board.rowFirst ? [row, column] : [column, row];
    return String(one).padStart(2, '0') + String(two).padStart(2, '0');
  }

  *cells(): Iterable<Cell> {
    for (let column = this.first.column; column <= this.last.column; column++) {
      for (let row = this.first.row; row <= this.last.row; row++) yield { column, row };
    }
  }

  *keys(): Iterable<string> {
    for (const cell of this.cells()) yield this.printed(cell);
  }

  has(space: string): boolean {
    return (this.board.lettered ? /^[A-Z]{1,2}\d{1,2}$/ : /^\d{4}$/).test(space) && this.holds(this.cell(space));
  }

  private holds({ column, row }: Cell): boolean {
    return column >= this.first.column && row >= this.first.row && column <= this.last.column && row <= this.last.row;
  }

  centre(space: string): Point {
    return this.middle(this.cell(space));
  }

  /** How many rows of the sheet lie above a row. */
  private above(row: number): number {
    return this.board.rowsUp ? this.last.row - row : row - this.first.row;
  }

  /** Where the middle of a cell is; cells beyond the edge have one too. */
  middle({ column, row }: Cell): Point {
    const [right, down] = [column - this.first.column, this.above(row)];
    if (this.board.flatTop) {
      return { x: this.size * (1.5 * right + 1), y: this.pace * (down + 0.5 + (this.shoved(column) ? 0.5 : 0)) };
    }
    return { x: this.pace * (right + 0.5 + (this.shoved(row) ? 0.5 : 0)), y: this.size * (1.5 * down + 1) };
  }

  private shoved(line: number): boolean {
    return (line % 2 === 0) === this.board.evenShoved;
  }

  /** The corners of a cell, clockwise; side n (from 1) goes from corner n - 1 to corner n. */
  corners(cell: Cell, inset = 0): Point[] {
    const { x, y } = this.middle(cell);
    const reach = this.size - inset * (2 / Math.sqrt(3));
    const first = this.board.flatTop ? -120 : -90;
    return Array.from({ length: 6 }, (_, corner) => {
      const angle = ((first + 60 * corner) * Math.PI) / 180;
      return { x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle) };
    });
  }

  outline(space: string, inset = 0): string {
    return polygon(this.corners(this.cell(space), inset));
  }

  /** The cell beyond a side (1 to 6, clockwise), whether or not it is on the sheet. */
  beyond({ column, row }: Cell, side: number): Cell {
    const { flatTop, rowsUp } = this.board;
    const low = this.shoved(flatTop ? column : row) ? 1 : 0;
    const steps = flatTop
      ? ([[0, -1], [1, low - 1], [1, low], [0, 1], [-1, low], [-1, low - 1]] as const)
      : ([[low, -1], [1, 0], [low, 1], [low - 1, 1], [-1, 0], [low - 1, -1]] as const);
    const [right, down] = steps[(side - 1) % 6] as readonly [number, number];
    return { column: column + right, row: row + (rowsUp ? -down : down) };
  }

  /** The neighbour across a side (1 to 6, clockwise), if the sheet has it. */
  neighbour(space: string, side: number): string | null {
    const cell = this.beyond(this.cell(space), side);
    return this.holds(cell) ? this.printed(cell) : null;
  }

  /** The side of a space (1 to 6, clockwise) that it shares with another, if they are neighbours. */
  sideTo(space: string, other: string): number | null {
    for (let side = 1; side <= 6; side++) if (this.neighbour(space, side) === other) return side;
    return null;
  }

  at({ x, y }: Point): string | null {
    const { flatTop, rowsUp } = this.board;
    const { first, last } = this;
    const line = Math.round(((flatTop ? x : y) / this.size - 1) / 1.5);
    const rowOf = (down: number) => (rowsUp ? last.row - down : first.row + down);
    let best: Cell | null = null;
    let nearest = (this.pace * 0.6) ** 2;
    for (let near = line - 1; near <= line + 1; near++) {
      const number = flatTop ? first.column + near : rowOf(near);
      const along = Math.round((flatTop ? y : x) / this.pace - 0.5 - (this.shoved(number) ? 0.5 : 0));
      const cell = flatTop ? { column: number, row: rowOf(along) } : { column: first.column + along, row: number };
      const middle = this.middle(cell);
      const distance = (middle.x - x) ** 2 + (middle.y - y) ** 2;
      if (distance < nearest) [best, nearest] = [cell, distance];
    }
    return best && this.holds(best) ? this.printed(best) : null;
  }

  toward(space: string, dx: number, dy: number): string | null {
    const cell = this.cell(space);
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

  /** Where north is, in degrees clockwise from the top: across a flat side, or over the corner before a side where tops are pointed. */
  get northward(): number {
    return this.bearing(this.board.north) - (this.board.flatTop ? 0 : 30);
  }

  /** The six ways that a piece can face or go, as the compass names them, from side 1. */
  headings(): string[] {
    const names = this.board.flatTop ? ['N', 'NE', 'SE', 'S', 'SW', 'NW'] : ['NE', 'E', 'SE', 'SW', 'W', 'NW'];
    return names.map((_, side) => names[(side + 1 - this.board.north + 6) % 6] as string);
  }

  /** How many hexes it is from one to another. */
  distance(from: string, to: string): number {
    const [a, b] = [this.cube(this.cell(from)), this.cube(this.cell(to))];
    return Math.max(Math.abs(a.q - b.q), Math.abs(a.r - b.r), Math.abs(a.q + a.r - b.q - b.r));
  }

  private cube({ column, row }: Cell): { q: number; r: number } {
    const { flatTop, evenShoved, rowsUp } = this.board;
    const [line, along] = flatTop ? [column, rowsUp ? -row : row] : [row, column];
    const half = evenShoved ? Math.floor((line - 1) / 2) : Math.floor(line / 2);
    return { q: line, r: along - half };
  }

  /** All sides of all hexes, each drawn once; of those in a frame, if there is one. */
  grid(frame: Rect | null = null): string {
    let path = '';
    for (const cell of this.cells()) {
      const { x, y } = this.middle(cell);
      const { size } = this;
      if (frame && (x < frame.x - size || y < frame.y - size || x > frame.x + frame.width + size || y > frame.y + frame.height + size)) continue;
      const corners = this.corners(cell);
      for (let side = 1; side <= 6; side++) {
        // The far half of the sides belongs to the neighbours, where there are any.
        if (side > 3 && this.holds(this.beyond(cell, side))) continue;
        const [a, b] = [corners[side - 1] as Point, corners[side % 6] as Point];
        path += `M${short(a.x)},${short(a.y)}L${short(b.x)},${short(b.y)}`;
      }
    }
    return path;
  }
}

/** A column in letters: A to Z, then AA. Columns beyond the edge have names too, which no hex of a sheet has. */
function lettersOf(column: number): string {
  if (column < 1) return `${column}:`;
  const last = String.fromCharCode(65 + ((column - 1) % 26));
  return column > 26 ? lettersOf(Math.floor((column - 1) / 26)) + last : last;
}
