/** Who is at the table: nobody yet, a guest, or somebody with an account. */
import { writable, type Readable } from 'svelte/store';
import { api } from './api';
import type { Me, Person } from './wire';

/** `undefined` until the server has said. */
const known = writable<Person | null | undefined>(undefined);
export const person: Readable<Person | null | undefined> = known;

/** Asks the server who this is. Quietly: a page that works without a name shows without one. */
export async function askWhoIAm(): Promise<void> {
  try {
    known.set((await api.me()).person);
  } catch {
    known.update(before => before ?? null);
  }
}

/** What an answer about a session says. */
export function nowIAm(me: Me): void {
  known.set(me.person);
}
