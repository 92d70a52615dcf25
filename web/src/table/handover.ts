import type { View } from '../wire';

/**
 * Whether two seats see the same table. Where they do, one person who plays both has nothing to hide from the other, and
 * the screen need not be handed over.
 */
export function sameKnowledge(one: View, other: View): boolean {
  return JSON.stringify([one.scene, one.log]) === JSON.stringify([other.scene, other.log]);
}

/** On the way from one seat of a person to another. */
export interface Passage {
  /** The seat whose knowledge was shown last, to whoever sits at the screen. */
  seen: number | null;
  to: number | null;
  /** Whether both were asked at once, so that neither may see the other's answer. */
  inSecret: boolean;
  /** Whether the screen waits to be handed over already. */
  covered: boolean;
}

/** Whether the screen must be handed over before a view is shown. Back to where it never left it need not. */
export function covers({ seen, to, inSecret, covered }: Passage, before: View, after: View): boolean {
  return seen !== to && (covered || inSecret || !sameKnowledge(before, after));
}
