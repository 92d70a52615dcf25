import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import type { Point, Rect } from './ground';

/** How much of a counter can be read at a scale. */
export type Detail = 'near' | 'middle' | 'far';

/** Below 70 % the small print goes, below 45 % all but side, symbol and strength. */
export function detailAt(scale: number): Detail {
  return scale < 0.45 ? 'far' : scale < 0.7 ? 'middle' : 'near';
}

/** From here on the smallest print can be read too. */
const CLOSE = 1.05;

/** The scale and place at which a rectangle fills a window. */
export function fitting(rect: Rect, width: number, height: number, room: number, most: number): { k: number; x: number; y: number } {
  const k = Math.min(most, Math.max(0.02, Math.min((width - 2 * room) / rect.width, (height - 2 * room) / rect.height)));
  return { k, x: width / 2 - (rect.x + rect.width / 2) * k, y: height / 2 - (rect.y + rect.height / 2) * k };
}

/** How far a stretch must go to lie in a window, or null where it is longer than that. */
export function shiftInto(from: number, length: number, window: number): number | null {
  if (length > window) return null;
  return from < 0 ? -from : Math.min(0, window - from - length);
}

/** The place at which a window shows as much of a sheet as it can: the desk around it only where the sheet is too small. */
export function onDesk(at: number, from: number, length: number, scale: number, window: number, room: number): number {
  const [least, most] = [window - (from + length) * scale - room, room - from * scale];
  if (least > most) return window / 2 - (from + length / 2) * scale;
  return Math.min(most, Math.max(least, at));
}

/** How long a sheet has not moved when it has come to rest, and how long it glides where no pointer moves it, in milliseconds. */
const REST = 160;
const GLIDE = 260;

/** Told of every step of the view, and once more when it has come to rest. */
export type Watcher = (resting: boolean) => void;

/** Looks at a sheet: pans and zooms by moving one element, so that nothing is drawn anew before it has come to rest. */
export class Camera {
  private transform: ZoomTransform = zoomIdentity;
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
  /** How often the view has moved. */
  private steps = 0;
  private gliding = false;
  /** Where the sheet is held while it moves. */
  private readonly place: KeyframeEffect;
  private readonly hold: Animation;
  private readonly watchers = new Set<Watcher>();
  private readonly still = window.matchMedia('(prefers-reduced-motion: reduce)');

  constructor(
    private readonly window: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly bounds: Rect,
  ) {
    const { x, y, width, height } = bounds;
    this.place = new KeyframeEffect(sheet, null, { duration: 1, fill: 'both' });
    this.hold = new Animation(this.place);
    this.behaviour = zoom<HTMLElement, unknown>()
      .scaleExtent([0.1, 4])
      .clickDistance(5)
      .translateExtent([[x - width * 0.4 - 200, y - height * 0.4 - 200], [x + width * 1.4 + 200, y + height * 1.4 + 200]])
      .filter((event: MouseEvent) => !event.button && (!event.ctrlKey || event.type === 'wheel')
        // What can be carried does not pull the map along.
        && !(event.type !== 'wheel' && event.target instanceof Element && event.target.closest('[data-carry]') !== null))
      .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
        if (sourceEvent) this.glide(false);
        this.show(transform);
      });
    select(window).call(this.behaviour).on('dblclick.zoom', null);
  }

  /** Calls back whenever the view moves; returns what ends that. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private show(transform: ZoomTransform): void {
    this.transform = transform;
    const { x, y, k } = transform;
    const place = `translate(${x}px, ${y}px) scale(${k})`;
    this.sheet.style.transform = place;
    // While it moves the sheet is a picture of its own. An animation that stands still holds it: a browser moves what is animated as
    // it is, and sorts all that lies on it into layers anew after each change of a style.
    this.sheet.style.willChange = 'transform';
    if (!this.gliding) {
      this.place.setKeyframes({ transform: [place, place] });
      this.hold.pause();
    }
    const step = ++this.steps;
    const settled = (): void => { if (step === this.steps) this.rest(); };
    // With the next frame: on a slow machine a step of the same movement may still be waiting for it.
    setTimeout(() => requestAnimationFrame(settled), this.gliding ? GLIDE : REST);
    for (const watcher of this.watchers) watcher(false);
  }

  /** At rest the sheet is drawn sharp again, with the print that can be read now. */
  private rest(): void {
    this.glide(false);
    this.hold.cancel();
    this.sheet.style.willChange = '';
    // Writing it again would make a browser look at every counter again.
    const [detail, close] = [detailAt(this.scale), String(this.scale >= CLOSE)];
    if (this.sheet.dataset['detail'] !== detail) this.sheet.dataset['detail'] = detail;
    if (this.sheet.dataset['close'] !== close) this.sheet.dataset['close'] = close;
    for (const watcher of this.watchers) watcher(true);
  }

  get scale(): number {
    return this.transform.k;
  }

  /** Where a point of the sheet is in the window. */
  onScreen({ x, y }: Point): Point {
    return { x: this.transform.applyX(x), y: this.transform.applyY(y) };
  }

  /** Which point of the sheet is under a point of the page. */
  onSheet(clientX: number, clientY: number): Point {
    const box = this.window.getBoundingClientRect();
    const [x, y] = this.transform.invert([clientX - box.left, clientY - box.top]);
    return { x, y };
  }

  /** Shows a rectangle, at most at a scale. So much of the window may be `covered` at the right. */
  fit(rect: Rect = this.bounds, most = 1, room = 24, quick = false, covered = 0): void {
    const { clientWidth, clientHeight } = this.window;
    if (clientWidth === 0) return;
    const { k, x, y } = fitting(rect, clientWidth - covered, clientHeight, room, most);
    this.go(x, y, k, quick, covered);
  }

  /** Brings a rectangle into sight by the shortest way; says whether it has room at this scale. So much may be `covered` at the right. */
  bring(rect: Rect, covered = 0): boolean {
    const { x, y } = this.onScreen(rect);
    const dx = shiftInto(x, rect.width * this.scale, this.window.clientWidth - covered);
    const dy = shiftInto(y, rect.height * this.scale, this.window.clientHeight);
    if (dx === null || dy === null) return false;
    if (dx !== 0 || dy !== 0) this.panBy(dx, dy);
    return true;
  }

  /** The scale at which a rectangle fills the window. */
  scaleOf(rect: Rect): number {
    return fitting(rect, this.window.clientWidth, this.window.clientHeight, 0, Infinity).k;
  }

  zoomBy(factor: number): void {
    this.moved(() => this.behaviour.scaleBy(this.target(), factor));
  }

  panBy(dx: number, dy: number): void {
    this.moved(() => this.behaviour.translateBy(this.target(), dx / this.scale, dy / this.scale));
  }

  /** Brings a point to the middle, at the scale of now or a greater one. */
  centreOn({ x, y }: Point, least = 0): void {
    const k = Math.max(this.scale, least);
    const { clientWidth, clientHeight } = this.window;
    this.go(clientWidth / 2 - x * k, clientHeight / 2 - y * k, k, false);
  }

  /** The point that is nearest to the middle of the window, of one or more. */
  nearest(points: readonly Point[]): Point {
    const { clientWidth, clientHeight } = this.window;
    const off = (point: Point): number => {
      const { x, y } = this.onScreen(point);
      return Math.hypot(x - clientWidth / 2, y - clientHeight / 2);
    };
    return points.reduce((best, point) => off(point) < off(best) ? point : best);
  }

  /** Whether a point is in sight, not too near the edge. So much may be `covered` at the right. */
  sees(point: Point, room = 60, covered = 0): boolean {
    const { x, y } = this.onScreen(point);
    return x > room && y > room && x < this.window.clientWidth - Math.max(room, covered) && y < this.window.clientHeight - room;
  }

  private go(x: number, y: number, k: number, quick: boolean, covered = 0): void {
    const { bounds, window: { clientWidth, clientHeight } } = this;
    const left = onDesk(x, bounds.x, bounds.width, k, clientWidth - covered, 70);
    const top = onDesk(y, bounds.y, bounds.height, k, clientHeight, 70);
    const transform = zoomIdentity.translate(left, top).scale(k);
    this.moved(() => this.behaviour.transform(select(this.window), transform), quick);
  }

  private target() {
    return select(this.window);
  }

  /** Lets a change that no pointer made glide, unless motion is unwanted. */
  private moved(change: () => void, quick = false): void {
    const glide = !quick && !this.still.matches;
    this.glide(glide);
    change();
    if (!glide) this.rest();
  }

  private glide(gliding: boolean): void {
    this.gliding = gliding;
    if (gliding) this.hold.cancel();
    this.sheet.style.transition = gliding ? 'transform var(--m-move) var(--ease-in-out)' : '';
  }

  end(): void {
    select(this.window).on('.zoom', null);
    this.steps++;
    this.hold.cancel();
    this.watchers.clear();
  }
}
