import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { h1 } from './h1.ts';

it('passes exactly one heading with text', async () => {
  expect(await outcomeOf(h1, { body: '<h1>Bread</h1><h2>Rye</h2>' })).toMatchObject({
    status: 'pass',
    value: ['Bread'],
    evidence: [{ text: '<h1>' }],
  });
});

it('takes the alternative text of a logo for text', async () => {
  const body = '<h1><a href="/"><img src="logo.png" alt="Baker & Sons"></a></h1>';
  expect(await outcomeOf(h1, { body })).toMatchObject({ status: 'pass', value: ['Baker & Sons'] });
});

it('does not count an empty one', async () => {
  expect((await outcomeOf(h1, { body: '<h1></h1><h1>Bread</h1>' })).status).toBe('pass');
});

it('warns about several, for half the points', async () => {
  const outcome = await outcomeOf(h1, { body: '<h1>One</h1><h1>Two</h1>' });
  expect(outcome).toMatchObject({ status: 'warn', value: ['One', 'Two'] });
  expect(outcome.points).toBeUndefined();
});

it('fails none, and an empty one', async () => {
  expect((await outcomeOf(h1)).summary).toBe('The page has no main heading.');
  expect((await outcomeOf(h1, { body: '<h1> </h1>' })).summary).toBe('The main heading is empty.');
});
