import { describe, expect, it } from 'vitest';
import { runChecks } from '../scoring/run-checks.ts';
import { scoreResults } from '../scoring/score.ts';
import { responseProbe } from './fixtures/facts-of.ts';
import { type Change, factsWith, pairs } from './fixtures/promises.ts';
import { checks } from './index.ts';

const weighed = checks.filter(({ importance }) => importance !== 'info');

/** Faults in the head, the headers and other responses, which few pairs change. */
const otherFaults: Change = {
  description: '',
  preview: '',
  headers: { 'content-security-policy': [], 'x-content-type-options': [] },
  probes: () => ({
    missingPage: responseProbe('https://example.com/missing'),
    favicons: [
      { tag: null, probe: responseProbe('https://example.com/favicon.ico', { status: 404 }) },
    ],
  }),
};

/** The status of a check, what its fix gains, and the score before it is rounded down. */
async function reportOf(id: string, ...changes: readonly Change[]) {
  const results = await runChecks(checks, await factsWith(...changes));
  const isFinding = /warn|fail/.test(results.get(id)?.status ?? '');
  const scores = [true, false].map((expectIndexable) => {
    const scored = scoreResults(checks, results, { expectIndexable });
    let left = 100;
    for (const { deduction } of Object.values(scored.checks)) left -= deduction;
    const points = Math.min(Math.max(left, 0), ...scored.gates.map(({ cap }) => cap));
    return { points, gain: scored.checks[id]?.gain ?? Number.NaN };
  });
  return { isFinding, scores };
}

/** How far the score after a fix is from what the report before it promised. */
async function missedBy(id: string, ...others: readonly Change[]) {
  const [faulty = {}, fixed = {}] = pairs[id] ?? [];
  const before = await reportOf(id, ...others, faulty);
  const after = await reportOf(id, ...others, fixed);
  expect([before.isFinding, after.isFinding]).toEqual([true, false]);
  return before.scores.map(({ points, gain }, index) =>
    Math.abs((after.scores[index]?.points ?? Number.NaN) - points - gain),
  );
}

it('has a faulty and a fixed page for each check with weight', () => {
  expect(Object.keys(pairs).sort()).toEqual(weighed.map(({ id }) => id).sort());
});

describe('a fix gains the points that the report promised, within one', () => {
  it.each(weighed.map(({ id }) => id))('%s', async (id) => {
    expect(Math.max(...(await missedBy(id)))).toBeLessThanOrEqual(1);
  });

  // The others of a family cost a quarter, and all of one is less than what they are about.
  it.each([
    ['images-broken', 'files-broken'],
    ['files-broken', 'images-broken'],
    ['links-broken', 'links-contact'],
    ['links-contact', 'links-broken'],
    ['mixed-content', 'http-to-https'],
    ['form-insecure', 'hsts'],
    ['tls', 'mixed-content'],
    ['h1', 'heading-empty'],
    ['heading-empty', 'h1'],
    ['canonical', 'canonical-fragment'],
    ['indexable-meta', 'indexable-header'],
    ['tracker-consent', 'tracking-cookies'],
    ['button-name', 'field-label'],
    ['image-alt', 'image-alt-placeholder'],
  ])('%s, together with %s', async (id, other) => {
    const [faulty = {}] = pairs[other] ?? [];
    expect(Math.max(...(await missedBy(id, faulty)))).toBeLessThanOrEqual(1);
  });

  // A page that was not seen may have any other faults: the report says that it is partial.
  const seen = weighed.filter(({ gate }) => !gate?.partial);
  it.each(seen.map(({ id }) => id))('%s, together with other faults', async (id) => {
    expect(Math.max(...(await missedBy(id, otherFaults)))).toBeLessThanOrEqual(1);
  });
});
