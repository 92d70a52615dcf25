/** Something that is carried from one place to another by pointer. */
export interface Carry {
  /** What is carried, by its key. */
  key: string;
  /** Where it may be put down: as drop places are named. */
  fits: (drop: string) => boolean;
  picked: (key: string) => void;
  moved: (over: string | null) => void;
  put: (key: string, drop: string | null) => void;
  /** The space of the map under a point of the page. */
  spaceAt: (x: number, y: number) => string | null;
}

/** How far the pointer goes before it is a drag and no click. */
const START = 6;

/** The drop place under a point: the nearest one around what lies there that takes what is carried. */
function dropAt(x: number, y: number, { fits, spaceAt }: Carry): string | null {
  let at: Element | null = document.elementFromPoint(x, y);
  while (at) {
    const place: Element | null = at.closest('[data-drop], [data-group]');
    if (!place) break;
    const { drop, group } = (place as HTMLElement | SVGElement).dataset;
    const name = drop ?? `group:${group ?? ''}`;
    if (fits(name)) return name;
    at = place.parentElement;
  }
  const space = spaceAt(x, y);
  return space !== null && fits(`space:${space}`) ? `space:${space}` : null;
}

/** Lets an element be carried. A pointer that hardly moves clicks as before. */
export function carried(element: HTMLElement, carry: Carry | null): { update(next: Carry | null): void; destroy(): void } {
  let now = carry;
  let start: { x: number; y: number; id: number } | null = null;
  let ghost: HTMLElement | null = null;
  let wasDrag = false;

  const down = (event: PointerEvent): void => {
    if (!now || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    wasDrag = false;
  };
  const move = (event: PointerEvent): void => {
    if (!start || !now || event.pointerId !== start.id) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < START) return;
      element.setPointerCapture(start.id);
      ghost = element.cloneNode(true) as HTMLElement;
      ghost.classList.add('carried');
      const { width, height } = element.getBoundingClientRect();
      Object.assign(ghost.style, { position: 'fixed', left: '0', top: '0', width: `${width}px`, height: `${height}px`, pointerEvents: 'none', zIndex: '40', margin: '0' });
      document.body.append(ghost);
      wasDrag = true;
      now.picked(now.key);
    }
    ghost.style.transform = `translate(${event.clientX - ghost.offsetWidth / 2}px, ${event.clientY - ghost.offsetHeight / 2}px)`;
    now.moved(dropAt(event.clientX, event.clientY, now));
    event.preventDefault();
  };
  const end = (event: PointerEvent): void => {
    if (ghost && now) now.put(now.key, event.type === 'pointerup' ? dropAt(event.clientX, event.clientY, now) : null);
    ghost?.remove();
    ghost = null;
    start = null;
  };
  // The click that ends a drag picks nothing.
  const clicked = (event: MouseEvent): void => {
    if (!wasDrag) return;
    wasDrag = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
  element.addEventListener('click', clicked, true);
  return {
    update(next) { now = next; },
    destroy() {
      ghost?.remove();
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
      element.removeEventListener('click', clicked, true);
    },
  };
}
