import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, ApiFault } from '../../src/api';
import { troubleOf, canRetry } from '../../src/troubles';
import type { FaultKind } from '../../src/wire';

const answer = (status: number, body: unknown): Response => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const reply = (status: number, body: unknown): ReturnType<typeof vi.fn> => {
  const fetch = vi.fn(() => Promise.resolve(answer(status, body)));
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const caught = async (act: Promise<unknown>): Promise<ApiFault> => {
  const thrown: unknown = await act.then(() => null, (cause: unknown) => cause);
  expect(thrown).toBeInstanceOf(ApiFault);
  return thrown as ApiFault;
};

afterEach(() => vi.unstubAllGlobals());

describe('the API', () => {
  it('throws what the server says is wrong', async () => {
    const problems = [{ file: 'a.toml', line: 3, field: 'turns', what: 'no number', allowed: ['1 to 30'] }];
    reply(422, { kind: 'setup', message: 'One problem.', field: 'text', refused: null, problems });
    const fault = await caught(api.checkScenario('g', 'a.toml', 'x'));
    expect(fault.kind).toBe('setup');
    expect(fault.fault?.problems).toEqual(problems);
    expect(troubleOf(fault).text).toMatch(/^Each line below/);
  });

  it('lets the server speak in whole sentences', async () => {
    reply(409, { kind: 'name-taken', message: 'somebody has that name; choose another one', field: 'name', refused: null, problems: [] });
    expect(troubleOf(await caught(api.signIn({ name: 'a', password: 'b' }))).text).toBe('Somebody has that name; choose another one.');
  });

  it('makes do with the status where something in between answers', async () => {
    reply(502, '<html>Bad gateway</html>');
    expect((await caught(api.me())).kind).toBe('offline');
    reply(429, 'slow down');
    expect((await caught(api.me())).kind).toBe('too-many');
    reply(404, '');
    expect((await caught(api.match('m'))).kind).toBe('not-found');
  });

  it('calls silence by its name', async () => {
    vi.stubGlobal('fetch', vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))));
    const fault = await caught(api.games());
    expect(fault.kind).toBe('offline');
    expect(canRetry(fault)).toBe(true);
  });

  it('sends JSON with the session, and names as parts of the path', async () => {
    const fetch = reply(200, { id: 'm' });
    await api.join('a/b', { seat: 1, invitation: null });
    expect(fetch).toHaveBeenCalledWith('/api/matches/a%2Fb/join', expect.objectContaining({
      method: 'POST', credentials: 'same-origin', body: '{"seat":1,"invitation":null}',
      headers: expect.objectContaining({ 'content-type': 'application/json' }),
    }));
    await api.matches('open', 'c&d');
    expect(fetch).toHaveBeenLastCalledWith('/api/matches?list=open&after=c%26d', expect.anything());
  });
});

describe('every kind of fault', () => {
  const kinds: FaultKind[] = [
    'malformed', 'sign-in-first', 'wrong-credentials', 'name-taken', 'not-yours', 'not-found', 'full', 'refused', 'stale',
    'over', 'not-begun', 'too-soon', 'setup', 'record', 'too-large', 'too-many', 'unavailable',
  ];
  it.each(kinds)('%s has a title and a text of its own', kind => {
    const trouble = troubleOf(new ApiFault(kind, '', 400, null));
    expect(trouble.title).toMatch(/\w.*\.$/);
    expect(trouble.text).toMatch(/\w.*\.$/);
  });
  it('of a newer server has words too', () => {
    expect(troubleOf(new ApiFault('brand-new' as FaultKind, '', 400, null)).title).not.toBe('');
  });
});
