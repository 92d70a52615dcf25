/** A figure with its sign; one that stands alone, or first in a sum, needs no plus. */
export function signed(figure: number, alone = false): string {
  return figure < 0 ? `−${-figure}` : figure > 0 && !alone ? `+${figure}` : String(figure);
}

/** A change of a chance, with its sign. */
export function points(change: number): string {
  const figure = (Math.abs(change) * 100).toFixed(1);
  return `${change < 0 && figure !== '0.0' ? '−' : '+'}${figure}%`;
}

/** How far a figure that was found by trying may be off: two standard errors. */
export function within(error: number): string {
  return `±${(error * 200).toFixed(1)}%`;
}

/** A chance to one decimal. */
export function percent(chance: number): string {
  return `${(chance * 100).toFixed(1)}%`;
}
