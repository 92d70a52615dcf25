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
