/** What is lit on the board and why. All of it comes from the menu and from what the reader points at. */
export interface Marks {
  /** Spaces that may be clicked, each with the short figure that its offer shows. */
  spaces: ReadonlyMap<string, string | null>;
  /** Those of them that hold an enemy: they are threatened and not entered. */
  threatened: ReadonlySet<string>;
  /** Pieces that may be clicked. */
  pieces: ReadonlyMap<string, { figure: string | null; foe: boolean }>;
  /** Groups that may be clicked. */
  groups: ReadonlyMap<string, { figure: string | null; foe: boolean }>;
  /** The piece or the group that acts, by its key. */
  selected: string | null;
  /** Pieces that have joined what is prepared: their stacks are ringed like those that act. */
  engaged: ReadonlySet<string>;
  /** Spaces where one click lets all join that can, with the keys of those. */
  gather: ReadonlyMap<string, readonly string[]>;
  /** What is aimed at, as `piece:KEY`, `group:KEY` or `space:KEY`. */
  aimed: string | null;
  /** The space where something was refused a moment ago. */
  refused: string | null;
  /** The space that the keyboard stands on. */
  cursor: string | null;
  /** A line from the piece that acts to what it aims at. */
  aim: { from: string; to: string; text: string; hostile: boolean } | null;
  /** Spaces that a piece may charge to. */
  charges: ReadonlySet<string>;
  /** A charge that is aimed at: from where, to where, and the corner that is faced all the way. */
  charge: { from: string; to: string; facing: number } | null;
}

/** A board on which nothing is to be done. */
export const UNMARKED: Marks = {
  spaces: new Map(), threatened: new Set(), pieces: new Map(), groups: new Map(), selected: null, engaged: new Set(), gather: new Map(), aimed: null, refused: null, cursor: null, aim: null, charges: new Set(), charge: null,
};

/** So many spaces are open that a line around each would hide the map. */
const MANY = 36;

/** Whether very many spaces are open, with nothing to read in them; where that is most of a board, which are not: those are marked instead. */
export function crowdOf(open: Marks['spaces'], all: readonly string[]): { closed: string[] | null } | null {
  if (open.size <= MANY || [...open.values()].some(figure => figure !== null)) return null;
  const closed = all.filter(space => !open.has(space));
  return { closed: closed.length < open.size ? closed : null };
}

/** A figure that stands at a space: the cost of entering it, or the dice against a piece that is there. */
export interface Figure { space: string; text: string; piece: boolean }

/** The figures of all that may be clicked and is on the board. Pieces of one space that show the same share it. */
export function figuresOf({ spaces, pieces }: Pick<Marks, 'spaces' | 'pieces'>, where: ReadonlyMap<string, string>, onBoard: (space: string) => boolean): Figure[] {
  const found = new Map<string, Figure>();
  const add = (space: string | undefined, text: string | null, piece: boolean): void => {
    if (space !== undefined && text !== null && onBoard(space)) found.set(`${piece} ${space} ${text}`, { space, text, piece });
  };
  for (const [space, text] of spaces) add(space, text, false);
  for (const [key, { figure }] of pieces) add(where.get(key), figure, true);
  return [...found.values()];
}
