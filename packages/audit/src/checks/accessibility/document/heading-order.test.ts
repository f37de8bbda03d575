import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { headingOrder } from './heading-order.ts';

const of = (...headings: readonly string[]) =>
  outcomeOf(headingOrder, {
    body: headings.map((level) => `<${level}>Rye</${level.split(' ')[0]}>`).join('\n'),
  });

it.each([
  ['one by one', ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']],
  ['the same again', ['h1', 'h2', 'h2', 'h2']],
  ['several levels back up', ['h1', 'h2', 'h3', 'h4', 'h2', 'h3', 'h4', 'h1']],
  ['a menu before the main heading', ['h3', 'h1', 'h2']],
  ['a hidden heading that leaves one out', ['h1', 'h4 hidden', 'h2']],
  ['one by role between two tags', ['h1', 'div role=heading aria-level=2', 'h3']],
  ['one by role without a level, which is the second', ['h1', 'div role=heading', 'h3']],
  ['the level for assistive technology', ['h1', 'h4 aria-level=2']],
])('passes %s', async (_what, headings) => {
  expect((await of(...headings)).status).toBe('pass');
});

it('warns about a skipped level, and quotes it', async () => {
  expect(await of('h1', 'h2', 'h4', 'h2', 'h5', 'h6')).toMatchObject({
    status: 'warn',
    summary: 'The headings skip a level 2 times: h2 → h4.',
    value: ['h2 → h4', 'h2 → h5'],
    evidence: [
      { text: '<h4>Rye</h4>', line: 3, column: 1 },
      { text: '<h5>Rye</h5>', line: 5, column: 1 },
    ],
  });
});

it('leaves an empty heading to heading-empty', async () => {
  const body = '<h1>Rye</h1><h3></h3><h2>Loaves</h2>';
  expect((await outcomeOf(headingOrder, { body })).status).toBe('pass');
});

it('reduces points by the share of skipped levels', async () => {
  expect((await of('h1', 'h3', 'h3', 'h2', 'h3')).points).toBe(0.646);
  expect((await of('h1', 'h3')).points).toBe(0);
});

it('warns about one by role', async () => {
  expect((await of('h1', 'div role=heading aria-level=3')).value).toEqual(['h1 → h3']);
});

it('does not apply to fewer than two headings', async () => {
  expect((await of()).status).toBe('na');
  expect((await of('h4')).status).toBe('na');
});
