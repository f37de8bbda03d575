import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../checks/fixtures/facts-of.ts';
import { anyCharacter } from '../../fixtures/any-character.ts';
import { minHashOf } from './min-hash.ts';

const minHash = async (body: string) => minHashOf((await factsOf({ body })).page);

const { page: emptyPage } = await factsOf();

/** The MinHash of a text without markup. */
const ofText = (text: string) =>
  minHashOf({ ...emptyPage, text, words: text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0 });

/** Numbers below a limit, the same for the same seed. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Different words, others for another seed. */
const words = (count: number, seed = 0) =>
  Array.from({ length: count }, (_, at) => `w${((at + seed) * 7_919) % 99_991}`);

/** The share of slots that are equal, of those that are not empty in both. */
function similarity(first: string, second: string): number {
  const [a, b] = [first, second].map((text) => Buffer.from(ofText(text) ?? '', 'base64url'));
  let [equal, all] = [0, 0];
  for (let slot = 0; slot < 64; slot++) {
    if (!a?.[slot] && !b?.[slot]) continue;
    all++;
    if (a?.[slot] === b?.[slot]) equal++;
  }
  return equal / all;
}

/** Replaces words at random places. */
function changed(text: readonly string[], count: number, seed: number, to?: string) {
  const random = randomFrom(seed);
  const result = [...text];
  const places = new Set<number>();
  while (places.size < count) places.add(random(text.length));
  for (const place of places) result[place] = to ?? `x${random(1e6)}`;
  return result.join(' ');
}

describe('the MinHash of a text', () => {
  it('is the same on every platform', () => {
    expect(ofText(words(100).join(' '))).toBe(
      'FUy_ALPQwr8scMdEAJ5JFc8AMQChS0AdVmRbdvQoyAAAZX4AAasApgCQTOnk2wfZIUkAsmjl4gCppgAWAD7BAGYGZmZmZmBmBgZmZmZmZgZgBmZgYGZmZmZgZgZmYGAG',
    );
  });

  it.each([
    ['99 words', words(99).join(' '), false],
    ['100 words', words(100).join(' '), true],
    ['one long word', 'x'.repeat(1_000), false],
    ['100 words in the menu', `<nav>${words(100).join(' ')}</nav><main>Bread</main>`, false],
    ['199 characters of Han', '日本'.repeat(99), false],
    ['200 characters of Han', '日本'.repeat(100), true],
    ['399 letters of Thai', 'ก'.repeat(399), false],
    ['400 letters of Thai', 'ก'.repeat(400), true],
  ])('is made of texts of at least 100 words: %s', async (_what, body, isMade) => {
    expect((await minHash(body)) !== null).toBe(isMade);
  });

  it('ignores case, menus, headers and footers', async () => {
    const text = words(200).join(' ');
    const page = `<header>${words(50, 900).join(' ')}</header><nav>Menu one</nav>
      <main><aside>More news</aside>${text.toUpperCase()}<nav>Next previous</nav></main>
      <footer>${words(50, 700).join(' ')}</footer>`;
    expect(await minHash(page)).toBe(await minHash(text));
    const withoutMain = page.replaceAll(/<\/?main>/g, '');
    expect(await minHash(withoutMain)).toBe(await minHash(text));
  });

  it('shares more than 55% of its slots with that of a text in which words are replaced', () => {
    const found = { place: 0, twentieth: 0, tenth: 0 };
    for (let seed = 1; seed <= 20; seed++) {
      const text = words(200, seed * 1_000);
      const own = text.join(' ');
      const isFound = (a: string, b: string) => Number(similarity(a, b) > 0.55);
      const [berlin, bonn] = ['Berlin', 'Bonn'].map((city) => changed(text, 5, seed, city));
      found.place += isFound(berlin ?? '', bonn ?? '');
      found.twentieth += isFound(own, changed(text, 10, seed));
      found.tenth += isFound(own, changed(text, 20, seed));
    }
    expect(found).toEqual({ place: 20, twentieth: 20, tenth: expect.toSatisfy((n) => n >= 18) });
  });

  it('shares few of its slots with that of another text, or of the words in another order', () => {
    const text = words(200);
    expect(similarity(text.join(' '), words(200, 5_000).join(' '))).toBeLessThan(0.1);
    expect(similarity(text.join(' '), text.toSorted().join(' '))).toBeLessThan(0.1);
    const [first, second] = [1, 2].map((seed) => {
      const random = randomFrom(seed);
      const letters = (from: number, count: number) =>
        Array.from({ length: 500 }, () => String.fromCharCode(from + random(count))).join('');
      return { han: letters(0x4e00, 2_000), thai: letters(0xe01, 40) };
    });
    for (const script of ['han', 'thai'] as const) {
      expect(similarity(first?.[script] ?? '', second?.[script] ?? '')).toBeLessThan(0.1);
      const copy = first?.[script].slice(0, 450) ?? '';
      expect(similarity(first?.[script] ?? '', copy)).toBeGreaterThan(0.8);
    }
  });

  it('shows which line a slot is of', async () => {
    const [same, own, other] = [words(100), words(100, 300), words(100, 600)].map((line) =>
      line.join(' '),
    );
    const [a, b] = await Promise.all(
      [own, other].map(async (line) =>
        Buffer.from((await minHash(`<p>${same}<p>${line}`)) ?? '', 'base64url'),
      ),
    );
    const half = (hash: Buffer | undefined, slot: number) =>
      ((hash?.[64 + (slot >> 1)] ?? 0) >> (4 * (slot & 1))) & 0xf;
    const lines = Array.from({ length: 64 }, (_, slot) => slot)
      .filter((slot) => a?.[slot] !== 0 && a?.[slot] === b?.[slot])
      .map((slot) => [half(a, slot), half(b, slot)]);
    expect(lines.length).toBeGreaterThan(15);
    expect(new Set(lines.flat()).size).toBe(1);
    expect(new Set(Array.from({ length: 64 }, (_, slot) => half(a, slot))).size).toBeGreaterThan(1);
  });

  it('is made of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 2_000 }), (text) => {
        expect(ofText(`${words(100).join(' ')} ${text}`)).toMatch(/^[\w-]{128}$/);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
