/** Times in words. */
import { t } from './messages';
import type { Clock } from './wire';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago that was, shortly: `5 h`. `seconds` since 1970. */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds);
  if (past < MINUTE) return t('ago.now');
  if (past < HOUR) return t('ago.minutes', { n: Math.floor(past / MINUTE) });
  if (past < DAY) return t('ago.hours', { n: Math.floor(past / HOUR) });
  return t('ago.days', { n: Math.floor(past / DAY) });
}

/** The pace of a match in a few words: `a move a day`, `live, 30 min + 15 s`. */
export function pace(clock: Clock | null): string {
  if (!clock) return t('pace.none');
  if (clock.increment >= DAY && clock.increment % DAY === 0) return t('pace.days', { n: clock.increment / DAY });
  if (clock.increment === 0) return t('pace.bank', { bank: span(clock.bank) });
  return t('pace.live', { bank: span(clock.bank), increment: span(clock.increment) });
}

/** A length of time: `30 min`, `3 days`. */
export function span(seconds: number): string {
  if (seconds >= DAY && seconds % DAY === 0) return t('span.days', { n: seconds / DAY });
  if (seconds >= HOUR && seconds % HOUR === 0) return t('span.hours', { n: seconds / HOUR });
  if (seconds >= MINUTE && seconds % MINUTE === 0) return t('span.minutes', { n: seconds / MINUTE });
  return t('span.seconds', { n: seconds });
}
