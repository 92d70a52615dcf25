import type { Board, MatchCard, Piece, Result, Scene, SeatCard } from '../wire';
import { valueOf } from '../board/names';
import { t } from '../messages';

/** A piece of text, bold or not. */
export interface Segment {
  text: string;
  bold: boolean;
}

/** A line with the names of pieces in bold. Longer names go first: they may hold shorter ones. */
export function emboldened(text: string, names: readonly string[]): Segment[] {
  const sorted = [...new Set(names)].filter(name => name !== '').toSorted((a, b) => b.length - a.length);
  if (sorted.length === 0) return [{ text, bold: false }];
  const pattern = new RegExp(`(${sorted.map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
  return text.split(pattern).filter(part => part !== '').map(part => ({ text: part, bold: sorted.includes(part) }));
}

/** Who sits on a seat, in words. */
export function sitterOf(seat: SeatCard): string {
  switch (seat.sitter.kind) {
    case 'open': return t('table.open');
    case 'bot': return t('table.program', { name: titled(seat.sitter.bot) });
    case 'person': return seat.yours ? t('table.you') : seat.sitter.person.name;
  }
}

/** A name as it stands at the beginning of a sentence. */
export function titled(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** A time to think: `4:05`, `2:10:00`, `3 d 4 h`. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const HEADINGS = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];

/** Where a piece is and what it does, for lists. */
export function stateOf(piece: Piece, board: Board | undefined): string {
  if (piece.place.kind !== 'space') return piece.place.label;
  const speed = valueOf(piece, 'speed');
  const heading = piece.facing !== null && board?.kind === 'hexes' ? HEADINGS[(piece.facing - board.north + 6) % 6] : undefined;
  const space = board?.spaces.find(({ key }) => piece.place.kind === 'space' && key === piece.place.space)?.name;
  return [speed, heading, speed || heading ? undefined : space || piece.place.space].filter(part => part).join(', ');
}

/** The name of a side by its seat. */
export function sideName(scene: Scene, seat: number): string {
  return scene.sides.find(side => side.seat === seat)?.name ?? '';
}

/** Who has won, for somebody at the table. */
export function verdict(result: Result, match: MatchCard, scene: Scene): string {
  if (result.winners.length === 0) return t('table.drawn');
  const mine = match.seats.filter(seat => seat.yours);
  const won = mine.filter(({ seat }) => result.winners.includes(seat));
  if (mine.length === 1 && won.length === 1) return t('table.youWon');
  return t('table.won', { side: result.winners.map(seat => sideName(scene, seat)).join(', ') });
}

/** How clear it is, and why it ended. */
export function verdictText(result: Result, scene: Scene): string {
  const { ending } = result;
  switch (ending.kind) {
    case 'resigned': return t('table.endResigned', { side: sideName(scene, ending.seat) });
    case 'expired': return t('table.endExpired', { side: sideName(scene, ending.seat) });
    case 'abandoned': return t('table.endAbandoned');
    case 'played': break;
  }
  switch (result.grade) {
    case 'draw': return t('table.gradeDraw');
    case 'marginal': return t('table.gradeMarginal');
    case 'plain': return t('table.gradePlain');
    case 'decisive': return t('table.gradeDecisive');
  }
}

/** A letter for each button that no other key uses. */
export function letters(labels: readonly string[]): (string | null)[] {
  const taken = new Set('zumnltviZUMNLTVI');
  return labels.map(label => {
    const letter = [...label.toLowerCase()].find(sign => /[a-z]/.test(sign) && !taken.has(sign)) ?? null;
    if (letter) taken.add(letter);
    return letter?.toUpperCase() ?? null;
  });
}
