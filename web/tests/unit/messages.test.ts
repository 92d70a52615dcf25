import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dated, longDate, t } from '../../src/messages';
import { en } from '../../src/messages/en';

const source = join(import.meta.dirname, '../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(ts|svelte)$/.test(file) && !file.startsWith('messages') && !file.startsWith('wire') && !file.endsWith('.test.ts'))
  .map(file => readFileSync(join(source, file), 'utf8'));
const everything = files.join('\n');
const keys = Object.keys(en);

describe('messages', () => {
  it('exist for every key that is used', () => {
    const used = [...everything.matchAll(/\bt\(\s*'([^']+)'/g)].map(found => found[1] ?? '');
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(key => !keys.includes(key))).toEqual([]);
  });

  it('are all used', () => {
    // A key stands in quotes where it is used, or is put together from its beginning: `table.kind.${kind}`.
    const begun = [...everything.matchAll(/`([\w.-]+[.-])\$\{/g)].map(found => found[1] ?? '');
    const unused = keys.filter(key => !everything.includes(`'${key}'`) && !begun.some(start => key.startsWith(start)));
    expect(unused).toEqual([]);
  });

  it('are typeset: no straight apostrophes or dots in a row', () => {
    const texts = Object.values(en).flatMap(message => (typeof message === 'string' ? [message] : Object.values(message)));
    expect(texts.filter(text => /\w'\w|\.\.\.|--/.test(text))).toEqual([]);
  });

  it('are filled in and count', () => {
    expect(t('match.turn', { n: 3 })).toBe('Turn 3');
    expect(t('game.players', { n: 1 })).toBe('1 player');
    expect(t('game.players', { n: 2 })).toBe('2 players');
    expect(t('seats.taken', { n: 1, all: 1200 })).toBe('1 of 1,200 seats taken');
  });

  it('write dates as people do', () => {
    expect(longDate('1941-05-24')).toBe('24 May 1941');
    expect(longDate('a spring day')).toBe('a spring day');
    expect(dated('Hood', '1941-05-24')).toBe('Hood, 24 May 1941');
    expect(dated('Meeting engagement', '')).toBe('Meeting engagement');
  });
});
