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

/** A picture of what is carried, under the pointer: a copy of the part that is marked as such, for a piece of a drawing on a sheet of its own. */
function ghostOf(whole: HTMLElement | SVGElement): HTMLElement {
  const element = whole.querySelector<HTMLElement>('[data-ghost]') ?? whole;
  const { width, height } = element.getBoundingClientRect();
  let ghost: HTMLElement;
  if (element instanceof SVGGraphicsElement) {
    const box = element.getBBox();
    const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    sheet.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    sheet.style.cssText = 'width:100%;height:100%;overflow:visible;font-family:var(--font-counter)';
    const copy = element.cloneNode(true) as SVGElement;
    copy.style.transform = '';
    sheet.append(copy);
    ghost = document.createElement('div');
    ghost.append(sheet);
  } else {
    ghost = element.cloneNode(true) as HTMLElement;
  }
  ghost.classList.add('carried');
  Object.assign(ghost.style, { position: 'fixed', left: '0', top: '0', width: `${width}px`, height: `${height}px`, pointerEvents: 'none', zIndex: '40', margin: '0' });
  return ghost;
}

/** Lets an element be carried. A pointer that hardly moves clicks as before. */
export function carried(element: HTMLElement | SVGElement, carry: Carry | null): { update(next: Carry | null): void; destroy(): void } {
  let now = carry;
  let start: { x: number; y: number; id: number } | null = null;
  let ghost: HTMLElement | null = null;
  let wasDrag = false;
  let later: Carry | null | undefined;

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
      ghost = ghostOf(element);
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
    if (ghost && later !== undefined) now = later;
    later = undefined;
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
  const hears: [string, (event: never) => void][] = [['pointerdown', down], ['pointermove', move], ['pointerup', end], ['pointercancel', end]];
  for (const [name, hear] of hears) element.addEventListener(name, hear as EventListener);
  element.addEventListener('click', clicked as EventListener, true);
  return {
    // What is being carried stays so, whatever is lit meanwhile.
    update(next) { if (ghost) later = next; else now = next; },
    destroy() {
      ghost?.remove();
      for (const [name, hear] of hears) element.removeEventListener(name, hear as EventListener);
      element.removeEventListener('click', clicked as EventListener, true);
    },
  };
}
