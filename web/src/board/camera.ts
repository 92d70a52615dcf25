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

/** The place at which a window shows as much of a sheet as it can: the desk around it only where the sheet is too small. */
export function onDesk(at: number, from: number, length: number, scale: number, window: number, room: number): number {
  const [least, most] = [window - (from + length) * scale - room, room - from * scale];
  if (least > most) return window / 2 - (from + length / 2) * scale;
  return Math.min(most, Math.max(least, at));
}

/** Looks at a sheet: pans and zooms by moving one element, so that nothing is drawn anew. */
export class Camera {
  private transform: ZoomTransform = zoomIdentity;
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>;
  private settle: ReturnType<typeof setTimeout> | undefined;
  private readonly watchers = new Set<() => void>();
  private readonly still = window.matchMedia('(prefers-reduced-motion: reduce)');

  constructor(
    private readonly window: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly bounds: Rect,
  ) {
    const { x, y, width, height } = bounds;
    this.behaviour = zoom<HTMLElement, unknown>()
      .scaleExtent([0.1, 4])
      .clickDistance(5)
      .translateExtent([[x - width * 0.4 - 200, y - height * 0.4 - 200], [x + width * 1.4 + 200, y + height * 1.4 + 200]])
      .filter((event: MouseEvent) => !event.button && (!event.ctrlKey || event.type === 'wheel')
        // What can be carried does not pull the map along.
        && !(event.type !== 'wheel' && event.target instanceof Element && event.target.closest('[data-carry]') !== null))
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => this.show(event.transform));
    select(window).call(this.behaviour).on('dblclick.zoom', null);
  }

  /** Calls back whenever the view moves; returns what ends that. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private show(transform: ZoomTransform): void {
    this.transform = transform;
    const { x, y, k } = transform;
    // While it moves the sheet is a picture of its own; at rest it is drawn sharp again.
    this.sheet.style.willChange = 'transform';
    this.sheet.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    // Writing it again would make a browser look at every counter again.
    const detail = detailAt(k);
    if (this.sheet.dataset['detail'] !== detail) this.sheet.dataset['detail'] = detail;
    const close = String(k >= CLOSE);
    if (this.sheet.dataset['close'] !== close) this.sheet.dataset['close'] = close;
    clearTimeout(this.settle);
    this.settle = setTimeout(() => { this.sheet.style.willChange = ''; }, 160);
    for (const watcher of this.watchers) watcher();
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

  /** Shows a rectangle, at most at a scale. */
  fit(rect: Rect = this.bounds, most = 1, room = 24, quick = false): void {
    const { clientWidth, clientHeight } = this.window;
    if (clientWidth === 0) return;
    const { k, x, y } = fitting(rect, clientWidth, clientHeight, room, most);
    this.go(x, y, k, quick);
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

  /** Whether a point is in sight, not too near the edge. */
  sees(point: Point, room = 60): boolean {
    const { x, y } = this.onScreen(point);
    return x > room && y > room && x < this.window.clientWidth - room && y < this.window.clientHeight - room;
  }

  private go(x: number, y: number, k: number, quick: boolean): void {
    const { bounds, window: { clientWidth, clientHeight } } = this;
    const left = onDesk(x, bounds.x, bounds.width, k, clientWidth, 70);
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
    this.sheet.style.transition = glide ? 'transform var(--m-move) var(--ease-in-out)' : '';
    change();
    if (glide) setTimeout(() => { this.sheet.style.transition = ''; for (const watcher of this.watchers) watcher(); }, 260);
  }

  end(): void {
    select(this.window).on('.zoom', null);
    clearTimeout(this.settle);
    this.watchers.clear();
  }
}
