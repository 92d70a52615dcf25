import type { Ask, Choosable, Target } from '../wire';

/** A target as one word, to compare and to look up. */
export function nameOf(target: Target): string {
  return `${target.kind}:${target.key}`;
}

/** The choices of a menu by what is clicked for them. */
export function byTarget(menu: readonly Choosable[]): Map<string, Choosable[]> {
  const groups = new Map<string, Choosable[]>();
  for (const choice of menu) {
    const name = nameOf(choice.offer.target);
    const group = groups.get(name);
    if (group) group.push(choice);
    else groups.set(name, [choice]);
  }
  return groups;
}

/** The pieces that act in a menu, if there is more than one to pick from. */
export function actors(menu: readonly Choosable[]): string[] {
  const found = new Set(menu.map(({ offer }) => offer.actor).filter(actor => actor !== null));
  return found.size > 1 ? [...found] : [];
}

/** The one that acts in all of a menu, if it is always the same. */
export function soleActor(menu: readonly Choosable[]): string | null {
  const found = new Set(menu.map(({ offer }) => offer.actor).filter(actor => actor !== null));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** What may be clicked when a piece is picked: its own choices, if several pieces have some. */
export function openTo(menu: readonly Choosable[], picked: string | null, plain: (choice: Choosable) => boolean = () => false): Choosable[] {
  const several = actors(menu);
  if (several.length === 0) return [...menu];
  // Where nothing is picked, what says by itself who acts may be clicked at once.
  return menu.filter(choice => choice.offer.actor === null || choice.offer.actor === picked || (picked === null && plain(choice)));
}

/** Whether a choice is clicked on the map: pieces that wait beside it are not there. */
function onBoard({ offer: { target } }: Choosable, beside: ReadonlySet<string>): boolean {
  return target.kind === 'space' || target.kind === 'group' || (target.kind === 'piece' && !beside.has(target.key));
}

/** The buttons of one that acts, such as the orders of a squadron: they are laid out when it is picked. */
export function ownButtons(menu: readonly Choosable[], actor: string | null): Choosable[] {
  return actor === null ? [] : menu.filter(({ offer }) => offer.actor === actor && offer.target.kind === 'button');
}

/** Choices that are not on the map, in the order of the menu, those that end something last. */
export function buttons(menu: readonly Choosable[], beside: ReadonlySet<string> = new Set()): Choosable[] {
  const off = menu.filter(choice => !onBoard(choice, beside));
  return [...off.filter(choice => !choice.offer.closing), ...off.filter(choice => choice.offer.closing)];
}

/** What Enter does: what is aimed at, else the only thing to do on the map, else the only button where the map has nothing. */
export function primary(menu: readonly Choosable[], aimed: Choosable | null, beside: ReadonlySet<string> = new Set()): Choosable | null {
  if (aimed) return aimed;
  // While a shot or an assault is prepared, to strike is meant more than to ask one more to join.
  const strike = menu.find(({ offer: { target } }) => target.kind === 'button' && ['fire', 'assault'].includes(target.key));
  if (strike) return strike;
  const onMap = menu.filter(choice => onBoard(choice, beside));
  if (onMap.length === 1) return onMap[0] ?? null;
  const off = buttons(menu, beside);
  const open = off.filter(choice => !choice.offer.closing);
  const [only] = open;
  // Beside a map full of choices a lone button is one of many, unless it does for all what the map does one by one.
  if (only && open.length === 1 && (onMap.length === 0 || sweeping(only))) return only;
  return off.length === 1 && !endsEarly(onMap) ? (off[0] ?? null) : null;
}

/** Whether a button does with one press what could be done piece by piece. */
function sweeping({ offer: { target } }: Choosable): boolean {
  return target.kind === 'button' && ['all', 'rest', 'historical'].includes(target.key);
}

/** Whether a closing button would pass over things that could still be done on the map. */
function endsEarly(onMap: readonly Choosable[]): boolean {
  // A map full of choices of which one already stands (such as orders) is no reason to hesitate.
  return onMap.length > 0 && !onMap.some(standing);
}

/** Choices with one target, as a list or, where their words cross, as a table. */
export type Sheet =
  | { kind: 'list'; title: string; rows: { label: string; choice: Choosable }[] }
  | { kind: 'grid'; title: string; columns: string[]; rows: { label: string; cells: (Choosable | null)[] }[] };

/** Lays out the choices of one target: what they all say becomes the title, what they share becomes rows and columns. */
export function sheetOf(choices: readonly Choosable[], plain: string): Sheet {
  const labels = choices.map(({ offer }) => offer.label);
  const colon = labels[0]?.indexOf(': ') ?? -1;
  const prefix = colon > 0 ? (labels[0] as string).slice(0, colon + 2) : '';
  const shared = prefix !== '' && labels.every(label => label.startsWith(prefix));
  const title = shared ? prefix.slice(0, -2) : '';
  const words = shared ? labels.map(label => label.slice(prefix.length)) : labels;

  const parts = words.map(word => {
    const comma = word.lastIndexOf(', ');
    return comma < 0 ? { head: word, tail: '' } : { head: word.slice(0, comma), tail: word.slice(comma + 2) };
  });
  const heads = [...new Set(parts.map(({ head }) => head))];
  const tails = [...new Set(parts.map(({ tail }) => tail))];
  if (heads.length > 1 && tails.length > 1 && choices.length > Math.max(heads.length, tails.length)) {
    const rows = heads.map(head => ({
      label: capital(head),
      cells: tails.map(tail => choices[parts.findIndex(part => part.head === head && part.tail === tail)] ?? null),
    }));
    return { kind: 'grid', title, columns: tails.map(tail => (tail === '' ? plain : capital(tail))), rows };
  }
  return { kind: 'list', title, rows: choices.map((choice, index) => ({ label: capital(words[index] ?? ''), choice })) };
}

/** Whether a choice says that it is the one that stands now. */
export function standing(choice: Choosable): boolean {
  const { figure } = choice.offer;
  return figure !== null && !/\d/.test(figure);
}

/** The answer to a question whether to step in that changes nothing. */
export function passing(menu: readonly Choosable[]): Choosable | null {
  return menu.find(({ offer: { target } }) => target.kind === 'button' && target.key === 'pass') ?? null;
}

/** The choice of a menu that is written like another. */
export function choiceOf(menu: readonly Choosable[], written: unknown): Choosable | null {
  const wanted = JSON.stringify(written);
  return menu.find(choice => JSON.stringify(choice.do) === wanted) ?? null;
}

/** The first question to one of a person's seats. */
export function askFor(asks: readonly Ask[], seat: number | null): Ask | null {
  return asks.find(ask => seat === null || ask.seat === seat) ?? asks[0] ?? null;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
