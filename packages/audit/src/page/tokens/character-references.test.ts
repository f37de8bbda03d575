import fc from 'fast-check';
import { type DefaultTreeAdapterTypes as Dom, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { decodeAttribute, decodeText } from './character-references.ts';

function oracle(text: string): string {
  const { childNodes } = parseFragment(`<title>${text}</title>`);
  const [title] = childNodes as Dom.Element[];
  return (title?.childNodes ?? []).map((node) => ('value' in node ? node.value : '')).join('');
}

function attributeOracle(value: string): string {
  const [image] = parseFragment(`<img alt="${value}">`).childNodes as Dom.Element[];
  return image?.attrs[0]?.value ?? '';
}

const parts = fc.constantFrom(
  ...['&', 'amp', 'lt', 'not', 'in', 'notin', 'copy', 'CounterClockwiseContourIntegral', 'acE'],
  ...['NotEqualTilde', 'eacute', ';', '=', '#', 'x', 'X', '0', '80', '9f', '110000', 'd800', 'g'],
  ...[' ', 'z', '38', '1F600', '&amp;', '&#', '&#x', 'ThickSpace', 'nvlt', 'fjlig'],
);

describe('character references', () => {
  it('decode in text as parse5 does it', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 8 }), (some) => {
        const text = `x${some.join('')}`;
        expect(decodeText(text)).toBe(oracle(text));
      }),
      { seed: 7, numRuns: 3_000 },
    );
  });

  it('decode in an attribute as parse5 does it', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 8 }), (some) => {
        const value = `x${some.join('')}`;
        expect(decodeAttribute(value)).toBe(attributeOracle(value));
      }),
      { seed: 8, numRuns: 3_000 },
    );
  });

  it('are U+FFFD for characters that stores refuse', () => {
    expect(decodeText('&#0;&#xd800;&#x110000;&#99999999999999;&#xfffe;&#xffff;')).toBe(
      '\ufffd'.repeat(6),
    );
  });
});
