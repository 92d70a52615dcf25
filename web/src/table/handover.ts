import type { View } from '../wire';

/**
 * Whether two seats see the same table. Where they do, one person who plays both has nothing to hide from the other, and
 * the screen need not be handed over.
 */
export function sameKnowledge(one: View, other: View): boolean {
  return JSON.stringify([one.scene, one.log]) === JSON.stringify([other.scene, other.log]);
}
