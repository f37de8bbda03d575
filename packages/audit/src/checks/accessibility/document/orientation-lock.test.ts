import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { orientationLock } from './orientation-lock.ts';

const of = (rules: string) => outcomeOf(orientationLock, { head: `<style>${rules}</style>` });

it.each([
  ['fail', 'turns the whole page by 90 degrees', 'body { transform: rotate(90deg) }'],
  ['pass', 'is the right way up', 'body { transform: rotate(180deg) }'],
  ['na', 'No <style> element rotates', '.arrow { transform: rotate(90deg) }'],
])('is %s, as it %s, with %s', async (status, summary, rules) => {
  const outcome = await of(`@media (orientation: landscape) { ${rules} }`);
  expect(outcome).toMatchObject({ status, summary: expect.stringContaining(summary) });
});
