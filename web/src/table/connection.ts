import type { Fault, Forecast, FromClient, FromServer, Hint, Refusals } from '../wire';

/** What a client says, before it gets a number. */
export type Saying = FromClient extends infer Message ? (Message extends { id: number } ? Omit<Message, 'id'> : never) : never;

/** How a connection stands. */
export type Link = 'connecting' | 'live' | 'lost';

/** What a connection tells its owner. */
export interface Listener {
  heard(message: FromServer): void;
  changed(link: Link): void;
}

/** A request that was turned down, with the server's reason. */
export class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** The page itself has ended the connection: an answer is no longer waited for. */
export class Ended extends Error {}

interface Pending {
  resolve(answer: unknown): void;
  reject(reason: Error): void;
}

/** How long to wait before the next try, in milliseconds: longer each time, and not the same for everybody. */
export function backOff(tries: number, chance: number): number {
  return Math.round(Math.min(15_000, 500 * 2 ** Math.min(tries, 10)) * (0.75 + 0.5 * chance));
}

/** Keeps a socket open: connects again when it is lost. Every connection begins with a fresh view, so nothing is missed. */
export class Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private ended = false;
  private number = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private lastHeard = 0;
  private readonly pending = new Map<number, Pending>();

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    addEventListener('online', this.hurry);
    this.open();
  }

  private open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = event => {
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.dropped();
    };
  }

  private receive(message: FromServer): void {
    this.lastHeard = Date.now();
    if (message.type === 'view') {
      this.tries = 0;
      this.listener.changed('live');
      clearInterval(this.heartbeat);
      this.heartbeat = setInterval(() => this.beat(), 20_000);
    }
    if ('id' in message && message.id !== null) {
      const waiting = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (message.type === 'fault') waiting?.reject(new Refusal(message.fault));
      else if (message.type === 'odds') waiting?.resolve(message.forecast);
      else if (message.type === 'refusals') waiting?.resolve(message.refusals);
      else if (message.type === 'hint') waiting?.resolve(message.hint);
      else waiting?.resolve(undefined);
    }
    this.listener.heard(message);
  }

  /** A line that has gone quiet is as good as lost: asks for an answer, and gives up if none comes. */
  private beat(): void {
    if (Date.now() - this.lastHeard > 45_000) this.socket?.close();
    else this.socket?.send(JSON.stringify({ type: 'ping', id: ++this.number } satisfies FromClient));
  }

  private dropped(): void {
    clearInterval(this.heartbeat);
    this.forget(new Error('lost'));
    if (this.ended) return;
    this.listener.changed('lost');
    this.retry = setTimeout(() => this.open(), backOff(this.tries++, Math.random()));
  }

  private forget(reason: Error): void {
    for (const { reject } of this.pending.values()) reject(reason);
    this.pending.clear();
  }

  private readonly hurry = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.retry);
    this.open();
  };

  /** Tries again at once. */
  again(): void {
    this.hurry();
  }

  /** Says something and waits for the answer. */
  private ask(saying: Saying): Promise<unknown> {
    const { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('lost'));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...saying, id }));
    });
  }

  async decide(seat: number, question: number, choice: unknown): Promise<void> {
    await this.ask({ type: 'decide', seat, question, do: choice });
  }

  async undo(seat: number, question: number): Promise<void> {
    await this.ask({ type: 'undo', seat, question });
  }

  async resign(seat: number): Promise<void> {
    await this.ask({ type: 'resign', seat });
  }

  async say(text: string): Promise<void> {
    await this.ask({ type: 'say', text });
  }

  async odds(seat: number, question: number, choice: unknown): Promise<Forecast> {
    return (await this.ask({ type: 'odds', seat, question, do: choice })) as Forecast;
  }

  async whyNot(seat: number, question: number): Promise<Refusals> {
    return (await this.ask({ type: 'whyNot', seat, question })) as Refusals;
  }

  async hint(seat: number, question: number): Promise<Hint> {
    return (await this.ask({ type: 'hint', seat, question })) as Hint;
  }

  end(): void {
    this.ended = true;
    this.forget(new Ended());
    removeEventListener('online', this.hurry);
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    this.socket?.close();
  }
}

/** The address of a match's socket, seen from a page. */
export function socketAddress(page: Location, match: string, as: string | null): string {
  const scheme = page.protocol === 'https:' ? 'wss' : 'ws';
  const query = as === null ? '' : `?as=${encodeURIComponent(as)}`;
  return `${scheme}://${page.host}/api/matches/${encodeURIComponent(match)}/socket${query}`;
}
