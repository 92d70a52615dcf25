/** The server's API, typed. Every failure is thrown as an `ApiFault`. */
import type {
  ChatLine, Credentials, Decide, Fault, FaultKind, Film, Forecast, GameCard, GiveSeat, Join, ListKind, MatchCard,
  MatchList, Me, NewMatch, NewToken, Question, Refusals, ReviewState, Say, ScenarioCard, Scene, TakeBack, TokenList, TokenMade, View,
} from './wire';
import { serverAnswered, serverSilent } from './reachable';

/** `offline` is the page's own: no answer came, or none that the server would have given. */
export type TroubleKind = FaultKind | 'offline';

/** What went wrong, as the server said it. */
export class ApiFault extends Error {
  readonly kind: TroubleKind;
  readonly fault: Fault | null;
  readonly status: number;

  constructor(kind: TroubleKind, message: string, status: number, fault: Fault | null) {
    super(message);
    this.name = 'ApiFault';
    this.kind = kind;
    this.status = status;
    this.fault = fault;
  }
}

type Method = 'GET' | 'POST' | 'DELETE';
type Call = { body?: unknown; text?: string; signal?: AbortSignal };

async function send(method: Method, path: string, call: Call = {}): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json' } };
  if (call.signal) init.signal = call.signal;
  if (method !== 'GET') {
    init.headers = { accept: 'application/json', 'content-type': 'application/json' };
    init.body = call.text ?? JSON.stringify(call.body ?? {});
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    serverSilent();
    throw new ApiFault('offline', '', 0, null);
  }
  if (!response.ok) {
    const fault = await faultOf(response);
    if (fault.kind === 'offline') serverSilent();
    else serverAnswered();
    throw fault;
  }
  serverAnswered();
  return response;
}

async function json<Answer>(method: Method, path: string, call?: Call): Promise<Answer> {
  const response = await send(method, path, call);
  try {
    return (await response.json()) as Answer;
  } catch {
    throw new ApiFault('offline', '', response.status, null);
  }
}

/** A proxy in between may answer with its own page; then the status is all there is. */
export async function faultOf(response: Response): Promise<ApiFault> {
  const body: unknown = await response.json().catch(() => null);
  // What is empty is not sent: it is filled in here, once.
  if (isFault(body)) return new ApiFault(body.kind, body.message, response.status, { ...body, field: body.field ?? null, refused: body.refused ?? null, problems: body.problems ?? [] });
  return new ApiFault(kindOfStatus(response.status), '', response.status, null);
}

function isFault(body: unknown): body is Fault {
  return typeof body === 'object' && body !== null && 'kind' in body && 'message' in body;
}

function kindOfStatus(status: number): TroubleKind {
  switch (status) {
    case 401: return 'sign-in-first';
    case 403: return 'not-yours';
    case 404: return 'not-found';
    case 413: return 'too-large';
    case 429: return 'too-many';
    case 502: case 504: return 'offline';
    default: return status >= 500 ? 'unavailable' : 'malformed';
  }
}

const part = encodeURIComponent;
const match = (id: string): string => `/api/matches/${part(id)}`;

export const api = {
  me: () => json<Me>('GET', '/api/me'),
  guest: () => json<Me>('POST', '/api/guest'),
  makeAccount: (body: Credentials) => json<Me>('POST', '/api/accounts', { body }),
  signIn: (body: Credentials) => json<Me>('POST', '/api/sign-in', { body }),
  signOut: () => json<Me>('POST', '/api/sign-out'),
  tokens: () => json<TokenList>('GET', '/api/tokens'),
  makeToken: (body: NewToken) => json<TokenMade>('POST', '/api/tokens', { body }),
  dropToken: (id: string) => send('DELETE', `/api/tokens/${part(id)}`).then(() => undefined),

  games: () => json<GameCard[]>('GET', '/api/games'),
  rules: (game: string) => send('GET', `/api/games/${part(game)}/rules`).then(answer => answer.text()),
  opening: (game: string, scenario: string) =>
    json<Scene>('GET', `/api/games/${part(game)}/scenarios/${part(scenario)}/scene`),
  checkScenario: (game: string, file: string, text: string) =>
    json<ScenarioCard>('POST', `/api/games/${part(game)}/scenario`, { body: { file, text } }),

  matches: (list: ListKind, after?: string | null) =>
    json<MatchList>('GET', `/api/matches?list=${list}${after ? `&after=${part(after)}` : ''}`),
  makeMatch: (body: NewMatch) => json<MatchCard>('POST', '/api/matches', { body }),
  match: (id: string, invitation?: string) =>
    json<MatchCard>('GET', `${match(id)}${invitation ? `?invitation=${part(invitation)}` : ''}`),
  join: (id: string, body: Join) => json<MatchCard>('POST', `${match(id)}/join`, { body }),
  leave: (id: string) => json<MatchCard>('POST', `${match(id)}/leave`),
  giveSeat: (id: string, body: GiveSeat) => json<MatchCard>('POST', `${match(id)}/bot`, { body }),
  resign: (id: string, seat: number) => json<MatchCard>('POST', `${match(id)}/resign`, { body: { seat } }),
  cancel: (id: string) => json<MatchCard>('POST', `${match(id)}/cancel`),
  view: (id: string) => json<View>('GET', `${match(id)}/view`),
  decide: (id: string, body: Decide) => json<View>('POST', `${match(id)}/decide`, { body }),
  undo: (id: string, body: TakeBack) => json<View>('POST', `${match(id)}/undo`, { body }),
  odds: (id: string, body: Decide) => json<Forecast>('POST', `${match(id)}/odds`, { body }),
  whyNot: (id: string, body: Question) => json<Refusals>('POST', `${match(id)}/why-not`, { body }),
  chat: (id: string) => json<ChatLine[]>('GET', `${match(id)}/chat`),
  say: (id: string, body: Say) => json<ChatLine>('POST', `${match(id)}/chat`, { body }),
  film: (id: string, as: string) => json<Film>('GET', `${match(id)}/film?as=${part(as)}`),
  review: (id: string) => json<ReviewState>('GET', `${match(id)}/review`),
  recordAddress: (id: string): string => `${match(id)}/record`,
  uploadRecord: (text: string) => json<MatchCard>('POST', '/api/records', { text }),
};
