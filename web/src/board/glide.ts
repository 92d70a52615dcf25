import { motionIsReduced } from '../theme';
import type { Ground, Point } from './ground';

/** Where a piece stands now. */
export interface Standing {
  ground: Ground;
  space: string;
  at: Point;
}

/** How long a step takes, and the most that a whole move may take, in milliseconds. */
const STEP = 240;
const MOST = 1200;

/** Puts an element where its piece stands, and lets it slide there space by space. */
export function glide(element: SVGGElement, start: Standing): { update(next: Standing): void } {
  let last = start;
  const write = ({ x, y }: Point) => `translate(${x}px, ${y}px)`;
  element.style.transform = write(start.at);
  return {
    update(next) {
      const moved = next.at.x !== last.at.x || next.at.y !== last.at.y;
      const from = last;
      last = next;
      if (!moved) return;
      element.style.transform = write(next.at);
      if (motionIsReduced()) return;
      const same = from.space === next.space || from.ground.key !== next.ground.key;
      const between = same || !next.ground.has(from.space) ? [] : next.ground.route(from.space, next.space).slice(1, -1);
      const points = [from.at, ...between, next.at];
      element.animate(points.map(point => ({ transform: write(point) })), {
        duration: same ? 160 : Math.min(MOST, STEP * (points.length - 1)),
        easing: 'cubic-bezier(.5,0,.2,1)',
      });
    },
  };
}
