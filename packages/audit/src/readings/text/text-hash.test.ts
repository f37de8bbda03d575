import { describe, expect, it } from 'vitest';
import { factsOf } from '../../checks/fixtures/facts-of.ts';
import { textHashOf } from './text-hash.ts';

const pageOf = async (body: string) => (await factsOf({ body })).page;
const textHash = async (body: string) => textHashOf(await pageOf(body));

/** Different words. */
const words = (count: number) =>
  Array.from({ length: count }, (_, at) => `w${(at * 7_919) % 99_991}`);

describe('the hash of a text', () => {
  it('is equal for equal texts, regardless of case and white space', async () => {
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
