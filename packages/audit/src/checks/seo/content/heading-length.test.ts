import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { headingLength } from './heading-length.ts';

const of = (body: string) => outcomeOf(headingLength, { body });

it.each([
  ['120 characters', `<h1>${'a'.repeat(120)}</h1>`],
  ['120 characters of two UTF-16 units', `<h1>${'🍞'.repeat(120)}</h1>`],
  ['120 characters with separate accents', `<h1>${'e\u0301'.repeat(120)}</h1>`],
  ['a long heading further down', `<h1>Rye</h1><h3>${'a'.repeat(200)}</h3>`],
  ['a long one that is hidden', `<h1>Rye</h1><h2 hidden>${'a'.repeat(200)}</h2>`],
])('passes %s', async (_what, body) => {
  expect(await of(body)).toMatchObject({
    status: 'pass',
    summary: 'No <h1> or <h2> is longer than 120 characters.',
  });
});

it('warns about more, the longest first', async () => {
  const body = `<h1>${'a'.repeat(121)}</h1><h2>Rye</h2><h2 id=b>${'a'.repeat(150)}</h2>`;
  expect(await of(body)).toMatchObject({
    status: 'warn',
    summary: '2 of 3 <h1> and <h2> headings are longer than 120 characters.',
    value: { headings: 3, long: 2, longest: 150 },
    evidence: [
      { text: `<h2 id=b>${'a'.repeat(150)}</h2>` },
      { text: `<h1>${'a'.repeat(121)}</h1>` },
    ],
  });
});

it('does not apply without headings that have text', async () => {
  expect((await of('<h1></h1><h3>Rye</h3>')).status).toBe('na');
});
