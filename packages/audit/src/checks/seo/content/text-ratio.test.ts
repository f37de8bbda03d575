import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { textRatio } from './text-ratio.ts';

/** A page of so many bytes with so much text. */
const of = (bytes: number, text: string) => {
  const size = new TextEncoder().encode(`<p>${text}</p><!---->`).length;
  return outcomeOf(textRatio, { html: `<p>${text}</p><!--${'-'.repeat(bytes - size)}-->` });
};

it.each([
  [1_000, 'pass'],
  [1_001, 'warn'],
] as const)('rates 100 bytes of text in %i: %s', async (bytes, status) => {
  expect(await of(bytes, 'a'.repeat(100))).toMatchObject({ status, value: { percent: 10 } });
});

it('counts bytes on both sides, so that no script is at a loss', async () => {
  expect((await of(1_000, '面'.repeat(34))).status).toBe('pass');
});

it('does not round a small ratio to zero', async () => {
  expect((await of(10_000, 'a')).summary).toMatch(/^Only under 1 % of the HTML is text, /);
});

it('does not fail a page whose text is too long to be kept', async () => {
  expect((await of(1_200_000, 'rye '.repeat(26_000))).status).toBe('pass');
});

it('does not apply to an empty page', async () => {
  expect((await outcomeOf(textRatio, { html: '' })).status).toBe('na');
});

// Counted with o200k_base: the first article of the Universal Declaration of Human Rights.
it.each([
  [
    33,
    'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
  ],
  [
    39,
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen.',
  ],
  [37, '人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。'],
  [
    41,
    'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  ],
  [
    54,
    'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है । उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए ।',
  ],
])('estimates %i tokens within a half', async (counted, text) => {
  const { value, summary } = await of(10_000, text);
  const { tokens } = value as { tokens: number };
  expect(tokens / counted).toBeGreaterThan(2 / 3);
  expect(tokens / counted).toBeLessThan(3 / 2);
  expect(summary).toContain(`about ${tokens} tokens for a language model.`);
});
