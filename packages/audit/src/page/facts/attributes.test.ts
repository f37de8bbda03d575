import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tagTokenAt } from '../tokens/scan-tag.ts';
import { attributeOf } from '../tokens/token.ts';
import { attribute, createIndexedAttributes, indexAttributes, valueIn } from './attributes.ts';

const names = Object.keys(attribute) as (keyof typeof attribute)[];
const written = fc.record({
  name: fc.constantFrom(...names),
  value: fc.constantFrom('', 'a', 'A&amp;b', '&#0;', 'one\r\ntwo', '&copy=1'),
});

it('gives the values of each tag, however often they are read', () => {
  fc.assert(
    fc.property(fc.array(fc.array(written, { maxLength: 5 }), { minLength: 2 }), (tags) => {
      // One index is used for all tags of a page.
      const indexed = createIndexedAttributes();
      for (const attributes of tags) {
        const pairs = attributes.map(({ name, value }) => ` ${name}="${value}"`);
        const token = tagTokenAt(`<a${pairs.join('')}>`, 0);
        indexAttributes(indexed, token);
        for (const name of [...names, ...names]) {
          expect(valueIn(token, indexed, attribute[name])).toBe(attributeOf(token, name));
        }
      }
    }),
    { seed: 9, numRuns: 30 },
  );
});
