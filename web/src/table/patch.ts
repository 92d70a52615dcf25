import type { News, Scene, ScenePatch, View } from '../wire';

/** A scene after something has changed. Parts that did not change stay the same objects. */
export function apply(scene: Scene, patch: ScenePatch): Scene {
  const { pieces, gone, ...parts } = patch;
  const next: Scene = { ...scene, ...parts };
  if (!pieces && !gone) return next;

  const lost = new Set(gone ?? []);
  const changed = new Map((pieces ?? []).map(piece => [piece.key, piece]));
  next.pieces = scene.pieces
    .filter(piece => !lost.has(piece.key))
    .map(piece => {
      const now = changed.get(piece.key);
      changed.delete(piece.key);
      return now ?? piece;
    });
  next.pieces.push(...changed.values());
  return next;
}

/** A view after news. */
export function advance(view: View, news: News): View {
  return {
    ...view,
    moment: news.moment,
    scene: apply(view.scene, news.scene),
    log: news.log ? [...view.log.slice(0, news.log.from), ...news.log.lines] : view.log,
    waiting: news.waiting,
    asks: news.asks,
    clocks: news.clocks,
    result: news.result,
  };
}
