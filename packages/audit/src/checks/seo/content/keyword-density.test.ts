import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { keywordDensity } from './keyword-density.ts';

const words = (count: number) => Array.from({ length: count }, (_none, at) => `w${at}x`).join(' ');

it('counts words, without function words', async () => {
  const text = `The rye bread of our bakery. The rye bread of our bakery. Rye ${words(40)}`;
  const outcome = await outcomeOf(keywordDensity, { body: `<p>${text}</p>` });
  expect(outcome).toMatchObject({
    status: 'pass',
    summary: 'The most frequent word is “rye” (3 times).',
    value: {
      words: 53,
      one: [
        { text: 'rye', count: 3, percent: 5.7 },
        { text: 'bread', count: 2 },
        { text: 'bakery', count: 2 },
      ],
    },
  });
});

it('does not count numbers and single letters as keywords', async () => {
  const body = `<p>${'2026 x 17 '.repeat(30)}</p>`;
  const { summary, value } = await outcomeOf(keywordDensity, { body });
  expect(summary).toBe('No word appears twice.');
  expect(value).toMatchObject({ one: [] });
});

it('leaves out the function words of the language of the text', async () => {
  const body = `<p>${'wir backen das brot und die semmeln für sie '.repeat(10)}</p>`;
  const { value } = await outcomeOf(keywordDensity, { body });
  expect(value).toMatchObject({
    one: [{ text: 'backen' }, { text: 'brot' }, { text: 'semmeln' }],
  });
});

it('counts pairs of Chinese characters', async () => {
  const body = `<p>${'我们的面包。'.repeat(20)}</p>`;
  const { value } = await outcomeOf(keywordDensity, { body });
  expect(JSON.stringify(value)).toContain('面包');
});

it('reports at most ten words, ties in page order', async () => {
  const { value } = await outcomeOf(keywordDensity, { body: `<p>${words(30)} ${words(30)}</p>` });
  const { one } = value as { one: { text: string }[] };
  expect(one).toHaveLength(10);
  expect(one[0]?.text).toBe('w0x');
});

it('lists the most frequent word first', async () => {
  const { value } = await outcomeOf(keywordDensity, {
    body: `<p>oat oat rye rye rye ${words(50)}</p>`,
  });
  expect(value).toMatchObject({ one: [{ text: 'rye' }, { text: 'oat' }] });
});

it('asks for 50 words', async () => {
  const of = (count: number) => outcomeOf(keywordDensity, { body: words(count) });
  expect((await of(49)).status).toBe('na');
  expect((await of(50)).status).toBe('pass');
});
