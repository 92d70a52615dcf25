import type { Choosable } from '../wire';
import type { Choosing } from './choosing.svelte';
import type { Match } from './match.svelte';

/** How long the page waits before it passes for somebody, in milliseconds: the same for all, so that it tells nothing. */
export const PATIENCE = 1500;

/** The answer to a question whether to step in that changes nothing. */
export function passing(menu: readonly Choosable[]): Choosable | null {
  return menu.find(({ offer: { target } }) => target.kind === 'button' && target.key === 'pass') ?? null;
}

/** Whether there is anything to do but to pass. */
export function playable(menu: readonly Choosable[]): boolean {
  const pass = passing(menu);
  return menu.some(choice => choice !== pass);
}

/** Questions whether somebody steps in: the page passes for those who hold nothing that fits, or do not want to be asked. */
export class Interrupts {
  /** The turn for which the reader does not want to be asked again. */
  private quietIn = $state<string | null>(null);

  constructor(
    private readonly match: Match,
    private readonly choosing: Choosing,
  ) {}

  private readonly turn = $derived.by(() => `${this.match.seat ?? ''}/${this.match.view?.scene.turn?.number ?? ''}`);
  readonly quiet = $derived(this.quietIn === this.turn);
  readonly asked = $derived.by(() => this.choosing.ask?.prompt.interrupt === true);
  /** Whether the page answers by itself. */
  readonly answers = $derived.by(() => this.asked && passing(this.choosing.menu) !== null && (this.quiet || !playable(this.choosing.menu)));

  set(quiet: boolean): void {
    this.quietIn = quiet ? this.turn : null;
  }

  /** Passes after a while, unless the question is another one by then; returns what calls that off. */
  wait(): (() => void) | undefined {
    const [question, pass] = [this.choosing.question, passing(this.choosing.menu)];
    if (!this.answers || pass === null) return undefined;
    const timer = setTimeout(() => { if (this.choosing.question === question) void this.choosing.take(pass); }, PATIENCE);
    return () => clearTimeout(timer);
  }
}
