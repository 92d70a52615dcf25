import { api, ApiFault } from '../api';
import type { News, View } from '../wire';
import { Reel, type Tick } from './film';

/** Steps in a second, by the name of the speed. */
export const SPEEDS = [1, 2, 4] as const;

/** Looks at any moment of a match. */
export class Replay {
  /** The moment that is looked at; none while the newest one is shown. */
  at = $state<number | null>(null);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  /** Whose eyes: `me`, `spectator`, `umpire` or a seat. */
  as = $state('me');
  fault = $state.raw<ApiFault | null>(null);
  private reel = $state.raw<Reel | null>(null);
  private version = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loading: Promise<void> | null = null;

  constructor(
    private readonly match: string,
    /** Whose eyes the reader's own are: `me`, or a seat where one person plays several. */
    private readonly own: () => string = () => 'me',
  ) {}

  readonly first = $derived(this.reel?.first ?? 0);
  readonly last = $derived.by(() => {
    void this.version;
    return this.reel?.last ?? 0;
  });
  readonly ticks = $derived.by<Tick[]>(() => {
    void this.version;
    return this.reel?.ticks() ?? [];
  });
  readonly view = $derived<View | null>(this.at === null ? null : this.viewAt(this.at));

  /** What was to be seen at a moment, or at the nearest one that there is. */
  viewAt(moment: number): View | null {
    return this.reel?.at(moment) ?? null;
  }

  /** Gets the film, through the eyes that are chosen. */
  load(): Promise<void> {
    this.loading ??= api.film(this.match, this.as === 'me' ? this.own() : this.as).then(
      film => {
        this.reel = new Reel(film);
        this.fault = null;
        this.version++;
      },
      (fault: unknown) => {
        this.loading = null;
        if (fault instanceof ApiFault) this.fault = fault;
      },
    );
    return this.loading;
  }

  /** A view that came anew may have moments in between that the film has not. */
  renew(): Promise<void> {
    this.loading = null;
    return this.load();
  }

  /** Adds what has just happened, while the film is the reader's own. */
  add(news: News): void {
    if (this.as !== 'me' || !this.reel) return;
    this.reel.add(news);
    this.version++;
  }

  async look(as: string): Promise<void> {
    if (as === this.as) return;
    this.as = as;
    await this.renew();
    if (this.at === null) this.at = this.last;
    else this.go(this.at);
  }

  go(moment: number): void {
    this.at = Math.min(Math.max(moment, this.first), this.last);
  }

  /** Goes to where an entry of the record was about to be made. */
  async toEntry(entry: number): Promise<void> {
    await this.load();
    if (this.reel) this.go(this.reel.before(entry));
  }

  async step(by: number): Promise<void> {
    await this.load();
    this.stop();
    this.go((this.at ?? this.last) + by);
  }

  /** Goes to where a line of the log was written. */
  async toLine(line: number): Promise<void> {
    await this.load();
    if (this.reel) this.go(this.reel.momentOf(line));
  }

  async play(): Promise<void> {
    await this.load();
    if (!this.reel) return;
    if (this.at === null || this.at >= this.last) this.at = this.first;
    this.playing = true;
    this.tick();
  }

  private tick(): void {
    this.timer = setTimeout(() => {
      if (!this.playing || this.at === null) return;
      if (this.at >= this.last) return this.stop();
      this.at++;
      this.tick();
    }, 800 / this.speed);
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Back to what happens now. */
  live(): void {
    this.stop();
    this.at = null;
    if (this.as !== 'me') {
      this.as = 'me';
      void this.renew();
    }
  }
}
