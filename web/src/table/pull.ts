/** How far a sheet is pulled down before it lets go. */
const FAR = 70;

/** Lets a sheet be pulled down by its grip, and closes it when it was pulled far enough. */
export function pulledDown(grip: HTMLElement, close: () => void): { update(next: () => void): void; destroy(): void } {
  let done = close;
  let start: number | null = null;
  const sheet = (): HTMLElement | null => grip.closest<HTMLElement>('[data-sheet]');
  const move = (by: number): void => { const element = sheet(); if (element) element.style.transform = by > 0 ? `translateY(${by}px)` : ''; };
  const down = (event: PointerEvent): void => { start = event.clientY; grip.setPointerCapture(event.pointerId); };
  const moved = (event: PointerEvent): void => { if (start !== null) move(event.clientY - start); };
  const end = (event: PointerEvent): void => {
    const by = start === null ? 0 : event.clientY - start;
    start = null;
    move(0);
    if (event.type === 'pointerup' && by > FAR) done();
  };
  grip.addEventListener('pointerdown', down);
  grip.addEventListener('pointermove', moved);
  grip.addEventListener('pointerup', end);
  grip.addEventListener('pointercancel', end);
  return {
    update(next) { done = next; },
    destroy() {
      grip.removeEventListener('pointerdown', down);
      grip.removeEventListener('pointermove', moved);
      grip.removeEventListener('pointerup', end);
      grip.removeEventListener('pointercancel', end);
    },
  };
}
