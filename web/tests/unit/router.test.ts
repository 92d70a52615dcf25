import { describe, expect, it } from 'vitest';
import { parse, to } from '../../src/router';

describe('addresses', () => {
  it('name their pages', () => {
    expect(parse('/').page).toEqual({ name: 'home' });
    expect(parse('/lobby').page).toEqual({ name: 'lobby', tab: null });
    expect(parse('/lobby?list=mine').page).toEqual({ name: 'lobby', tab: 'mine' });
    expect(parse('/games/dreadnoughts').page).toEqual({ name: 'game', game: 'dreadnoughts' });
    expect(parse('/games/dreadnoughts/rules#6.7').page).toEqual({ name: 'rules', game: 'dreadnoughts' });
    expect(parse('/match/m1?moment=4&as=umpire').page).toEqual({ name: 'match', id: 'm1' });
    expect(Object.fromEntries(parse(to.step('m1', 4)).query)).toEqual({ step: '4', as: 'umpire', from: 'review' });
    expect(parse(to.review('m1')).page).toEqual({ name: 'review', id: 'm1' });
    expect(parse('/account').page).toEqual({ name: 'account' });
  });

  it('carry what comes after the path', () => {
    const at = parse('/match/m1?moment=4&as=umpire#x');
    expect(at.query.get('moment')).toBe('4');
    expect(at.hash).toBe('x');
    expect(parse('/games/g/rules#6.7c').hash).toBe('6.7c');
  });

  it('of an invitation hold its code, of a public match none', () => {
    expect(parse('/join/m1/k3y').page).toEqual({ name: 'join', id: 'm1', code: 'k3y' });
    expect(parse('/join/m1').page).toEqual({ name: 'join', id: 'm1', code: null });
    expect(parse('/join').page.name).toBe('not-found');
  });

  it('of a new match hold what is to be played', () => {
    expect(parse('/new?game=g&scenario=s').page).toEqual({ name: 'new', game: 'g', scenario: 's', against: null });
  });

  it.each(['/nowhere', '/lobby/x', '/games', '/games/g/other', '/match', '/match/a/b', '/join/a/b/c', '/account/x'])('%s is nowhere', path => {
    expect(parse(path).page.name).toBe('not-found');
  });

  it('with a stray per cent sign are read as they stand', () => {
    expect(parse('/match/100%').page).toEqual({ name: 'match', id: '100%' });
  });

  it('written by the page are read back', () => {
    expect(parse(to.match('a/b c')).page).toEqual({ name: 'match', id: 'a/b c' });
    expect(parse(to.join('m', 'x?y')).page).toEqual({ name: 'join', id: 'm', code: 'x?y' });
    expect(parse(to.rules('g', '6.7c')).hash).toBe('6.7c');
    expect(parse(to.newMatch({ game: 'g', against: 'friend' })).page).toEqual({ name: 'new', game: 'g', scenario: null, against: 'friend' });
    expect(parse(to.lobby('finished')).page).toEqual({ name: 'lobby', tab: 'finished' });
  });
});
