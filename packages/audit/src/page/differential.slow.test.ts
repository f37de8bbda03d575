import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparableSeams,
  expectAgreement,
  factsOf,
  pages,
  readings,
  textless,
} from './fixtures/agreement.ts';
import { fragments } from './fixtures/fragments.ts';
import { mutants } from './fixtures/mutants.ts';
import { fosters, oracleFacts } from './fixtures/parse5-oracle.ts';

describe.each(readings)('against the tree of parse5, read %s', (_name, scripting) => {
  it('has the facts of two fragments one after the other', () => {
    for (const [index, first] of fragments.entries()) {
      for (const step of [1, 3, 7, 31]) {
        const text = `${first}${fragments[(index * step + step) % fragments.length]}`;
        const [facts, oracle] = [factsOf(text, scripting), oracleFacts(text, { scripting })];
        if (fosters(text, { scripting })) expect(textless(facts), text).toEqual(textless(oracle));
        else {
          const textSeams = comparableSeams(facts.textSeams, oracle);
          expect({ ...facts, textSeams }, text).toEqual(oracle);
        }
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
