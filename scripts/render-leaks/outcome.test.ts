import { describe, expect, it } from 'vitest';
import { type Extent, killsOf } from './extent.ts';
import { faultsOf, type Outcome } from './outcome.ts';

const extent: Extent = { pages: 4, browserKills: 1, processKills: 1 };
const good: Outcome = {
  results: new Map([
    [1, 'rendered'],
    [2, 'render_crashed'],
    [3, 'render_crashed'],
    [4, 'rendered'],
  ]),
  killed: { browsers: 1, processes: 1 },
  afterKills: 0,
  processes: [],
  profiles: [],
};

describe('faultsOf', () => {
  it('accepts pages that were killed with their browser', () => {
    expect(faultsOf(good, extent)).toEqual([]);
  });

  it.each<readonly [string, Partial<Outcome>]>([
    ['page 1: render_timed_out', { results: new Map([...good.results, [1, 'render_timed_out']]) }],
    [
      '3 pages crashed, at most 2 were killed',
      { results: new Map([...good.results, [1, 'render_crashed']]) },
    ],
    ['2 pages have no result', { results: new Map([...good.results].slice(0, 2)) }],
    ['only 0 processes were killed', { killed: { browsers: 1, processes: 0 } }],
    ['2 processes of browsers survived a process that was killed', { afterKills: 2 }],
    ['process 7 of a browser is left', { processes: [7] }],
    ['the profile a is left', { profiles: ['a'] }],
  ])('finds: %s', (fault, changes) => {
    expect(faultsOf({ ...good, ...changes }, extent)).toEqual([fault]);
  });

  it('finds browsers that were not killed, whose pages need not crash', () => {
    const killed = { browsers: 0, processes: 1 };
    expect(faultsOf({ ...good, killed }, extent)).toEqual([
      '2 pages crashed, at most 0 were killed',
      'only 0 browsers were killed',
    ]);
  });
});

describe('killsOf', () => {
  it.each([
    { pages: 500, browserKills: 20, processKills: 5 },
    { pages: 50, browserKills: 3, processKills: 1 },
  ])('spreads $browserKills and $processKills kills over $pages pages', (of) => {
    const kills = [...killsOf(of)];
    const count = (kill: string) => kills.filter(([, each]) => each === kill).length;
    expect([count('browser'), count('process')]).toEqual([of.browserKills, of.processKills]);
    const last = Math.max(...kills.map(([page]) => page));
    expect(last).toBeLessThan(of.pages - 2);
    expect(kills.map(([, kill]) => kill).indexOf('process')).toBeGreaterThan(0);
  });

  it('refuses too few pages', () => {
    expect(() => killsOf({ pages: 10, browserKills: 3, processKills: 1 })).toThrow('too few');
  });
});
