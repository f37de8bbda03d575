import { describe, expect, it } from 'vitest';
import type { Check } from '../checks/check.ts';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { runChecks } from '../scoring/run-checks.ts';
import { lastsUntil, watchTime } from './lasting-results.ts';

const start = new Date('2026-06-01T12:00:00Z');
const dayMs = 86_400_000;

/** A check with this function. */
function checkOf(id: string, run: Check['run']): Check {
  const [first] = defaultRuleset.checks;
  if (first === undefined) throw new Error('There is no check.');
  return { ...first, id, about: 'response', run };
}

/** For how many days the results of checks stay the same. */
async function daysOf(...checks: readonly Check[]): Promise<number> {
  const watched = watchTime({ ...(await factsOf({ head: '<title>A</title>' })), now: start });
  await runChecks(checks, watched.facts, watched);
  return (lastsUntil(watched.facts, watched.checks) - start.getTime()) / dayMs;
}

const passUntil = (days: number) =>
  checkOf(`until-${days}`, ({ now }) => ({
    status: now.getTime() - start.getTime() < days * dayMs ? 'pass' : 'fail',
    summary: `${now.toISOString()} is in time.`,
  }));

describe('results', () => {
  it('last 90 days if no check reads the time, or has another result by then', async () => {
    expect(await daysOf()).toBe(90);
    expect(await daysOf(checkOf('a', () => ({ status: 'pass', summary: 'It is.' })))).toBe(90);
    expect(await daysOf(passUntil(91))).toBe(90);
  });

  it.each([
    [0.5, 0],
    [1, 0],
    [1.5, 1],
    [2, 1],
    [33, 32],
    [89.5, 89],
    [90, 89],
  ])('that change after %d days last %d', async (days, lasting) => {
    expect(await daysOf(passUntil(days))).toBe(lasting);
    expect(await daysOf(passUntil(80.5), passUntil(days), passUntil(85.5))).toBe(
      Math.min(lasting, 80),
    );
  });

  it('last as long as their points, and as a check does not throw', async () => {
    const points = checkOf('points', ({ now }) => ({
      status: 'warn',
      summary: 'Some.',
      points: now.getTime() < start.getTime() + 5.5 * dayMs ? 0.7 : 0.5,
    }));
    expect(await daysOf(points)).toBe(5);
    const throwing = checkOf('throws', ({ now }) => {
      if (now.getTime() > start.getTime() + 7.5 * dayMs) throw new Error('Too late.');
      return { status: 'pass', summary: 'Early.' };
    });
    expect(await daysOf(throwing)).toBe(7);
  });

  it('depend on the time of checks only, not on what reads it afterwards', async () => {
    const watched = watchTime({ ...(await factsOf({ head: '<title>A</title>' })), now: start });
    const check = checkOf('a', () => ({ status: 'pass', summary: 'It is.' }));
    await runChecks([check], watched.facts, watched);
    expect(watched.facts.now).toBe(start);
    expect(watched.checks.size).toBe(0);
  });

  it('of all our checks are evaluated again without an error', async () => {
    const watched = watchTime({ ...(await factsOf({ head: '<title>A</title>' })), now: start });
    const results = await runChecks(defaultRuleset.checks, watched.facts, watched);
    expect(watched.checks.size).toBeGreaterThan(3);
    expect(results.size).toBe(defaultRuleset.checks.length);
    expect(lastsUntil(watched.facts, watched.checks)).toBeGreaterThan(start.getTime());
  });
});
