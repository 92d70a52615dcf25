/** Light or dark, calm or lively: what the reader chose for this page, or else what the system says. */
import { writable, type Readable } from 'svelte/store';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'reduced';

// `public/theme.js` reads the same keys before the first paint.
const THEME_KEY = 'sandtable.theme';
const MOTION_KEY = 'sandtable.motion';

const chosenTheme = writable<Theme>('system');
const chosenMotion = writable<Motion>('system');

export const theme: Readable<Theme> = chosenTheme;
export const motion: Readable<Motion> = chosenMotion;

export function setTheme(next: Theme): void {
  keep(THEME_KEY, next === 'system' ? null : next);
  showTheme(next);
}

export function setMotion(next: Motion): void {
  keep(MOTION_KEY, next === 'system' ? null : next);
  showMotion(next);
}

/** Whether pieces jump instead of sliding, by the system's setting or the reader's own. */
export function motionIsReduced(): boolean {
  return (
    document.documentElement.dataset['motion'] === 'reduced' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/** Takes up what was saved, and follows other tabs of the same browser. */
export function followTheme(): void {
  const read = (): void => {
    const saved = recall(THEME_KEY);
    showTheme(saved === 'light' || saved === 'dark' ? saved : 'system');
    showMotion(recall(MOTION_KEY) === 'reduced' ? 'reduced' : 'system');
  };
  read();
  window.addEventListener('storage', read);
}

function showTheme(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  chosenTheme.set(next);
}

function showMotion(next: Motion): void {
  if (next === 'system') delete document.documentElement.dataset['motion'];
  else document.documentElement.dataset['motion'] = next;
  chosenMotion.set(next);
}

// A browser that forbids storage still shows the choice until the page is closed.
function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
