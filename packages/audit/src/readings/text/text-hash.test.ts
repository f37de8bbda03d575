import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../checks/fixtures/facts-of.ts';
import { simHashOf, textHashOf } from './text-hash.ts';

const pageOf = async (body: string) => (await factsOf({ body })).page;
const textHash = async (body: string) => textHashOf(await pageOf(body));
const simHash = async (body: string) => simHashOf(await pageOf(body));

/** Different words, the same for the same seed. */
const words = (count: number, seed = 0) =>
  Array.from({ length: count }, (_, at) => `w${((at + seed) * 7_919) % 99_991}`);

/** How many bits differ. */
async function distance(first: string, second: string): Promise<number> {
  const [a, b] = await Promise.all([first, second].map(simHash));
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count++;
  return count;
}

describe('the hash of a text', () => {
  it('is equal for equal texts, whatever their case and white space', async () => {
    const text = words(30);
    const hash = await textHash(`<p>${text.join(' ')}`);
    expect(hash).toMatch(/^[\w-]{16}$/);
    expect(await textHash(`<div><b>${text.join('</b>\n <b>').toUpperCase()}</b></div>`)).toBe(hash);
    expect(await textHash(`<p>${text.slice(0, 15).join(' ')}<p>${text.slice(15).join(' ')}`)).toBe(
      hash,
    );
    expect(await textHash(`<p>${text.toReversed().join(' ')}`)).not.toBe(hash);
    expect(await textHash(`<p>${text.join(' ')} more`)).not.toBe(hash);
  });

  it('is null for texts of fewer than 20 words', async () => {
    expect(await textHash(words(19).join(' '))).toBeNull();
    expect(await textHash(words(20).join(' '))).not.toBeNull();
    // Two characters are about a word.
    expect(await textHash('日'.repeat(38))).toBeNull();
    expect(await textHash('日'.repeat(40))).not.toBeNull();
  });

  it('differs if only the number of words beyond the limit of the text differs', async () => {
    const long = 'abcdefghi '.repeat(11_000);
    expect(await textHash(long)).not.toBe(await textHash(`${long} more`));
  });
});

describe('the SimHash of a text', () => {
  it('is the same on every platform', async () => {
    expect(await simHash(words(100).join(' '))).toBe('81bf9e25dcc817fc');
  });

  it('is null for texts of fewer than 100 words', async () => {
    expect(await simHash(words(99).join(' '))).toBeNull();
    expect(await simHash(words(100).join(' '))).toMatch(/^[\da-f]{16}$/);
    expect(await simHash('x'.repeat(1_000))).toBeNull();
  });

  it('is equal for equal texts, whatever their case and lines', async () => {
    const text = words(200);
    const other = text.join('<p>').toUpperCase();
    expect(await distance(text.join(' '), other)).toBe(0);
  });

  it('differs in few bits for similar texts, and in many for others', async () => {
    const text = words(400);
    const changed = text.with(100, 'another').with(300, 'changed');
    expect(await distance(text.join(' '), changed.join(' '))).toBeLessThanOrEqual(6);
    expect(await distance(text.join(' '), words(400, 50_000).join(' '))).toBeGreaterThan(16);
  });

  it('differs for the same words in another order', async () => {
    const text = words(300);
    const shuffled = text.toSorted();
    expect(await distance(text.join(' '), shuffled.join(' '))).toBeGreaterThan(10);
  });

  it('spreads texts over all bits', async () => {
    const sums = new Array<number>(64).fill(0);
    const texts = Array.from({ length: 64 }, (_, at) => words(120, at * 1_000).join(' '));
    for (const text of texts) {
      const bits = BigInt(`0x${await simHash(text)}`);
      sums.forEach((sum, bit) => {
        sums[bit] = sum + Number((bits >> BigInt(bit)) & 1n);
      });
    }
    for (const sum of sums) expect(Math.abs(sum - 32)).toBeLessThan(24);
  });

  it('is made of any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 2_000 }), async (text) => {
        const facts = await pageOf('');
        const page = { ...facts, text, words: 100 };
        expect(simHashOf(page) ?? '0'.repeat(16)).toMatch(/^[\da-f]{16}$/);
        expect(textHashOf(page) ?? '-'.repeat(16)).toMatch(/^[\w-]{16}$/);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
