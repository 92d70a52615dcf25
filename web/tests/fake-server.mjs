// A stand-in for the server while the page is being written: lists, cards and openings from `fixtures/`, nothing decided
// and nothing kept. `node tests/fake-server.mjs [PORT]`, then `npm run dev`. With a built `dist` it serves that too.
//
// The header `x-fake` or the cookie `fake` of a request chooses what it is like there: `empty` (nobody has played
// yet), `down` (every answer is a fault), `slow` (answers take a second).
import { readFileSync, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import * as advice from './fixtures/advice.mjs';
import * as battle from './fixtures/battle.mjs';
import * as dawn from './fixtures/dawn.mjs';
import * as santiago from './fixtures/santiago.mjs';
import * as struggle from './fixtures/struggle.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const read = name => JSON.parse(readFileSync(join(here, 'fixtures', name), 'utf8'));
const scenarios = read('scenarios.json');
const openings = read('openings.json');
const tables = read('tables.json');
const game = {
  id: 'dreadnoughts', title: 'Dreadnoughts & Battlewagons',
  summary: 'Big-gun ships fight it out at sea, one nautical mile to the hex, from Coronel to Samar.',
  introduction: readFileSync(join(here, '../../games/dreadnoughts/data/introduction.txt'), 'utf8'),
  fewestSeats: 2, mostSeats: 2, rulesVersion: 1, scenarios, options: read('options.json'),
  bots: [
    { id: 'random', description: 'Takes any legal choice. For trying things out.' },
    { id: 'captain', description: 'Thinks a few steps ahead and plays to win.' },
  ],
};
/** The land campaign, as far as lists and pictures need it. */
const land = {
  ...game, id: 'santiago-1898', title: 'Santiago Campaign 1898', summary: 'The Fifth Corps lands at Daiquirí and fights its way to the heights of San Juan, one mile to the hex and one day to the turn.',
  introduction: 'The United States must take the heights before fever takes the army.', options: [],
  scenarios: [['campaign', 'Campaign', '1898-06-22', '15 turns, 60 units'], ['el-caney-san-juan', 'El Caney and San Juan', '1898-07-01', '3 turns, 50 units']].map(([id, title, date, size]) => ({
    ...scenarios[0], id, title, date, size, introduction: 'From the beaches to the gates of Santiago.', sides: [{ id: 'us', name: 'United States' }, { id: 'es', name: 'Spain' }], options: [], notes: [], source: '',
  })),
};
openings['campaign'] = santiago.landing.scene;
openings['el-caney-san-juan'] = santiago.movement.scene;
const struggleGame = {
  ...game, id: 'struggle-of-empires', title: 'Struggle of Empires', summary: 'Seven powers of the eighteenth century ally, trade and fight over Europe and the lands beyond the sea.',
  introduction: 'Three wars, alliances that are auctioned anew for each of them, and never enough gold.', fewestSeats: 2, mostSeats: 7, options: [],
  scenarios: [['seven-powers', 'Seven powers', 'setUp'], ['two-powers', 'Two powers', 'twoPowers']].map(([id, title, table]) => ({
    ...scenarios[0], id, title, date: '1701-01-01', size: 'Three wars', sides: struggle[table].scene.sides.map(({ key, name, colour }) => ({ ...scenarios[0].sides[0], id: key, name, colour })),
  })),
};
const battleGame = {
  ...game, id: 'dawn-of-battle', title: 'Dawn of Battle', summary: 'Armies of three thousand years meet on one field: lines, flanks, charges, and leaders who must be where they are needed.',
  introduction: 'Every turn the leaders take their places, and a handful of action points decides who may move, shoot, rally and charge.', options: [],
  scenarios: [['fornham', 'Fornham St Genevieve', '1173-10-17', 'action'], ['hydaspes', 'Hydaspes', '-0326-05-01', 'ground'], ['meeting', 'Meeting engagement', '', 'muster']].map(([id, title, date, table]) => ({
    ...scenarios[0], id, title, date, size: '10 turns', sides: battle[table].scene.sides.map(({ key, name, colour }) => ({ ...scenarios[0].sides[0], id: key, name, colour })), options: [], notes: [],
  })),
};
Object.assign(openings, { fornham: battle.action.scene, hydaspes: battle.ground.scene, meeting: battle.deployment.scene });
const rules = readFileSync(join(here, '../../games/dreadnoughts/rules.md'), 'utf8');

const hour = 3600;
const now = () => Math.floor(Date.now() / 1000);
const ines = { id: 'p1', name: 'Ines', guest: false };
const guest = { id: 'p2', name: 'Guest 4182', guest: true };
const person = (name, yours = false) => ({ sitter: { kind: 'person', person: { id: name, name, guest: false } }, yours });
const bot = { sitter: { kind: 'bot', bot: 'captain' }, yours: false };
const open = { sitter: { kind: 'open' }, yours: false };

function match(id, scenario, seats, more = {}) {
  const card = scenarios.find(one => one.id === scenario);
  return {
    id, game: game.id, gameTitle: game.title, title: card.title, scenario, options: {}, status: 'playing',
    seats: card.sides.map((side, seat) => ({ seat, side: side.id, name: side.name, ...seats[seat] })),
    private: false, yours: false, invitation: null, clock: null, hints: true, waiting: [1], yourTurn: false, turn: 3, result: null,
    seedHash: 'b3c5'.repeat(16), made: now() - 30 * hour, touched: now() - 5 * hour, ...more,
  };
}

const me = person('Ines', true);
const day = { bank: 86400, increment: 86400, expiry: 'bot' };
const live = { bank: 1800, increment: 15, expiry: 'loses' };
const won = { ending: { kind: 'played' }, winners: [0], grade: 'decisive', scores: [12, 3] };
const lists = {
  mine: () => [
    match('m1', 'denmark-strait-1941', [me, bot], { yourTurn: true, waiting: [0], turn: 2, touched: now() - 300, yours: true }),
    match('m2', 'second-guadalcanal-1942', [person('Bartholomew of Devonport'), me], { yourTurn: true, turn: 10, clock: day }),
    match('m3', 'river-plate-1939', [me, person('Teodor')], { waiting: [1], turn: 4, clock: day }),
    match('m4', 'coronel-1914', [me, open], { status: 'gathering', waiting: [], turn: null, yours: true, private: true, invitation: 'k3y9' }),
    match('m5', 'falklands-1914', [me, bot], { status: 'finished', waiting: [], result: won, touched: now() - 90 * hour }),
  ],
  open: () => [
    match('o1', 'dogger-bank-1915', [open, person('Marguerite')], { status: 'gathering', waiting: [], turn: null, clock: day }),
    match('o2', 'falklands-1914', [person('Ole'), open], { status: 'gathering', waiting: [], turn: null, clock: live }),
    match('o3', 'surigao-strait-1944', [person('Hank'), open], { status: 'gathering', waiting: [], turn: null }),
    match('o4', 'river-plate-1939', [open, person('Bartholomew of Devonport')], { status: 'gathering', waiting: [], turn: null, clock: live, options: { 'reaction-fire': true } }),
  ],
  playing: () => [
    match('w1', 'jutland-run-south-1916', [person('Kurt'), person('Alice')], { turn: 5, clock: live, touched: now() - 40 }),
    match('w2', 'samar-1944', [person('Jun'), bot], { turn: 2, touched: now() - 700 }),
  ],
  finished: () => [
    match('f1', 'north-cape-1943', [person('Ole'), person('Hank')], { status: 'finished', waiting: [], result: won }),
    match('f2', 'coronel-1914', [person('Kurt'), bot], { status: 'finished', waiting: [], result: { ending: { kind: 'resigned', seat: 1 }, winners: [0], grade: 'plain', scores: [8, 0] } }),
    match('f3', 'bismarck-last-1941', [person('Alice'), person('Jun')], { status: 'finished', waiting: [], result: { ending: { kind: 'played' }, winners: [], grade: 'draw', scores: [4, 4] } }),
  ],
};
const dawnCard = id => ({
  ...match(id, 'coronel-1914', [me, bot], { yourTurn: true, waiting: [0], turn: 2 }), game: 'dawn-of-empire', gameTitle: 'Dawn of Empire', title: 'Atlantic, 1898', scenario: 'campaign',
  seats: [{ seat: 0, side: 'us', name: 'United States', ...me }, { seat: 1, side: 'es', name: 'Spain', ...bot }],
});
/** Tables of the land campaign; some are asked on the other side of the board. */
const campaigns = { l1: 'assault', l2: 'defence', l3: 'fire', l4: 'movement', l5: 'landing', l6: 'losses', l7: 'retreat', l8: 'over', l9: 'march' };
const campaignCard = id => {
  const { seat = 0, result = null } = santiago[campaigns[id]];
  const sitters = seat === 0 ? [me, bot] : [bot, me];
  return {
    ...match(id, 'coronel-1914', sitters, { yourTurn: result === null, waiting: result ? [] : [seat], turn: 10, result, status: result ? 'finished' : 'playing' }), game: 'santiago-1898', gameTitle: 'Santiago Campaign 1898', title: 'Campaign', scenario: 'campaign',
    seats: [{ seat: 0, side: 'us', name: 'United States', ...sitters[0] }, { seat: 1, side: 'es', name: 'Spain', ...sitters[1] }],
  };
};
/** Tables of the third game: from set-up to the end, one person at a table of seven. */
const struggles = { s1: 'setUp', s2: 'auction', s3: 'turn', s4: 'seaAttack', s5: 'landAttack', s6: 'askHelp', s7: 'helper', s8: 'endOfWar', s9: 'result', s10: 'twoPowers' };
const SITTERS = [me, person('Bartholomew of Devonport'), bot, person('Marguerite-Antoinette'), bot, person('Teodor'), bot];
const struggleCard = id => {
  const table = struggle[struggles[id]];
  const over = table.over ?? null;
  return {
    ...match(id, 'coronel-1914', [me, bot], { yourTurn: table.ask !== null, waiting: over ? [] : [0], turn: 2, result: over, status: over ? 'finished' : 'playing' }), game: 'struggle-of-empires', gameTitle: 'Struggle of Empires', title: 'Seven powers', scenario: 'seven-powers',
    seats: table.scene.sides.map(({ key, name, seat }) => ({ seat, side: key, name, ...SITTERS[seat] })),
  };
};
/** Tables of the fifth game: from the placing of leaders to the end. */
const battles = { b1: 'placing', b2: 'action', b3: 'formation', b4: 'moving', b5: 'facing', b6: 'melee', b7: 'turnedOver', b8: 'fire', b9: 'interrupt', b10: 'stepIn', b11: 'muster', b12: 'deployment', b13: 'ground', b14: 'epic', b15: 'over', b16: 'told' };
const battleCard = id => {
  const { result = null, scene } = battle[battles[id]];
  const sitters = [me, bot];
  return {
    ...match(id, 'coronel-1914', sitters, { yourTurn: result === null, waiting: result ? [] : [0], turn: 3, result, status: result ? 'finished' : 'playing' }), game: 'dawn-of-battle', gameTitle: 'Dawn of Battle', title: scene.title, scenario: 'fornham',
    seats: scene.sides.map(({ key, name, seat }) => ({ seat, side: key, name, ...sitters[seat] })),
  };
};
const known = id => id in battles ? battleCard(id) : id in campaigns ? campaignCard(id) : id in struggles ? struggleCard(id) : id in dawns ? dawnCard(id) : id === 'c1' ? match('c1', 'denmark-strait-1941', [me, bot]) : Object.values(lists).flatMap(list => list()).find(one => one.id === id);

/** Tables of the second game: a battle, orders, movement. */
const dawns = { d1: 'battle', d2: 'ordersTurn', d3: 'movement' };
const dawnOf = card => dawn[dawns[card.id]] ?? struggle[struggles[card.id]] ?? santiago[campaigns[card.id]] ?? battle[battles[card.id]];

/** A table with two hundred counters, to see how the map moves. */
function crowded(state) {
  const sheet = state.scene.boards[0];
  const two = number => String(number).padStart(2, '0');
  const pieces = Array.from({ length: 200 }, (_, number) => {
    const model = state.scene.pieces[number % state.scene.pieces.length];
    const space = two(1 + (number * 7) % sheet.columns) + two(1 + (number * 3) % sheet.rows);
    return { ...model, key: `${model.key}-${number}`, place: { kind: 'space', board: sheet.key, space } };
  });
  return { ...state, scene: { ...state.scene, pieces }, ask: null };
}

function view(card) {
  const state = card.id === 'c1' ? crowded(tables['040-fireho']) : dawnOf(card) ?? (card.id === 'm1' ? tables['040-fireho'] : card.id === 'm3' ? tables.river : null);
  const opening = openings[card.scenario];
  const seat = card.seats.find(one => one.yours)?.seat;
  const asks = state?.ask && seat !== undefined && card.yourTurn ? [{ ...state.ask, seat, question: 1, canUndo: false }] : [];
  return {
    match: card, moment: 1, scene: state?.scene ?? opening, log: state?.log ?? [], waiting: card.waiting, asks,
    clocks: null, result: card.result,
  };
}

const fault = (status, kind, message, more = {}) => ({ status, body: { kind, message, field: null, refused: null, problems: [], ...more } });
const ok = body => ({ status: 200, body });
const missing = () => fault(404, 'not-found', 'There is no such thing here.');
let somebody = ines;
const tokens = [{ id: 't1', label: 'Endgame program', made: now() - 200 * hour }];
const made = new Map();

function makeMatch(plan) {
  const scenario = plan.scenario.shipped?.id ?? scenarios[0].id;
  const seats = plan.seats.map(seat => (seat.kind === 'me' ? me : seat.kind === 'bot' ? bot : open));
  const gathering = plan.seats.some(seat => seat.kind === 'open');
  const id = `n${made.size + 1}`;
  made.set(id, match(id, scenario, seats, {
    yours: true, private: plan.private, clock: plan.clock, invitation: 'q7w2x', status: gathering ? 'gathering' : 'playing',
    yourTurn: !gathering, waiting: gathering ? [] : [0], turn: gathering ? null : 1,
  }));
  return made.get(id);
}

const problems = [
  { file: 'mine.toml', line: 14, field: 'ships.guns', what: '12 dice is more than a ship can throw', allowed: ['0 to 9'] },
  { file: 'mine.toml', line: 31, field: 'sides.german.enters', what: 'there is no hex 4607 on a map of 45 columns', allowed: ['columns 01 to 45', 'rows 01 to 36'] },
  { file: 'mine.toml', line: null, field: 'victory', what: 'nothing says who wins', allowed: ['victory.points', 'victory.sudden'] },
];

function answer(method, path, query, body, mood) {
  const at = path.split('/').slice(2);
  const key = `${method} ${at.join('/')}`;
  if (key === 'GET me') return ok({ person: mood === 'empty' ? null : somebody });
  if (key === 'POST guest') return ok({ person: (somebody ??= guest) });
  if (key === 'POST accounts') return body.name === 'Teodor' ? fault(409, 'name-taken', 'Somebody is called Teodor already.', { field: 'name' }) : ok({ person: (somebody = { id: 'p9', name: body.name, guest: false }) });
  if (key === 'POST sign-in') return body.password === 'wrong-password' ? fault(401, 'wrong-credentials', 'That name and that password do not belong together.') : ok({ person: (somebody = { id: 'p9', name: body.name, guest: false }) });
  if (key === 'POST sign-out') return ok({ person: (somebody = null) });
  if (key === 'GET tokens') return ok({ tokens });
  if (key === 'POST tokens') { tokens.unshift({ id: `t${tokens.length + 1}`, label: body.label, made: now() }); return ok({ id: 't', label: body.label, token: 'sand_9f2kq0vY3mXw7Lr5Tn8bZs1d' }); }
  if (method === 'DELETE' && at[0] === 'tokens') { tokens.splice(tokens.findIndex(one => one.id === at[1]), 1); return { status: 204, body: null }; }
  if (key === 'GET games') return ok([game, land, struggleGame, battleGame]);
  if (key === `GET games/${game.id}/rules`) return { status: 200, text: rules };
  if (method === 'GET' && at[1] === struggleGame.id && at[2] === 'scenarios') return ok(at[3] === 'two-powers' ? struggle.twoPowers.scene : struggle.setUp.scene);
  if (method === 'GET' && at[0] === 'games' && at[2] === 'scenarios') return openings[at[3]] ? ok(openings[at[3]]) : missing();
  if (key === `POST games/${game.id}/scenario`) return body.text.includes('bad') ? fault(422, 'setup', 'The scenario has three problems.', { problems: problems.map(one => ({ ...one, file: body.file })) }) : ok({ ...scenarios[1], id: 'own', title: 'My own battle' });
  if (key === 'GET matches') return ok({ matches: mood === 'empty' ? [] : lists[query.get('list')]?.() ?? [], next: query.get('list') === 'finished' && !query.get('after') ? 'more' : null });
  if (key === 'POST matches') return ok(makeMatch(body));
  if (key === 'POST records') return fault(422, 'record', 'Line 41 is no decision of this game: fire at km-bismark. The record may have been cut off or changed.');
  if (at[0] !== 'matches') return missing();
  const card = made.get(at[1]) ?? known(at[1]);
  if (!card || (query.has('invitation') && query.get('invitation') === 'wrong')) return missing();
  switch (`${method} ${at[2] ?? ''}`) {
    case 'GET ': return ok(card);
    case 'GET view': return ok(view(card));
    case 'POST join': return at[1] === 'f1' ? fault(409, 'full', 'Somebody was quicker.') : ok({ ...card, status: 'playing' });
    case 'GET chat': return ok([]);
    case 'GET review': return ok(at[1] === 'f1' ? { kind: 'working', done: 17, of: 60 } : { kind: 'ready', review: advice.review });
    case 'GET film': return ok({ first: view(card), news: [], entries: [0] });
    default: return fault(503, 'unavailable', 'This stand-in decides nothing.');
  }
}

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.json': 'application/json' };
function asset(path, response) {
  const dist = process.env.DIST ?? join(here, '../dist');
  let file = join(dist, normalize(path));
  if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) file = join(dist, 'index.html');
  if (!existsSync(file)) return response.writeHead(404).end('Run `npm run build` first, or `npm run dev`.');
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
  });
  return response.end(readFileSync(file));
}

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (!url.pathname.startsWith('/api/')) return asset(url.pathname, response);
  const mood = request.headers['x-fake'] ?? /fake=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    let body = {};
    try { body = JSON.parse(Buffer.concat(chunks).toString() || '{}'); } catch { body = {}; }
    const found = mood === 'down' ? fault(503, 'unavailable', 'The server is being restarted.') : answer(request.method, url.pathname, url.searchParams, body, mood);
    setTimeout(() => {
      if (found.text !== undefined) return response.writeHead(found.status, { 'content-type': 'text/markdown' }).end(found.text);
      return response.writeHead(found.status, { 'content-type': 'application/json' }).end(found.body === null ? undefined : JSON.stringify(found.body));
    }, mood === 'slow' ? 1500 : 0);
  });
});

const sockets = new WebSocketServer({ noServer: true });
server.on('upgrade', (request, socket, head) => {
  const id = /^\/api\/matches\/([^/]+)\/socket/.exec(request.url)?.[1];
  const card = id && (made.get(id) ?? known(id));
  if (!card) return socket.destroy();
  sockets.handleUpgrade(request, socket, head, client => {
    client.send(JSON.stringify({ type: 'view', view: view(card), chat: [], present: ['Ines'] }));
    client.on('message', text => {
      const message = JSON.parse(text);
      if (message.type === 'whyNot' && dawnOf(card)?.refusals) return client.send(JSON.stringify({ type: 'refusals', id: message.id, refusals: { question: 1, refusals: dawnOf(card).refusals } }));
      if (message.type === 'odds' && dawnOf(card)?.odds) return client.send(JSON.stringify({ type: 'odds', id: message.id, forecast: dawnOf(card).odds }));
      const { menu } = view(card).asks[0] ?? { menu: [] };
      if (message.type === 'hint' && menu.length > 0) return setTimeout(() => client.send(JSON.stringify({ type: 'hint', id: message.id, hint: advice.hintOn(menu) })), 700);
      client.send(JSON.stringify({ type: 'fault', id: message.id ?? null, fault: fault(503, 'unavailable', 'This stand-in decides nothing.').body }));
    });
  });
});

const port = Number(process.argv[2] ?? process.env.PORT ?? 8080);
server.listen(port, '127.0.0.1', () => console.log(`stand-in server on http://127.0.0.1:${port}`));
