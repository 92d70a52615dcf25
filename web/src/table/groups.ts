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
  move: { name: string; to: string; steps: number } | null;
}

/** Who moves in a line: of a step it is known; a line about one piece without dice may belong to its move. */
function moverOf({ step, pieces, dice }: LogLine): string | null {
  if (step !== null) return step.mover;
  return pieces.length === 1 && dice.length === 0 ? pieces[0]! : null;
}

/** Folds the steps of one move into one line where it is told in several; newest first, as they come. */
export function folded(lines: readonly Numbered[]): Fold[] {
  const folds: Fold[] = [];
  let run: Numbered[] = [];
  const close = (): void => {
    const steps = run.flatMap(({ line }) => line.step ?? []);
    const [last] = steps;
    if (last && run.length > 1) folds.push({ lines: run, move: { name: last.name, to: last.to, steps: steps.length } });
    else folds.push(...run.map(line => ({ lines: [line], move: null })));
    run = [];
  };
  for (const numbered of lines) {
    const mover = moverOf(numbered.line);
    if (mover === null || (run[0] && moverOf(run[0].line) !== mover)) close();
    if (mover === null) folds.push({ lines: [numbered], move: null });
    else run.push(numbered);
  }
  close();
  return folds;
}
