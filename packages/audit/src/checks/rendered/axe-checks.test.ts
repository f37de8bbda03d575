import { describe, expect, it } from 'vitest';
import type { AxeResults } from '../../render/renderer.ts';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { contrast } from './contrast.ts';
import { linkInText } from './link-in-text.ts';
import { scrollableRegion } from './scrollable-region.ts';
import { targetSize } from './target-size.ts';

const none: AxeResults = { version: '4.12.0', violations: [], passes: [], incomplete: [] };
const element = { selector: 'main > p', html: '<p class="pale">', data: {} };

describe.each([
  ['color-contrast', contrast],
  ['link-in-text-block', linkInText],
  ['target-size', targetSize],
  ['scrollable-region-focusable', scrollableRegion],
])('%s', (id, check) => {
  const of = (axe: Partial<AxeResults>) =>
    outcomeOf(check, { rendered: { axe: { ...none, ...axe } } });

  it('fails with the elements that break it', async () => {
    const outcome = await of({ violations: [{ id, count: 1, elements: [element] }] });
    expect(outcome).toMatchObject({
      status: 'fail',
      value: { found: 1, undecided: 0 },
      evidence: [{ kind: 'html', selector: 'main > p' }],
    });
    expect(outcome.summary).toMatch(/^1 \w+ .*\.$/);
    expect(outcome.sampled).toBeUndefined();
  });

  it('says that there are more elements than are quoted', async () => {
    const outcome = await of({ violations: [{ id, count: 1_200, elements: [element] }] });
    expect(outcome.summary).toMatch(/^1,200 \w+s .*\.$/);
    expect(outcome.sampled).toBe(true);
  });

  it('passes elements that keep it, and those that cannot be decided on', async () => {
    expect((await of({ passes: [id] })).status).toBe('pass');
    expect(await of({ incomplete: [{ id, count: 2 }] })).toMatchObject({
      status: 'pass',
      summary: expect.stringContaining('2 elements could not be decided on.'),
      value: { found: 0, undecided: 2 },
    });
  });

  it('does not apply without such elements, and is not evaluated if axe did not end', async () => {
    expect((await of({ passes: ['other'] })).status).toBe('na');
    expect((await outcomeOf(check, { rendered: {} })).status).toBe('error');
  });
});

it('quotes the colors and their contrast', async () => {
  const data = { contrastRatio: 2.3, fgColor: '#aaaaaa', bgColor: '#ffffff' };
  const violations = [{ id: 'color-contrast', count: 1, elements: [{ ...element, data }] }];
  const { evidence } = await outcomeOf(contrast, { rendered: { axe: { ...none, violations } } });
  expect(evidence?.[0]?.text).toBe('<p class="pale"> (2.3:1, #aaaaaa on #ffffff)');
});
