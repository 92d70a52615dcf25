import { t } from '../messages';

/** A figure with its sign; one that stands alone, or first in a sum, needs no plus. */
export function signed(figure: number, alone = false): string {
  return figure < 0 ? `−${-figure}` : figure > 0 && !alone ? `+${figure}` : String(figure);
}

/** A chance to one decimal. */
export function percent(chance: number): string {
  return `${(chance * 100).toFixed(1)}%`;
}

/** A chance in points to one decimal: sums and differences of chances are no chances themselves. Only what is below nought has a sign. */
export function inPoints(chance: number): string {
  const figure = Math.abs(chance * 100).toFixed(1);
  return chance < 0 && figure !== '0.0' ? `−${figure}` : figure;
}

/** A change of a chance in points, with its sign; what rounds to nothing has none. */
export function points(change: number): string {
  const figure = inPoints(Math.abs(change));
  return `${['−', '', '+'][rise(change) + 1]}${figure}`;
}

/** Whether a change of a chance is one up or down, as far as it is printed: 1, 0 or −1. */
export function rise(change: number): number {
  return inPoints(Math.abs(change)) === '0.0' ? 0 : Math.sign(change);
}

/** How far a figure that was found by trying may be off: two standard errors. */
export function within(error: number, unit = '%'): string {
  const figure = inPoints(2 * error);
  return figure === '0.0' ? t('figure.under', { least: `0.1${unit}` }) : `±${figure}${unit}`;
}

/** Whether what was found by trying might as well be nothing. */
export function isNoise(figure: number, error: number): boolean {
  return 2 * error >= figure;
}
