import type { Hint, Offer, Suggestion } from '../wire';
import type { Choosing } from './choosing.svelte';
import { Ended, Refusal } from './connection';
import type { Match } from './match.svelte';
import { choiceOf, nameOf } from './menu';
import { t } from '../messages';

/** Advice on the question that is asked: what a program would choose, and why. It is asked for, never offered. */
export class Hints {
  private found = $state.raw<{ question: string; hint: Hint } | null>(null);
  private thinkingOf = $state<string | null>(null);

  constructor(
    private readonly match: Match,
    private readonly choosing: Choosing,
    /** Brings what a choice is about into sight, and tells what is advised. */
    private readonly page: { sight(offer: Offer): void; tell(hint: Hint): void },
  ) {}

  /** Whether advice may be asked for now. */
  readonly open = $derived.by(() => this.match.card?.hints === true && this.choosing.ask !== null);
  readonly thinking = $derived.by(() => this.thinkingOf !== null && this.thinkingOf === this.choosing.question);
  /** The advice on the present question, if it was asked for. */
  readonly hint = $derived.by(() => (this.found !== null && this.found.question === this.choosing.question ? this.found.hint : null));

  async ask(): Promise<void> {
    const { ask, question } = this.choosing;
    if (!this.open || this.thinking || !ask || question === null) return;
    this.thinkingOf = question;
    try {
      const hint = await this.match.connection?.hint(ask.seat, ask.question);
      if (!hint) return;
      this.found = { question, hint };
      const [best] = hint.suggestions;
      if (!best || this.hint === null) return;
      this.show(best);
      this.page.tell(hint);
    } catch (trouble) {
      // The next question may have come meanwhile: then nobody waits for this answer any more.
      if (trouble instanceof Ended || this.choosing.question !== question) return;
      this.choosing.tell({ what: t('hint.none'), why: trouble instanceof Refusal ? trouble.fault.message : t('table.notSentWhy'), rule: null });
    } finally {
      if (this.thinkingOf === question) this.thinkingOf = null;
    }
  }

  /** Shows on the map what is advised, as if somebody pointed at it. */
  show(suggestion: Suggestion): void {
    const { choosing } = this;
    const choice = choiceOf(choosing.menu, suggestion.do);
    if (!choice) return;
    choosing.drop();
    if (choice.offer.actor !== null && choosing.able.includes(choice.offer.actor)) choosing.hold(choice.offer.actor);
    const name = nameOf(choice.offer.target);
    const among = choosing.groups.get(name) ?? [];
    if (choice.offer.target.kind !== 'button') choosing.aim(name, among.length > 1 ? among.indexOf(choice) : null);
    this.page.sight(choice.offer);
  }

  take(suggestion: Suggestion): void {
    const choice = choiceOf(this.choosing.menu, suggestion.do);
    if (choice) void this.choosing.take(choice);
  }

  close(): void {
    this.found = null;
  }
}
