import type { PlainKey } from '../messages';

/** The keys of the table and what they do: one list for all who tell it. */
export const KEYS: readonly { keys: readonly string[]; meaning: PlainKey }[] = [
  { keys: ['Enter'], meaning: 'keys.enter' }, { keys: ['Z', 'U'], meaning: 'keys.undo' }, { keys: ['Esc'], meaning: 'keys.escape' },
  { keys: ['M'], meaning: 'keys.map' }, { keys: ['←', '↑', '→', '↓'], meaning: 'keys.arrows' }, { keys: ['N'], meaning: 'keys.next' },
  { keys: ['+', '−'], meaning: 'keys.zoom' }, { keys: ['0', '9'], meaning: 'keys.fit' }, { keys: [',', '.'], meaning: 'keys.replay' },
  { keys: ['I'], meaning: 'keys.hint' }, { keys: ['V'], meaning: 'keys.zones' }, { keys: ['1', '…', '6'], meaning: 'keys.turn' },
  { keys: ['L'], meaning: 'keys.log' }, { keys: ['T'], meaning: 'keys.text' }, { keys: ['?'], meaning: 'keys.help' },
];
