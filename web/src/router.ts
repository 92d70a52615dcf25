/** Which page an address names, and how to get to another without loading everything again. */
import { writable, type Readable } from 'svelte/store';

export type Page =
  | { name: 'home' }
  | { name: 'lobby'; tab: string | null }
  | { name: 'game'; game: string }
  | { name: 'rules'; game: string }
  | { name: 'new'; game: string | null; scenario: string | null; against: string | null }
  | { name: 'match'; id: string }
  | { name: 'review'; id: string }
  | { name: 'join'; id: string; code: string | null }
  | { name: 'account' }
  | { name: 'not-found' };

/** An address as pages see it. `query` and `hash` may change while the page stays. */
export type Address = { page: Page; path: string; query: URLSearchParams; hash: string };

/** Reads an address; `url` is a whole one or begins with a slash. */
export function parse(url: string): Address {
  const { pathname, searchParams: query, hash } = new URL(url, 'http://sandtable.invalid');
  return { page: pageOf(pathname, query), path: pathname, query, hash: decoded(hash.slice(1)) };
}

function pageOf(path: string, query: URLSearchParams): Page {
  const parts = path.split('/').filter(part => part !== '').map(decoded);
  const [first, second, third] = parts;
  switch (first) {
    case undefined:
      return { name: 'home' };
    case 'lobby':
      return parts.length === 1 ? { name: 'lobby', tab: query.get('list') } : { name: 'not-found' };
    case 'new': {
      if (parts.length !== 1) return { name: 'not-found' };
      return { name: 'new', game: query.get('game'), scenario: query.get('scenario'), against: query.get('against') };
    }
    case 'account':
      return parts.length === 1 ? { name: 'account' } : { name: 'not-found' };
    case 'games':
      if (parts.length === 2 && second) return { name: 'game', game: second };
      if (parts.length === 3 && second && third === 'rules') return { name: 'rules', game: second };
      return { name: 'not-found' };
    case 'match':
      if (parts.length === 3 && second && third === 'review') return { name: 'review', id: second };
      return parts.length === 2 && second ? { name: 'match', id: second } : { name: 'not-found' };
    case 'join':
      // Public matches need no code.
      return second && parts.length <= 3 ? { name: 'join', id: second, code: third ?? null } : { name: 'not-found' };
    default:
      return { name: 'not-found' };
  }
}

/** An address may be typed by hand: a stray per cent sign is no reason to fail. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Addresses of pages, so that no page writes them by hand. */
export const to = {
  home: (): string => '/',
  lobby: (list?: string): string => (list ? `/lobby?list=${encodeURIComponent(list)}` : '/lobby'),
  game: (game: string): string => `/games/${encodeURIComponent(game)}`,
  rules: (game: string, rule?: string): string =>
    `/games/${encodeURIComponent(game)}/rules${rule ? `#${encodeURIComponent(rule)}` : ''}`,
  newMatch: (choice: { game?: string; scenario?: string; against?: string } = {}): string => {
    const query = new URLSearchParams(choice).toString();
    return query === '' ? '/new' : `/new?${query}`;
  },
  match: (id: string): string => `/match/${encodeURIComponent(id)}`,
  /** A match just before a step of its review, with the eyes of an umpire: for matches that are over. There is a way back to the review. */
  step: (id: string, step: number): string => `/match/${encodeURIComponent(id)}?step=${step}&as=umpire&from=review`,
  review: (id: string): string => `/match/${encodeURIComponent(id)}/review`,
  join: (id: string, code: string | null): string =>
    `/join/${encodeURIComponent(id)}${code ? `/${encodeURIComponent(code)}` : ''}`,
  account: (): string => '/account',
};

const address = writable<Address>(parse(typeof window === 'undefined' ? '/' : window.location.href));

/** Where the reader is. */
export const here: Readable<Address> = address;

/** Goes to another address of the page. */
export function navigate(url: string, options: { replace?: boolean; keepScroll?: boolean } = {}): void {
  if (options.replace) window.history.replaceState(null, '', url);
  else window.history.pushState(null, '', url);
  address.set(parse(window.location.href));
  if (!options.keepScroll && window.location.hash === '') window.scrollTo(0, 0);
}

/** Takes over clicks on plain links within the page, and the browser's own way back and forth. */
export function listenToLinks(): void {
  const follow = (): void => address.set(parse(window.location.href));
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
  document.addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return;
    // The API answers for itself; what is left stays on this page.
    if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/metrics')) return;
    const samePage = link.pathname === window.location.pathname && link.search === window.location.search;
    if (samePage && link.hash !== '') return;
    event.preventDefault();
    navigate(link.href, { replace: link.href === window.location.href });
  });
}
