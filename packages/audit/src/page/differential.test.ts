import { describe, expect, it } from 'vitest';
import { expectAgreement, factsOf, pages, readings } from './fixtures/agreement.ts';
import { ariaFragments } from './fixtures/aria-fragments.ts';
import {
  articleFragments,
  fragments,
  itemFragments,
  scriptFragments,
} from './fixtures/fragments.ts';
import { namingFragments } from './fixtures/naming-fragments.ts';
import { oracleFacts } from './fixtures/parse5-oracle.ts';
import { structureFragments } from './fixtures/structure-fragments.ts';
import { textFacts } from './fixtures/text-facts.ts';

describe.each(readings)('against the tree of parse5, read %s', (_name, scripting) => {
  it.each([
    ...fragments,
    ...namingFragments,
    ...itemFragments,
    ...articleFragments,
    ...scriptFragments,
    ...structureFragments,
    ...ariaFragments,
  ])('has the facts of %j', (text) => {
    expectAgreement(text, scripting);
  });

  it.each(pages)('has the facts of a whole page', (text) => {
    expect(factsOf(text, scripting)).toEqual(oracleFacts(text, { scripting }));
  });
});

it('reads the same in slices of any size', () => {
  for (const text of [...pages, ...fragments, ...structureFragments]) {
    const whole = textFacts(text, { slice: text.length + 1 });
    for (const slice of [1, 7, 64]) expect(textFacts(text, { slice }), text).toEqual(whole);
  }
});
