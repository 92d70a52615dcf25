/** A figure with its sign; one that stands alone, or first in a sum, needs no plus. */
export function signed(figure: number, alone = false): string {
  return figure < 0 ? `−${-figure}` : figure > 0 && !alone ? `+${figure}` : String(figure);
}

/** A chance to one decimal. */
export function percent(chance: number): string {
  return `${(chance * 100).toFixed(1)}%`;
}
