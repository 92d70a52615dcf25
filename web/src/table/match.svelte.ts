import { api, ApiFault } from '../api';
import type { ChatLine, FromServer, MatchCard, News, SeatCard, View } from '../wire';
import { Connection, socketAddress, type Link } from './connection';
import { covers } from './handover';
import { advance } from './patch';
import { Queue } from './queue';

/** What somebody wants to know about each step, apart from what is shown. */
export interface Witness {
  /** Before a step is shown. */
  happened(news: News, before: View, after: View): void;
  /** A whole new view has come. */
  began(view: View): void;
}

/** A match as this reader sees it: its newest view, and the line to the server. */
export class Match {
  view = $state.raw<View | null>(null);
  link = $state<Link>('connecting');
  chat = $state.raw<ChatLine[]>([]);
  present = $state.raw<string[]>([]);
  /** Why there is no table to show. */
  trouble = $state.raw<ApiFault | null>(null);
  /** The seat to hand the screen over to, where one person plays several seats and they know different things. */
  handOver = $state<number | null>(null);
  /** When the clocks were last right, in milliseconds. */
  clockedAt = $state(0);

  readonly card = $derived<MatchCard | null>(this.view?.match ?? null);
  readonly mine = $derived<SeatCard[]>(this.card?.seats.filter(seat => seat.yours) ?? []);
  readonly spectator = $derived(this.view !== null && this.mine.length === 0);

  connection: Connection | null = null;
  /** The seat whose eyes are used, where a person has several. */
  private as: number | null = null;
  /** The seat whose knowledge whoever sits at the screen was shown last. */
  private seen: number | null = null;
  private readonly queue: Queue<News>;
  private witness: Witness | null = null;
  private ended = false;
  private losses = 0;

  constructor(readonly id: string) {
    this.queue = new Queue(news => this.show(news), (news, left) => this.pause(news, left));
  }

  async open(witness: Witness): Promise<void> {
    this.witness = witness;
    try {
      const card = await api.match(this.id);
      const mine = card.seats.filter(seat => seat.yours);
      if (mine.length > 1) this.as = (mine.find(seat => card.waiting.includes(seat.seat)) ?? mine[0])?.seat ?? null;
    } catch (trouble) {
      // Without an answer the socket goes on trying; anything else is an answer.
      if (trouble instanceof ApiFault && trouble.kind !== 'offline' && trouble.kind !== 'unavailable') {
        this.trouble = trouble;
        return;
      }
    }
    if (!this.ended) this.connect();
  }

  private connect(): void {
    this.connection?.end();
    this.connection = new Connection(socketAddress(location, this.id, this.as === null ? null : String(this.as)), {
      heard: message => this.heard(message),
      changed: link => this.changed(link),
    });
  }

  private changed(link: Link): void {
    this.link = link;
    if (link === 'live') this.losses = 0;
    // A socket does not say why it was closed: after a few losses ask whether the match is still there.
    else if (link === 'lost' && ++this.losses % 3 === 0) void this.probe();
  }

  private async probe(): Promise<void> {
    try {
      await api.match(this.id);
    } catch (trouble) {
      if (trouble instanceof ApiFault && trouble.kind === 'not-found') {
        this.trouble = trouble;
        this.end();
      }
    }
  }

  private heard(message: FromServer): void {
    switch (message.type) {
      case 'view':
        this.begin(message.view);
        this.chat = message.chat;
        this.present = message.present;
        break;
      case 'news':
        this.queue.add(message.news);
        break;
      case 'seats':
        if (this.view) this.view = { ...this.view, match: message.match };
        break;
      case 'clocks':
        if (this.view) this.view = { ...this.view, clocks: message.clocks };
        this.clockedAt = Date.now();
        break;
      case 'chat':
        if (!this.chat.some(({ number }) => number === message.line.number)) this.chat = [...this.chat, message.line];
        break;
      case 'present':
        this.present = message.names;
        break;
    }
  }

  private begin(view: View): void {
    this.queue.clear();
    const before = this.view;
    const { passing } = this;
    this.passing = null;
    if (passing && before) {
      const passage = { seen: this.seen, to: this.as, covered: this.handOver !== null, ...passing };
      this.handOver = covers(passage, before, view) ? this.as : null;
    }
    if (this.handOver === null) this.seen = this.as;
    this.view = view;
    this.clockedAt = Date.now();
    this.witness?.began(view);
    this.passOn(null);
  }

  private show(news: News): void {
    const before = this.view;
    if (!before || news.moment <= before.moment) return;
    // News that went missing cannot be made up; a new connection brings the whole view.
    if (news.moment > before.moment + 1) return this.connect();
    const after = advance(before, news);
    this.witness?.happened(news, before, after);
    this.view = after;
    this.clockedAt = Date.now();
    if (after.result && !before.result) void this.refresh();
    this.passOn(before);
  }

  /** The card knows what news do not tell: status, record, result. */
  private async refresh(): Promise<void> {
    const match = await api.match(this.id).catch(() => null);
    if (match && this.view) this.view = { ...this.view, match };
  }

  /** On the way from one seat to another; whether both were asked at once, so that neither may see the other's answer. */
  private passing: { inSecret: boolean } | null = null;

  /** Where one person plays several seats: looks through the eyes of the one that is asked. */
  private passOn(before: View | null): void {
    const { view, as } = this;
    if (!view || as === null || view.result || view.waiting.includes(as)) return;
    const next = this.mine.find(({ seat }) => view.waiting.includes(seat));
    if (!next) return;
    this.passing = { inSecret: before !== null && before.waiting.includes(as) && before.waiting.includes(next.seat) };
    this.as = next.seat;
    this.connect();
  }

  /** The next player has taken over the screen. */
  takeOver(): void {
    this.handOver = null;
    this.seen = this.as;
  }

  /** Whose eyes are used, as films name them. */
  get eyes(): string {
    return this.as === null ? 'me' : String(this.as);
  }

  /** The seat that acts here now. */
  get seat(): number | null {
    return this.as ?? this.mine[0]?.seat ?? null;
  }

  /** How long a step is looked at before the next one is shown. */
  private pause(news: News, left: number): number {
    if (news.by !== null && this.mine.some(({ seat }) => seat === news.by)) return 0;
    const dice = news.log?.lines.some(line => line.dice.length > 0) ?? false;
    const long = dice ? 1300 : news.scene.pieces ? 420 : 180;
    return left > 8 ? long / 2 : long;
  }

  /** Shows at once all that has happened. */
  skip(): void {
    if (this.queue.busy) this.queue.skip();
  }

  end(): void {
    this.ended = true;
    this.queue.clear();
    this.connection?.end();
  }
}
