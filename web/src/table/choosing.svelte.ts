import type { Under } from '../board/Board.svelte';
import type { Marks } from '../board/marks';
import { t } from '../messages';
import type { Ask, Choosable, Forecast, Piece, Refusals, Scene, Unavailable } from '../wire';
import { Ended, Refusal } from './connection';
import type { Match } from './match.svelte';
import { isCommander } from '../board/Counter.svelte';
import { isPile } from '../board/piles';
import { actors, askFor, buttons, byTarget, nameOf, openTo, ownButtons, passing, primary, soleActor } from './menu';
import { engagedIn, gathering, preparing } from './muster';
import { cardHands, stockOf } from './scenery';
import { seriesOf, type Series } from './series';

/** Something that was refused, or went wrong, in words. */
export interface Notice {
  what: string;
  why: string;
  rule: string | null;
}

/** Buttons that turn a piece, by the corner that it faces then. */
const FACE = /^face-([1-6])$/;
/** What a charge is called. */
const CHARGE = /^Charge to /;

/** What may be chosen, what is aimed at, and what became of it. */
export class Choosing {
  /** The piece or the group that the reader has picked. */
  picked = $state<string | null>(null);
  /** What the one that is picked may not do, as far as it is known. */
  refusedButtons = $state.raw<Unavailable[]>([]);
  /** What is aimed at, as menus name targets. */
  aimedAt = $state<string | null>(null);
  /** Which of several choices of the target is aimed at. */
  aimedIndex = $state<number | null>(null);
  /** Whether the choices of the target are laid out. */
  listed = $state(false);
  notice = $state.raw<Notice | null>(null);
  refused = $state<string | null>(null);
  cursor = $state<string | null>(null);
  /** The question that an answer is on its way to. */
  private answered = $state<string | null>(null);
  /** Whether several pieces are being put somewhere, step by step. */
  composing = $state(false);
  /** A choice that waits to be confirmed, because it cannot be taken back. */
  confirming = $state.raw<Choosable | null>(null);
  forecast = $state.raw<Forecast | null>(null);

  /** What the button that acts may bring, while a battle is fought. */
  outlook = $state.raw<Forecast | null>(null);

  /** Whether the reader has answered the question that was asked last. */
  private acted = false;
  private readonly forecasts = new Map<string, Promise<Forecast>>();
  private refusals: { question: string; answer: Promise<Refusals> } | null = null;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly match: Match,
    /** Whether the reader looks at something else than now. */
    private readonly away: () => boolean,
  ) {}

  readonly ask = $derived.by<Ask | null>(() => {
    const { view } = this.match;
    if (!view || this.away() || this.match.handOver !== null || view.result) return null;
    return askFor(view.asks, this.match.seat);
  });
  readonly question = $derived(this.ask ? `${this.ask.seat}/${this.ask.question}` : null);
  /** Whether an answer is on its way. What comes of it is told before its receipt: who is asked anew may answer at once. */
  readonly busy = $derived(this.answered !== null && this.answered === this.question);
  readonly menu = $derived<Choosable[]>(this.ask?.menu ?? []);
  /** Piles that are aimed at without anybody being picked first, and those that wait beside the map where nothing else acts. */
  private readonly plain = $derived.by(() => {
    const pieces = this.match.view?.scene.pieces ?? [];
    const waiting = new Set(pieces.filter(({ place }) => place.kind === 'beside').map(({ key }) => key));
    const all = actors(this.menu);
    return { piles: new Set(pieces.filter(piece => isPile(piece) && piece.place.kind === 'space').map(({ key }) => key)), waiting: all.length > 0 && all.every(key => waiting.has(key)) };
  });
  readonly open = $derived(openTo(this.menu, this.picked, ({ offer: { target } }) => this.plain.waiting || (target.kind === 'piece' && this.plain.piles.has(target.key))));
  readonly groups = $derived(byTarget(this.open));
  /** Pieces that wait beside the map: their choices are buttons. */
  private readonly beside = $derived.by(() => {
    const pieces = this.match.view?.scene.pieces ?? [];
    return new Set(pieces.filter(({ place }) => place.kind !== 'space').map(({ key }) => key));
  });
  /** Those of them with several choices: a button lays the choices out. */
  readonly waitingPieces = $derived([...this.beside].filter(key => (this.groups.get(`piece:${key}`)?.length ?? 0) > 1));
  /** Where several may act, what only one of them can do is laid out beside that one. */
  private readonly several = $derived(new Set(actors(this.menu)));
  /** Those among the pieces beside the map that act, one alone included: they are picked where the question stands. */
  readonly supply = $derived.by<Piece[]>(() => {
    const all = new Set([...actors(this.menu), soleActor(this.menu)]);
    return (this.match.view?.scene.pieces ?? []).filter(piece => this.beside.has(piece.key) && isPile(piece) && (all.has(piece.key) || this.withSupply(piece.key) !== null));
  });
  /** Counters beside the map that may come onto it, such as an army afloat. */
  readonly reserves = $derived.by<Piece[]>(() => {
    const all = actors(this.menu);
    const meant = new Set([...all, ...this.menu.flatMap(({ offer: { target } }) => (target.kind === 'piece' ? [target.key] : []))]);
    return (this.match.view?.scene.pieces ?? []).filter(piece => meant.has(piece.key) && piece.place.kind === 'beside' && (piece.face === 'unit' || piece.face === 'formation' || isCommander(piece)));
  });
  /** What the one that is picked can do with something beside the map. */
  withSupply(key: string): Choosable | null {
    return this.picked === null ? null : (this.groups.get(`piece:${key}`)?.find(({ offer }) => offer.actor === this.picked) ?? null);
  }

  /** Whether an army is being bought: what is dismissed stands beside what is bought. */
  private readonly stocked = $derived.by(() => {
    const scene = this.match.view?.scene;
    return scene !== undefined && stockOf(scene) !== null;
  });
  /** Cards that are laid out as cards. */
  private readonly cards = $derived.by(() => {
    const scene = this.match.view?.scene;
    return new Set(scene ? cardHands(scene).flatMap(({ cards }) => cards.map(({ key }) => key)) : []);
  });
  private readonly parted = $derived(seriesOf(buttons(this.menu.filter(choice => !this.laidOut(choice)), this.beside)));
  /** Buttons that differ by amounts: steppers show them. */
  readonly series = $derived<Series[]>(this.parted.series);
  /** The choice that the steppers stand on. */
  amount = $state.raw<Choosable | null>(null);
  readonly buttons = $derived(this.parted.rest.filter(({ offer: { target } }) =>
    (target.kind !== 'piece' || !(this.waitingPieces.includes(target.key) || this.reserves.some(({ key }) => key === target.key)))));
  /** The ways that a piece may turn, by the corner: they stand around it. */
  readonly facings = $derived.by<{ corner: number; choice: Choosable }[]>(() => (this.turning === null ? [] : this.menu.flatMap(choice => {
    const { target } = choice.offer;
    const [, corner] = (target.kind === 'button' && FACE.exec(target.key)) || [];
    return corner === undefined ? [] : [{ corner: Number(corner), choice }];
  })));
  /** The piece that turns: the one that acts, or that the question is about. Where none is known, the ways to turn are plain buttons. */
  readonly turning = $derived.by<string | null>(() => {
    const first = this.menu.find(({ offer: { target } }) => target.kind === 'button' && FACE.test(target.key));
    const wanted = first ? (first.offer.actor ?? this.ask?.prompt.about) : null;
    return this.match.view?.scene.pieces.find(({ key, place }) => key === wanted && place.kind === 'space')?.key ?? null;
  });

  private laidOut({ offer: { actor, target } }: Choosable): boolean {
    if (target.kind === 'button' && ((this.turning !== null && FACE.test(target.key)) || (this.stocked && target.key.startsWith('dismiss-')))) return true;
    if (target.kind === 'card' && this.cards.has(target.key)) return true;
    // What one of several does with something beside the map is offered there when that one is picked.
    if (this.several.size > 0 && actor !== null && target.kind === 'piece' && this.beside.has(target.key)) return true;
    return this.several.size > 0 && actor !== null && target.kind === 'button' && this.grouped.has(actor);
  }

  /** Groups, and pieces that are in groups or could be. */
  private readonly grouped = $derived.by(() => {
    const scene = this.match.view?.scene;
    if (!scene || scene.groups.length === 0) return new Set<string>();
    return new Set([...scene.groups.map(({ key }) => key), ...scene.pieces.map(({ key }) => key)]);
  });
  /** Whether a group is picked, not a piece. */
  readonly holdsGroup = $derived.by(() => this.match.view?.scene.groups.some(({ key }) => key === this.picked) ?? false);
  /** What the one that is picked can do by a button: the orders of a squadron. */
  readonly orders = $derived(this.picked !== null && this.grouped.has(this.picked) ? ownButtons(this.menu, this.picked) : []);

  readonly choices = $derived<Choosable[]>(this.aimedAt === null ? [] : (this.groups.get(this.aimedAt) ?? []));
  /** The piece that acts: one that was picked, one whose own choices are laid out, or the one that the question is about. */
  readonly selected = $derived.by<string | null>(() => {
    if (this.picked !== null) return this.picked;
    const offer = this.choices[0]?.offer;
    if (this.listed && offer?.actor === null && offer.target.kind === 'piece') return offer.target.key;
    return this.ask?.prompt.about ?? soleActor(this.menu);
  });
  readonly aimed = $derived<Choosable | null>(
    this.choices.length === 1 ? (this.choices[0] ?? null) : this.aimedIndex === null ? null : (this.choices[this.aimedIndex] ?? null),
  );
  readonly primary = $derived.by(() => {
    const standing = this.series.some(({ entries }) => entries.some(({ choice }) => choice === this.amount)) ? this.amount : null;
    // Where there is much to do on cards and with what waits, no button is meant more than another.
    const rich = (this.supply.length > 0 && this.several.size > 0) || (this.buttons.length > 1 && this.menu.some(({ offer: { target } }) => target.kind === 'card' && this.cards.has(target.key)));
    // What faces where it did before needs no turn: that is what Enter means.
    if (this.facings.length > 0) {
      const now = this.match.view?.scene.pieces.find(({ key }) => key === this.turning)?.facing;
      return this.aimed ?? this.facings.find(({ corner }) => corner === now)?.choice ?? null;
    }
    // Who is asked in passing lets things happen, unless something is aimed at.
    if (this.ask?.prompt.interrupt) return this.aimed ?? passing(this.menu) ?? primary(this.menu, null, this.beside);
    if (this.stocked) return this.aimed ?? ['ready', 'usual-army'].map(key => this.buttons.find(({ offer: { target } }) => target.key === key)).find(choice => choice !== undefined) ?? null;
    if (rich) return this.aimed ?? standing;
    // One that is picked and can do only one thing does it by the button, too.
    const own = this.picked === null || this.aimed ? [] : this.menu.filter(({ offer }) => offer.actor === this.picked);
    if (own.length === 1 && own[0]?.offer.target.kind === 'space') return own[0];
    return primary(this.menu.filter(choice => !this.laidOut(choice) && (this.series.length === 0 || this.buttons.includes(choice))), this.aimed ?? standing, this.beside);
  });
  /** Pieces and groups that something can be done with, in the order of the menu. */
  readonly able = $derived.by<string[]>(() => {
    const targets = this.open.map(({ offer }) => offer.target).filter(target => target.kind === 'piece' || target.kind === 'group');
    return [...new Set([...actors(this.menu), ...targets.map(({ key }) => key)])];
  });

  marks(scene: Scene): Marks {
    const side = scene.sides.find(({ seat }) => seat === this.ask?.seat)?.key;
    const pieces = new Map<string, { figure: string | null; foe: boolean }>();
    const groups = new Map<string, { figure: string | null; foe: boolean }>();
    const squadrons = new Map(scene.groups.map(group => [group.key, group]));
    const spaces = new Map<string, string | null>();
    const owner = new Map(scene.pieces.map(piece => [piece.key, piece]));
    for (const actor of actors(this.menu)) if (this.picked === null) (squadrons.has(actor) ? groups : pieces).set(actor, { figure: null, foe: false });
    for (const [, group] of this.groups) {
      const [first] = group;
      if (!first) continue;
      const { target, figure, actor } = first.offer;
      // What costs nothing is where the piece stands already: its own figures are to be read there.
      const shown = group.length === 1 && figure !== null && figure !== '0' && /\d/.test(figure) ? figure : null;
      if (target.kind === 'space') spaces.set(target.key, shown);
      // A foe is threatened only by a piece that acts; one that is merely named is not.
      if (target.kind === 'group') groups.set(target.key, { figure: shown, foe: actor !== null && squadrons.get(target.key)?.side !== side });
      if (target.kind === 'piece') pieces.set(target.key, { figure: shown, foe: actor !== null && owner.get(target.key)?.side !== side });
    }
    const seats = new Map(scene.sides.map(({ key, seat }) => [key, seat]));
    // An area is shared with others; a hex that an enemy holds is attacked and not entered.
    const foes = new Set(scene.boards[0]?.kind !== 'hexes' ? [] : scene.pieces.flatMap(({ place, side: whose }) => (place.kind === 'space' && this.ask && seats.get(whose) !== this.ask.seat ? [place.space] : [])));
    return {
      threatened: new Set([...spaces.keys()].filter(space => foes.has(space))), engaged: engagedIn(scene), gather: this.ask ? gathering(scene, this.menu) : new Map(),
      pieces, groups, spaces, selected: this.selected, aimed: this.aimedAt, refused: this.refused, cursor: this.cursor,
      aim: this.aimLine(owner, side),
      charges: new Set(this.open.flatMap(({ offer: { target, label } }) => (target.kind === 'space' && CHARGE.test(label) ? [target.key] : []))),
      charge: this.chargeLine(owner),
    };
  }

  private chargeLine(pieces: ReadonlyMap<string, Piece>): Marks['charge'] {
    const offer = (this.aimed ?? this.choices.find(({ offer: { label } }) => CHARGE.test(label)))?.offer;
    if (!offer || offer.target.kind !== 'space' || !CHARGE.test(offer.label)) return null;
    const charger = pieces.get(offer.actor ?? this.selected ?? '');
    if (charger?.place.kind !== 'space' || charger.facing === null) return null;
    return { from: charger.place.space, to: offer.target.key, facing: charger.facing };
  }

  private aimLine(pieces: ReadonlyMap<string, Piece>, side: string | undefined): Marks['aim'] {
    const offer = this.aimed?.offer;
    if (!offer?.actor || offer.target.kind !== 'piece') return null;
    const [from, to] = [pieces.get(offer.actor), pieces.get(offer.target.key)];
    if (from?.place.kind !== 'space' || to?.place.kind !== 'space') return null;
    return { from: from.place.space, to: to.place.space, text: this.forecast?.reckoning?.subtitle ?? '', hostile: to.side !== side };
  }

  /** A new question: nothing is aimed at, nothing laid out. What was picked stays so if somebody else has acted meanwhile. */
  reset(): void {
    // A pile from which one more may go stays picked, so that the next click sends it.
    const onlyMoves = this.menu.every(({ offer: { target } }) => target.kind === 'space' || target.kind === 'button');
    const again = this.picked !== null && onlyMoves && this.match.view?.scene.pieces.some(piece => piece.key === this.picked && isPile(piece));
    const keep = (!this.acted || again) && this.picked !== null && this.menu.some(({ offer }) => offer.actor === this.picked);
    this.acted = false;
    if (!keep) this.picked = null;
    this.confirming = null;
    this.drop();
    this.forecasts.clear();
  }

  /** Lets go of what is aimed at; once more lets go of the piece. */
  drop(): void {
    this.aimedAt = null;
    this.aimedIndex = null;
    this.listed = false;
    this.forecast = null;
  }

  escape(): void {
    if (this.confirming) this.confirming = null;
    else if (this.aimedAt !== null) this.drop();
    else this.picked = null;
    this.dismiss();
  }

  /** Which target lies under the pointer, if any may be clicked there. */
  private targetAt({ piece, group, space }: Under, scene: Scene): string | null {
    if (piece !== null && this.groups.has(`piece:${piece}`)) return `piece:${piece}`;
    if (group !== null && piece === null && this.groups.has(`group:${group}`)) return `group:${group}`;
    const actor = this.actorAt({ piece, group, space });
    // A stack fills its hex: there the hex is meant that was asked for. In an area there is room beside.
    const entered = this.picked !== null && scene.boards.some(({ kind }) => kind === 'hexes');
    // A stack or a pile that may act is picked, even where something else may go.
    if (space === null || (actor !== null && !entered && (group !== null || (actor !== this.picked && this.plain.piles.has(actor))))) return null;
    if (this.groups.has(`space:${space}`)) return `space:${space}`;
    const here = scene.pieces.filter(({ place }) => place.kind === 'space' && place.space === space);
    const only = here.filter(({ key }) => this.groups.has(`piece:${key}`));
    // A leader who stands with troops is a small mark: where only he can be meant, he is.
    const stands = here.some(one => one.key === piece && (one.face === 'formation' || isCommander(one)));
    return (piece === null || stands) && only.length === 1 ? `piece:${only[0]!.key}` : null;
  }

  /** Which of those that may act lies under the pointer. */
  private actorAt({ piece, group }: Under): string | null {
    const several = actors(this.menu);
    return [piece, group].find(key => key !== null && several.includes(key)) ?? null;
  }

  /** The pointer rests on something. What is aimed at stays so until something else is. */
  point(under: Under, scene: Scene): void {
    if (this.listed) return;
    const name = this.targetAt(under, scene);
    if (name !== null) this.aim(name);
  }

  aim(name: string, index: number | null = null): void {
    if (this.aimedAt === name && this.aimedIndex === index) return;
    if (this.aimedAt !== name) this.listed = false;
    this.aimedAt = name;
    this.aimedIndex = index;
    this.forecast = null;
    const { aimed, ask } = this;
    if (aimed && ask) void this.foresee(ask, aimed);
  }

  private async foresee(ask: Ask, choice: Choosable): Promise<void> {
    const forecast = await this.foretell(ask, choice);
    if (this.aimed === choice) this.forecast = forecast;
  }

  private async foretell(ask: Ask, choice: Choosable): Promise<Forecast | null> {
    const key = `${ask.seat}/${ask.question}/${JSON.stringify(choice.do)}`;
    let answer = this.forecasts.get(key);
    if (!answer) {
      answer = this.match.connection?.odds(ask.seat, ask.question, choice.do) ?? Promise.reject(new Error('lost'));
      this.forecasts.set(key, answer);
    }
    return answer.catch(() => null);
  }

  /** Looks ahead at what the button does: a battle shows its odds before anybody points at anything. */
  async lookAhead(): Promise<void> {
    const { ask, primary: choice } = this;
    if (!ask || !choice) { this.outlook = null; return; }
    const forecast = await this.foretell(ask, choice);
    if (this.primary === choice) this.outlook = forecast;
  }

  /** Something was clicked. A finger only aims: the button acts. */
  pick(under: Under, scene: Scene, touch: boolean): void {
    this.dismiss();
    if (this.joins(under, scene)) return;
    const name = this.targetAt(under, scene);
    if (name !== null) {
      this.aim(name);
      const { choices } = this;
      if (choices.length > 1) this.listed = true;
      else if (!touch && choices[0]) void this.take(choices[0]);
      return;
    }
    this.drop();
    const actor = this.actorAt(under);
    if (actor !== null) this.hold(actor);
    else if (this.ask && (under.piece !== null || under.group !== null || this.menu.some(({ offer }) => offer.target.kind === 'space'))) void this.refuse(under);
    else this.picked = this.ask ? null : (under.piece ?? under.group);
  }

  /** Whether a piece can join or leave the fight that is prepared by one choice. */
  joinable(piece: string): boolean {
    return this.joining(piece) !== null;
  }

  /** Lets a piece join the fight that is prepared, or leave it. */
  join(piece: string): void {
    const choice = this.joining(piece);
    if (choice) void this.take(choice);
  }

  private joining(piece: string): Choosable | null {
    const scene = this.match.view?.scene;
    const fight = scene ? preparing(scene) : null;
    const own = this.menu.filter(({ offer }) => offer.actor === piece);
    const [only] = own;
    return fight && only && own.length === 1 && nameOf(only.offer.target) === `space:${fight.space}` ? only : null;
  }

  /** While a fight is prepared a click on a unit lets it join or leave, a click on a stack lets all of it join. */
  private joins({ piece, space }: Under, scene: Scene): boolean {
    const fight = preparing(scene);
    if (!fight || this.busy) return false;
    if (piece !== null && this.joinable(piece)) {
      this.join(piece);
      return true;
    }
    const all = piece === null && space !== null ? gathering(scene, this.menu).get(space) : undefined;
    if (!all) return false;
    void this.putAll(all, `space:${fight.space}`);
    return true;
  }

  /** Picks one that may act; what it may not do is asked for, so that its menu can say why. */
  hold(actor: string): void {
    this.picked = actor;
    this.refusedButtons = [];
    if (this.orders.length > 0) void this.reasons().then(known => {
      if (this.picked === actor) this.refusedButtons = (known?.refusals ?? []).filter(({ offer }) => offer.actor === actor && offer.target.kind === 'button');
    });
  }

  /** Takes one choice after another, each as soon as the table offers it; ends where one is not offered. */
  async takeAll(names: readonly string[]): Promise<void> {
    this.composing = true;
    try {
      for (const name of names) {
        const choice = this.menu.find(({ offer }) => nameOf(offer.target) === name);
        const before = this.question;
        if (!choice || before === null) return;
        await this.take(choice);
        if (this.notice || this.confirming || !(await this.asksAnew(before))) return;
      }
    } finally {
      this.composing = false;
    }
  }

  /** Why cards may not be taken now, by their keys. */
  async refusedCards(): Promise<Map<string, Unavailable>> {
    const known = await this.reasons();
    return new Map((known?.refusals ?? []).flatMap(one => (one.offer.target.kind === 'card' ? [[one.offer.target.key, one] as const] : [])));
  }

  /** A card was clicked: it is taken, or aimed at by a finger, or the table says why not. */
  async card(key: string, touch: boolean): Promise<void> {
    this.dismiss();
    const name = `card:${key}`;
    if (this.groups.has(name)) {
      this.aim(name);
      const { choices } = this;
      if (choices.length > 1) this.listed = true;
      else if (!touch && choices[0]) await this.take(choices[0]);
      return;
    }
    if (this.ask) await this.put(null, name);
  }

  /** Takes up what is carried: where that is a decision of its own it is made, and its places are lit by the next question. */
  takeUp(key: string): void {
    this.drop();
    const lone = this.menu.find(({ offer: { actor, target } }) => actor === null && (target.kind === 'piece' || target.kind === 'group') && target.key === key);
    if (lone && !this.menu.some(({ offer }) => offer.actor === key)) void this.take(lone);
    else this.hold(key);
  }

  /** Puts down what was carried; what was taken up for nothing is let go again. */
  async putDown(key: string, drop: string | null, before: string | null): Promise<void> {
    if (drop !== null) return this.put(key, drop);
    if (before !== null && this.question !== before && this.ask?.canUndo) await this.undo();
  }

  /** Puts a piece somewhere by drag or by key: takes the choice that says so, or tells why there is none. */
  async put(actor: string | null, target: string): Promise<void> {
    this.dismiss();
    const choice = this.menu.find(({ offer }) => offer.actor === actor && nameOf(offer.target) === target);
    if (choice) return this.take(choice);
    const known = await this.reasons();
    const reason = known?.refusals.find(({ offer }) => offer.actor === actor && nameOf(offer.target) === target);
    if (reason) this.tell({ what: reason.offer.label, why: sentence(reason.refused.why), rule: reason.refused.rule });
    else if (this.ask) this.tell({ what: t('table.notNow'), why: `${this.ask.prompt.ask} ${this.ask.prompt.hint}`.trim(), rule: this.ask.prompt.rule });
  }

  /** A piece or a group was picked from a list: it is aimed at, and the button acts, unless the list itself is to. */
  choose(piece: string, atOnce = false): void {
    const name = this.groups.has(`group:${piece}`) ? `group:${piece}` : `piece:${piece}`;
    if (this.groups.has(name)) {
      this.aim(name);
      const { choices } = this;
      this.listed = choices.length > 1;
      if (atOnce && choices.length === 1 && choices[0]) void this.take(choices[0]);
    } else if (actors(this.menu).includes(piece)) this.hold(piece);
    else if (!this.ask) this.picked = piece;
  }

  /** Says why something cannot be done. The reasons are asked for once per question. */
  private async refuse({ piece, group, space }: Under): Promise<void> {
    const { ask, question } = this;
    if (!ask || !question) return;
    if (space !== null) {
      this.refused = space;
      setTimeout(() => { if (this.refused === space) this.refused = null; }, 600);
    }
    const known = await this.reasons();
    const names = new Set([piece === null ? '' : `piece:${piece}`, group === null ? '' : `group:${group}`, space === null ? '' : `space:${space}`]);
    const reason = known?.refusals.find(({ offer }) => names.has(nameOf(offer.target)) && (offer.actor === null || offer.actor === this.selected))
      ?? known?.refusals.find(({ offer }) => names.has(nameOf(offer.target)));
    if (reason) this.tell({ what: reason.offer.label, why: sentence(reason.refused.why), rule: reason.refused.rule });
    else this.tell({ what: t('table.notNow'), why: `${ask.prompt.ask} ${ask.prompt.hint}`.trim(), rule: ask.prompt.rule });
  }

  private async reasons(): Promise<Refusals | null> {
    const { ask, question } = this;
    if (!ask || !question) return null;
    if (this.refusals?.question !== question) {
      const answer = this.match.connection?.whyNot(ask.seat, ask.question) ?? Promise.reject(new Error('lost'));
      this.refusals = { question, answer };
    }
    return this.refusals.answer.catch(() => null);
  }

  /** Waits until the table asks something else than it did; gives up where it asks nothing more. */
  private async asksAnew(before: string): Promise<boolean> {
    for (let tries = 0; tries < 120; tries++) {
      if (this.question !== before) return this.question !== null;
      await new Promise(resolve => { setTimeout(resolve, 25); });
    }
    return false;
  }

  /**
   * Puts several pieces into one place, one after the other, as the game takes them. Where a button makes the place
   * (a squadron that is new), the first one makes it and the others follow her.
   */
  async putAll(actors: readonly string[], drop: string | null): Promise<void> {
    const [first, ...others] = actors;
    if (first === undefined) return;
    this.composing = true;
    try {
      const target = (actor: string): string[] => {
        if (drop !== null && !drop.startsWith('button:')) return [drop];
        const home = this.match.view?.scene.groups.find(({ pieces }) => pieces.includes(first));
        return actor === first ? [drop ?? ''] : [`piece:${first}`, ...(home ? [`group:${home.key}`] : [])];
      };
      for (const actor of [first, ...others]) {
        const names = target(actor);
        const choice = this.menu.find(({ offer }) => offer.actor === actor && names.includes(nameOf(offer.target)));
        // The first one may be where she belongs already.
        if (!choice && actor === first && (drop === null || drop.startsWith('button:'))) continue;
        if (!choice) {
          await this.put(actor, names[0] ?? '');
          return;
        }
        const before = this.question;
        await this.take(choice);
        if (before === null || this.notice || !(await this.asksAnew(before))) return;
      }
    } finally {
      this.composing = false;
    }
  }

  tell(notice: Notice): void {
    this.notice = notice;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => { this.notice = null; }, 6000);
  }

  dismiss(): void {
    clearTimeout(this.noticeTimer);
    this.notice = null;
  }

  /** Takes a choice, or asks once more where it cannot be taken back. */
  async take(choice: Choosable): Promise<void> {
    const { ask } = this;
    if (!ask || this.busy) return;
    if (choice.offer.sealing && this.confirming !== choice) {
      this.confirming = choice;
      return;
    }
    this.confirming = null;
    await this.act(() => this.match.connection?.decide(ask.seat, ask.question, choice.do));
  }

  async undo(): Promise<void> {
    const { ask } = this;
    if (!ask?.canUndo || this.busy) return;
    await this.act(() => this.match.connection?.undo(ask.seat, ask.question));
  }

  async act(deed: () => Promise<void> | undefined): Promise<void> {
    const { question } = this;
    this.answered = question;
    this.acted = true;
    this.dismiss();
    try {
      await deed();
    } catch (trouble) {
      if (trouble instanceof Ended) return;
      if (!(trouble instanceof Refusal)) this.tell({ what: t('table.notSent'), why: t('table.notSentWhy'), rule: null });
      else if (trouble.fault.refused) this.tell({ what: t('table.notAllowed'), why: sentence(trouble.fault.refused.why), rule: trouble.fault.refused.rule });
      else this.tell({ what: trouble.fault.kind === 'stale' ? t('table.stale') : t('table.notAllowed'), why: trouble.fault.message, rule: null });
    } finally {
      if (this.answered === question) this.answered = null;
    }
  }
}

function sentence(text: string): string {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
