// provisional
import type { Die } from "./Die";
export type Throw = { side: string, count: number, dice: Array<Die> };
export type Pairing = { left: Array<string>, right: Array<string>, throws: Array<Throw>, now: boolean, text: string };
export type Battle = { name: string, space: string | null, text: string, pairings: Array<Pairing> };
