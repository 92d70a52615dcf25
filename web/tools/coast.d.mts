import type { ChartMap } from '../src/board/charts/chart';
export const BLEED: number;
export function coastOf(map: ChartMap, bleed: number): string;
