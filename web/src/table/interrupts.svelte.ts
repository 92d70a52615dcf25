import type { Choosable } from '../wire';
import type { Choosing } from './choosing.svelte';
import type { Match } from './match.svelte';
import { askFor, passing } from './menu';

/** How long the page waits before it passes for somebody, in milliseconds: the same for all, so that it tells nothing. */
export const PATIENCE = 1500;

/** Whether there is anything to do but to pass. */
export function playable(menu: readonly Choosable[]): boolean {
  const pass = passing(menu);
  return menu.some(choice => choice !== pass);
}

/** Questions whether somebody steps in: the page passes for those who hold nothing that fits, or do not want to be asked. */
export class Interrupts {
  /** What readers do not want to be asked again: seat, turn and the rule that asks. */
  private quieted = $state.raw<readonly string[]>([]);

  constructor(
    private readonly match: Match,
    private readonly choosing: Choosing,
  ) {}

  private readonly turn = $derived.by(() => `${this.match.seat ?? ''}/${this.match.view?.scene.turn?.number ?? ''}/`);
  /** The question, also one to somebody whom the screen has not been handed over to yet. */
  private readonly ask = $derived.by(() => this.choosing.ask ?? (this.match.handOver === null ? null : askFor(this.match.view?.asks ?? [], this.match.seat)));
  readonly asked = $derived.by(() => this.ask?.prompt.interrupt === true);
  private readonly kind = $derived(this.turn + (this.asked ? (this.ask?.prompt.rule ?? '') : ''));
  /** Whether this is not to be asked; between questions, whether anything is not. */
  readonly quiet = $derived(this.quieted.some(kind => (this.asked ? kind === this.kind : kind.startsWith(this.turn))));
  /** Whether the page answers by itself. For somebody who has not taken the screen over it does so only at their wish: all else would tell what they hold. */
  readonly answers = $derived.by(() => {
    const menu = this.ask?.menu ?? [];
    return this.asked && passing(menu) !== null && (this.quiet || (this.match.handOver === null && !playable(menu)));
  });

  set(quiet: boolean): void {
    const others = this.quieted.filter(kind => !kind.startsWith(this.kind));
    this.quieted = quiet ? [...others, this.kind] : others;
  }

  /** Passes after a while, unless the question is another one by then; returns what calls that off. */
  wait(): (() => void) | undefined {
    const { ask } = this;
    const pass = passing(ask?.menu ?? []);
    if (!this.answers || !ask || !pass) return undefined;
    const timer = setTimeout(() => void this.choosing.act(() => this.match.connection?.decide(ask.seat, ask.question, pass.do)), PATIENCE);
    return () => clearTimeout(timer);
  }
}
