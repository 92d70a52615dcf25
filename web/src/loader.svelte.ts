/** Something that a page asks the server for, with its states: on its way, late, there, or gone wrong. */
import { ApiFault } from './api';
import { whenReachable } from './reachable';

/** Under this many milliseconds nobody needs to be told that something is on its way. */
const LATE_AFTER = 400;

export class Loader<Value> {
  value = $state.raw<Value | null>(null);
  fault = $state.raw<ApiFault | null>(null);
  /** Whether it has taken so long that the reader should be told. */
  late = $state(false);
  #ask: () => Promise<Value>;
  #round = 0;

  constructor(ask: () => Promise<Value>) {
    this.#ask = ask;
    void this.load();
  }

  /** Asks again. What is there stays in sight until the answer comes. */
  async load(): Promise<void> {
    const round = ++this.#round;
    const timer = setTimeout(() => { if (round === this.#round) this.late = true; }, LATE_AFTER);
    try {
      const value = await this.#ask();
      if (round !== this.#round) return;
      this.value = value;
      this.fault = null;
    } catch (cause) {
      if (round !== this.#round) return;
      this.fault = asFault(cause);
      // A page that came up while the server was away fills itself when it is back.
      if (this.fault.kind === 'offline') whenReachable(() => { if (round === this.#round) void this.load(); });
    } finally {
      clearTimeout(timer);
      if (round === this.#round) this.late = false;
    }
  }
}

/** Whatever was thrown, as something that a page has words for. */
export function asFault(cause: unknown): ApiFault {
  if (cause instanceof ApiFault) return cause;
  console.error(cause);
  return new ApiFault('unavailable', '', 0, null);
}
