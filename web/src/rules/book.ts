/** Rulebooks that have been read: once a game. */
import { rulesOf } from '../catalogue';
import { readRulebook, type Rulebook } from './rulebook';

const books = new Map<string, Rulebook>();

export async function bookOf(game: string): Promise<Rulebook> {
  const before = books.get(game);
  if (before) return before;
  const book = readRulebook(await rulesOf(game));
  books.set(game, book);
  return book;
}
