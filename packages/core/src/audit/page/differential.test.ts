import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fragments } from './fixtures/fragments.ts';
import { mutants } from './fixtures/mutants.ts';
import { namingFragments } from './fixtures/naming-fragments.ts';
import { fosters, oracleFacts, type TextFacts } from './fixtures/parse5-oracle.ts';
import { textFacts } from './fixtures/text-facts.ts';

const folder = new URL('./fixtures/pages/', import.meta.url);
const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));

const readings = [
  ['as one that runs scripts', true],
  ['as one that does not', false],
] as const;

const factsOf = (text: string, scripting: boolean, slice?: number) => {
  const { notes: _, ...facts } = textFacts(text, slice ? { scripting, slice } : { scripting });
  return facts;
};

const textless = ({ words: _, hiddenWords: __, text: ___, ...facts }: TextFacts) => ({
  ...facts,
  headings: facts.headings.map(({ text: _, accessibleText: __, ...heading }) => heading),
  anchors: facts.anchors.map(({ text: _, accessibleText: __, ...anchor }) => anchor),
  roles: facts.roles.map(({ accessibleText: _, ...role }) => role),
});

/**
 * The page's text is in the order of the source, also where a table sends some of it ahead of it; links
 * among it are in the language around the tag.
 */
const inOrder = (facts: TextFacts, text: string, scripting: boolean) => {
  if (!fosters(text, { scripting })) return facts;
  return { ...facts, text: '', anchors: facts.anchors.map((link) => ({ ...link, lang: null })) };
};

const expectAgreement = (text: string, scripting: boolean) => {
  const [facts, oracle] = [factsOf(text, scripting), oracleFacts(text, { scripting })];
  expect(inOrder(facts, text, scripting)).toEqual(inOrder(oracle, text, scripting));
};

describe.each(readings)('against the tree of parse5, read %s', (_name, scripting) => {
  it.each([...fragments, ...namingFragments])('has the facts of %j', (text) => {
    expectAgreement(text, scripting);
  });

  it.each(pages)('has the facts of a whole page', (text) => {
    expect(factsOf(text, scripting)).toEqual(oracleFacts(text, { scripting }));
  });

  it('has the facts of two fragments one after the other', () => {
    for (const [index, first] of fragments.entries()) {
      for (const step of [1, 3, 7, 31]) {
        const text = `${first}${fragments[(index * step + step) % fragments.length]}`;
        const [facts, oracle] = [factsOf(text, scripting), oracleFacts(text, { scripting })];
        if (fosters(text, { scripting })) expect(textless(facts), text).toEqual(textless(oracle));
        else expect(facts, text).toEqual(oracle);
      }
    }
  });

  it('has the facts of 99 in 100 mutants', () => {
    const disagreeing: string[] = [];
    let read = 0;
    fc.assert(
      fc.property(mutants(pages), (text) => {
        read++;
        try {
          expectAgreement(text, scripting);
        } catch {
          disagreeing.push(text);
        }
      }),
      { seed: 20_240_501, numRuns: 600 },
    );
    expect(disagreeing.length).toBeLessThanOrEqual(read / 100);
  });
});

it('reads the same in slices of any size', () => {
  for (const text of [...pages, ...fragments]) {
    const whole = textFacts(text, { slice: text.length + 1 });
    for (const slice of [1, 7, 64]) expect(textFacts(text, { slice }), text).toEqual(whole);
  }
});
