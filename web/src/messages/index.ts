/**
 * The words of the page. Each language is one file like `en.ts`, with the same keys.
 *
 * A message may hold `{name}`s, and be one string or two by number: `{ one, other }`, chosen by the number `n`.
 */
import { en } from './en';

type Messages = typeof en;
export type MessageKey = keyof Messages;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<Message> = Message extends string
  ? Names<Message>
  : Message extends { other: infer Other }
    ? Names<Other> | 'n'
    : never;
type Values<Key extends MessageKey> = { [Name in NamesOf<Messages[Key]>]: Name extends 'n' ? number : string | number };
type Arguments<Key extends MessageKey> = NamesOf<Messages[Key]> extends never ? [] : [Values<Key>];

/** Keys of messages without names: those that can be passed around. */
export type PlainKey = { [Key in MessageKey]: NamesOf<Messages[Key]> extends never ? Key : never }[MessageKey];

const language = 'en';
const plural = new Intl.PluralRules(language);
const number = new Intl.NumberFormat(language);

/** The message of that key, with its names filled in. */
export function t<Key extends MessageKey>(key: Key, ...[values]: Arguments<Key>): string {
  const message: string | { one: string; other: string } = en[key];
  const given: Record<string, string | number> = values ?? {};
  const text = typeof message === 'string' ? message : message[isOne(given['n']) ? 'one' : 'other'];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number.format(value).replace('-', '\u2212') : value;
  });
}

function isOne(n: string | number | undefined): boolean {
  return typeof n === 'number' && plural.select(n) === 'one';
}

/** `3 November 1914` from `1914-11-03`; what is not such a date stays as it is. */
export function longDate(date: string): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!found) return date;
  const day = new Date(Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])));
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}

/** A title and its date; of no certain day, the title alone. */
export function dated(title: string, date: string): string {
  return date === '' ? title : `${title}, ${longDate(date)}`;
}

/** Whether there is a message of that key. */
export function isKey(key: string): key is PlainKey {
  return key in en;
}

/** With its first letter large. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence with its capital and its full stop. */
export function sentence(text: string): string {
  const trimmed = capital(text.trim());
  return /[.!?]$/.test(trimmed) || trimmed === '' ? trimmed : `${trimmed}.`;
}
