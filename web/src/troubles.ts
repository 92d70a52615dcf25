/** What a page says when something went wrong: a title, what is safe, and what to do next. */
import type { ApiFault, TroubleKind } from './api';
import { sentence, t, type PlainKey } from './messages';

type Words = { title: PlainKey; text: PlainKey };

const words: Record<TroubleKind, Words> = {
  'offline': { title: 'trouble.offline.title', text: 'trouble.offline.text' },
  'unavailable': { title: 'trouble.unavailable.title', text: 'trouble.unavailable.text' },
  'malformed': { title: 'trouble.malformed.title', text: 'trouble.malformed.text' },
  'sign-in-first': { title: 'trouble.sign-in-first.title', text: 'trouble.sign-in-first.text' },
  'wrong-credentials': { title: 'trouble.wrong-credentials.title', text: 'trouble.wrong-credentials.text' },
  'name-taken': { title: 'trouble.name-taken.title', text: 'trouble.name-taken.text' },
  'not-yours': { title: 'trouble.not-yours.title', text: 'trouble.not-yours.text' },
  'not-found': { title: 'trouble.not-found.title', text: 'trouble.not-found.text' },
  'full': { title: 'trouble.full.title', text: 'trouble.full.text' },
  'refused': { title: 'trouble.refused.title', text: 'trouble.refused.text' },
  'stale': { title: 'trouble.stale.title', text: 'trouble.stale.text' },
  'over': { title: 'trouble.over.title', text: 'trouble.over.text' },
  'not-begun': { title: 'trouble.not-begun.title', text: 'trouble.not-begun.text' },
  'too-soon': { title: 'trouble.too-soon.title', text: 'trouble.too-soon.text' },
  'setup': { title: 'trouble.setup.title', text: 'trouble.setup.text' },
  'record': { title: 'trouble.record.title', text: 'trouble.record.text' },
  'too-large': { title: 'trouble.too-large.title', text: 'trouble.too-large.text' },
  'too-many': { title: 'trouble.too-many.title', text: 'trouble.too-many.text' },
};

export type Trouble = { title: string; text: string };

/** The server's own sentence is the better one where it gave one: it names the field and the fix. */
export function troubleOf(fault: ApiFault): Trouble {
  const found = words[fault.kind] ?? words.unavailable;
  // Problems that are listed one by one need not be said twice.
  const said = fault.message !== '' && (fault.fault?.problems.length ?? 0) === 0;
  return { title: t(found.title), text: said ? sentence(fault.message) : t(found.text) };
}

/** Whether asking again, unchanged, can help. */
export function canRetry(fault: ApiFault): boolean {
  return ['offline', 'unavailable', 'too-many', 'stale'].includes(fault.kind);
}
