/** Whether the server answers. Set by every call of the API; while it does not, somebody knocks every few seconds. */
import { readonly, writable } from 'svelte/store';

const KNOCK_EVERY = 4000;

const answers = writable(true);
export const reachable = readonly(answers);

const waiting = new Set<() => void>();
let knocking: ReturnType<typeof setInterval> | undefined;

export function serverAnswered(): void {
  answers.set(true);
  if (knocking === undefined) return;
  clearInterval(knocking);
  knocking = undefined;
  const again = [...waiting];
  waiting.clear();
  for (const act of again) act();
}

export function serverSilent(): void {
  answers.set(false);
  if (typeof window === 'undefined') return;
  knocking ??= setInterval(() => {
    // A proxy that answers for a server which is down has a status of its own.
    void fetch('/api/me', { credentials: 'same-origin' }).then(answer => { if (answer.status < 500) serverAnswered(); }, () => undefined);
  }, KNOCK_EVERY);
}

/** Calls back once when the server answers again; the result withdraws the wish. */
export function whenReachable(act: () => void): () => void {
  waiting.add(act);
  return () => { waiting.delete(act); };
}
