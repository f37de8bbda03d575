import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWork } from '../page/fixtures/count-work.ts';
import { buildSubstringIndex } from './substring-index.ts';

const few = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((all) => all.join(''));
const any = fc.string({ unit: 'binary-ascii', maxLength: 90 });

function expected(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found < 0 ? -1 : found + wanted.length;
}

describe('a substring', () => {
  it.each([
    ['of few letters', few, few],
    ['of any letters', any, any.map((text) => text.slice(0, 3))],
  ])('%s is found where indexOf finds it', (_what, texts, wanteds) => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 12 }), wanteds, (parts, wanted) => {
        fc.pre(wanted !== '');
        const text = parts.join('');
        const find = buildSubstringIndex(text);
        for (let from = 0; from <= text.length + 40; from++) {
          expect(find(wanted, from)).toBe(expected(text, wanted, from));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is found wherever it stands in a text of 2,048 characters', () => {
    const text = Array.from({ length: 2_048 }, (_, at) => 'abc'[(at * at) % 3]).join('');
    const find = buildSubstringIndex(text);
    for (let at = 0; at < text.length; at += 7) {
      const wanted = text.slice(at, at + 40);
      expect(find(wanted, at)).toBe(expected(text, wanted, at));
    }
  });

  it('beyond ASCII is not found', () => {
    expect(buildSubstringIndex('/ツa')('ツ', 0)).toBe(-1);
    expect(buildSubstringIndex('/ツa')('a', 0)).toBe(3);
  });
});

it('is looked up in one step a character', () => {
  const find = buildSubstringIndex('a'.repeat(2_048));
  expect(countWork(() => find(`${'a'.repeat(500)}b`, 7))).toBe(501);
});
