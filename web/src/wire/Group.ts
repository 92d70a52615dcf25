// provisional
import type { Place } from "./Place";
export type Group = { key: string, name: string, side: string, place: Place, pieces: Array<string>, count: number | null, tag: string | null, done: boolean, text: string, };
