import { describe, expect, it } from 'vitest';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { checks } from '../checks/index.ts';
import { excellent, type Rung, scoreLadder, unfit } from '../fixtures/score-ladder.ts';
import { runChecks } from './run-checks.ts';
import { scoreResults } from './score.ts';

async function scoreOf(rung: Rung) {
  const results = await runChecks(checks, await factsOf(rung));
  const { score, fixFirst } = scoreResults(checks, results, { expectIndexable: true });
  return { name: rung.name, score, fixFirst };
}

const ladder = await Promise.all(scoreLadder.map(scoreOf));
const byName = new Map(ladder.map(({ name, score }) => [name, score]));

describe('the scores of the ladder', () => {
  it('fall from each page to the next', () => {
    const scores = ladder.map(({ score }) => score);
    expect(scores).toEqual([...new Set(scores)].sort((a, b) => b - a));
  });

  it('are 100 for a page without anything to fix', async () => {
    expect(await scoreOf(excellent)).toEqual({ name: 'excellent', score: 100, fixFirst: [] });
  });

  it('call a typical page of a content management system good', () => {
    expect(byName.get('typical CMS')).toBeGreaterThanOrEqual(85);
  });

  it('call a page without description and headings decent at most', () => {
    expect(byName.get('fair, without a description')).toBeLessThan(80);
  });

  it('call a login good, though it has few words', () => {
    expect(byName.get('a login')).toBeGreaterThanOrEqual(90);
  });

  it('are at most 20 for an empty page, and more for one of 1999 with 400 words', () => {
    expect(byName.get('empty')).toBeLessThanOrEqual(20);
    expect(byName.get('of 1999')).toBeGreaterThan(30);
  });

  it.each(unfit)(
    'are not good for a page that is $name, nor decent without content',
    async (rung) => {
      const most = rung.name === 'excellent, without a title' ? 79 : 49;
      expect((await scoreOf(rung)).score).toBeLessThanOrEqual(most);
    },
  );

  it('leave the categories of an app shell that are about content without a number', async () => {
    const shell = unfit.find(({ name }) => name === 'an app shell') as Rung;
    const results = await runChecks(checks, await factsOf(shell));
    expect(scoreResults(checks, results, { expectIndexable: true }).categories).toMatchObject({
      seo: { score: null },
      accessibility: { score: null },
      performance: { score: 100 },
      security: { score: 100 },
    });
  });
});
