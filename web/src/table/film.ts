import type { Film, News, View } from '../wire';
import { advance } from './patch';

/** A place on the rail of the scrubber. */
export interface Tick {
  moment: number;
  /** From 0 to 1. */
  part: number;
  /** Written at the start of a turn or a phase. */
  label: string;
  turn: boolean;
}

/** A film that can be watched at any moment, and that grows while a match goes on. */
export class Reel {
  private readonly views: View[];
  /** How many entries the record had at each moment that came with the film. */
  private readonly entries: readonly number[];

  constructor(film: Film) {
    this.views = [film.first];
    this.entries = film.entries;
    for (const news of film.news) this.add(news);
  }

  /** Adds what has just happened; news that are known already change nothing. */
  add(news: News): void {
    const last = this.views[this.views.length - 1] as View;
    if (news.moment !== last.moment + 1) return;
    this.views.push(advance(last, { ...news, asks: [] }));
  }

  get first(): number {
    return (this.views[0] as View).moment;
  }

  get last(): number {
    return this.first + this.views.length - 1;
  }

  /** What was to be seen at a moment, or at the nearest one that the film has. */
  at(moment: number): View {
    const index = Math.min(Math.max(Math.round(moment) - this.first, 0), this.views.length - 1);
    return this.views[index] as View;
  }

  /** The moment just before an entry of the record: not every entry changes what is to be seen. */
  before(entry: number): number {
    return this.first + Math.max(0, this.entries.findLastIndex(count => count <= entry));
  }

  /** The moment at which a line of the last log was written. */
  momentOf(line: number): number {
    let found = this.last;
    // Undo takes lines back: the last time the log grew past the line is the one that counts.
    for (let index = this.views.length - 1; index > 0; index--) {
      if ((this.views[index - 1] as View).log.length <= line) return this.first + index;
      found = this.first + index - 1;
    }
    return found;
  }

  /** The beginnings of turns and phases. */
  ticks(): Tick[] {
    const span = Math.max(1, this.views.length - 1);
    const ticks: Tick[] = [];
    let [turn, phase]: [number | null, string] = [null, ''];
    this.views.forEach(({ scene, moment }, index) => {
      const number = scene.turn?.number ?? null;
      const now = scene.phases.find(({ now: here }) => here)?.name ?? '';
      if (number === turn && now === phase) return;
      const begins = number !== turn;
      ticks.push({ moment, part: index / span, turn: begins, label: begins && number !== null ? `${number} ${now}`.trim() : now });
      [turn, phase] = [number, now];
    });
    return ticks;
  }
}

/** Ticks whose labels do not run into each other; beginnings of turns go before phases. */
export function legible(ticks: readonly Tick[], width: number): Tick[] {
  const kept: { tick: Tick; from: number; to: number }[] = [];
  const take = (tick: Tick) => {
    const from = tick.part * width;
    const to = from + 12 + tick.label.length * 5.2;
    if (to > width + 20 || kept.some(other => from < other.to && to > other.from)) return;
    kept.push({ tick, from, to });
  };
  ticks.filter(tick => tick.turn).forEach(take);
  ticks.filter(tick => !tick.turn).forEach(take);
  return kept.map(({ tick }) => tick);
}
