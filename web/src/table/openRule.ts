import { getContext, setContext } from 'svelte';

const KEY = Symbol('open a rule');

/** Lets everything on the table open a rule. */
export function ruleOpener(open: (rule: string) => void): void {
  setContext(KEY, open);
}

/** What opens a rule. */
export function useRules(): (rule: string) => void {
  return getContext<(rule: string) => void>(KEY);
}
