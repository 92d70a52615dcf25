import { capital, isKey, t } from '../messages';

/** A value of an option as people say it: those that are names in files have words of their own. */
export function optionWord(word: string): string {
  const key = `option.${word}`;
  return isKey(key) ? t(key) : capital(word.replaceAll('-', ' '));
}
