import type { LogLine } from '../wire';

/** A line of the log and its place in it. */
export interface Numbered {
  line: LogLine;
  number: number;
}

/** Lines under the heading that they stand under. */
export interface Group {
  heading: Numbered | null;
  lines: Numbered[];
}

/** The last lines of a log by their headings, newest first in both. */
export function newestFirst(log: readonly LogLine[], most: number): Group[] {
  const groups: Group[] = [];
  let group: Group | null = null;
  for (let number = Math.max(0, log.length - most); number < log.length; number++) {
    const line = log[number] as LogLine;
    if (line.heading || !group) {
      group = { heading: line.heading ? { line, number } : null, lines: [] };
      groups.push(group);
    }
    if (!line.heading) group.lines.push({ line, number });
  }
  return groups.map(({ heading, lines }) => ({ heading, lines: lines.toReversed() })).toReversed();
}

/** Lines of the log as they are shown: one by one, or a whole move as one line. */
export interface Fold {
  /** Newest first. */
  lines: Numbered[];
  /** Of a move: who went where, through how many spaces. */
  move: { piece: string; to: string; steps: number } | null;
}

/** Spaces of a board by number, as lines name them. */
const NUMBERED = /\b\d{4}\b/g;

/** Folds the steps of one piece into one line where the log tells them apart; newest first, as they come. */
export function folded(lines: readonly Numbered[]): Fold[] {
  const folds: Fold[] = [];
  let run: Numbered[] = [];
  const close = (): void => {
    const way = run.toReversed().flatMap(({ line }) => line.text.match(NUMBERED) ?? []).filter((space, index, all) => space !== all[index - 1]);
    const [piece] = run[0]?.line.pieces ?? [];
    const to = way[way.length - 1];
    if (piece !== undefined && to !== undefined && run.length > 2) folds.push({ lines: run, move: { piece, to, steps: way.length } });
    else folds.push(...run.map(line => ({ lines: [line], move: null })));
    run = [];
  };
  for (const numbered of lines) {
    const { pieces, dice } = numbered.line;
    const joins = pieces.length === 1 && dice.length === 0;
    if (!joins || run[0]?.line.pieces[0] !== pieces[0]) close();
    if (joins) run.push(numbered);
    else folds.push({ lines: [numbered], move: null });
  }
  close();
  return folds;
}
