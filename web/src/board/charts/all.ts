import type { Board } from '../../wire';
import type { Chart } from './chart';
import { dawnOfEmpire } from './dawn-of-empire';
import { struggleOfEmpires } from './struggle-of-empires';

/** The coast of each map of a chart, as paths. */
export type Coasts = Readonly<Record<string, string>>;

/** A chart with its coasts, which are fetched when it is looked at. */
export interface Sheet {
  chart: Chart;
  coasts: () => Promise<Coasts>;
}

/** The charts by the names of their games. */
export const charts: Readonly<Record<string, Sheet>> = {
  'dawn-of-empire': { chart: dawnOfEmpire, coasts: () => import('./dawn-of-empire.coast.json').then(file => file.default) },
  'struggle-of-empires': { chart: struggleOfEmpires, coasts: () => import('./struggle-of-empires.coast.json').then(file => file.default) },
};

/** The chart of a board: one that has a place for each of its spaces. */
export function chartOf(board: Board): Sheet | null {
  if (board.kind !== 'areas') return null;
  const fits = ({ chart }: Sheet) => chart.board === board.key && board.spaces.length > 0
    && board.spaces.every(({ key }) => key in chart.areas || key in chart.ports);
  return Object.values(charts).find(fits) ?? null;
}
