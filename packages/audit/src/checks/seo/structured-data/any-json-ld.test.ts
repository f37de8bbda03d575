import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluate, factsOf } from '../../fixtures/facts-of.ts';
import { structuredDataChecks } from './index.ts';

const key = fc.constantFrom(
  '@context',
  '@type',
  '@id',
  '@graph',
  '@list',
  '@value',
  '@reverse',
  '@included',
  '@vocab',
  'type',
  'name',
  'offers',
  'itemListElement',
  'item',
  'schema:image',
  '__proto__',
  'constructor',
);
const word = fc.constantFrom(
  'https://schema.org',
  'Product',
  'BreadcrumbList',
  'ListItem',
  'QAPage',
  'Prodct',
  '__proto__',
  '#a',
  '@type',
  'name:',
  '\ud800',
  '',
);
const { node } = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'large', withCrossShrink: true },
    word,
    fc.constantFrom(null, true, 0, -1.5),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(key, tie('node'), { maxKeys: 6 }),
  ),
}));

it('gets the same result from every check for any JSON-LD', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 3 }), async (blocks) => {
      const body = blocks
        .map((block) => `<script type="application/ld+json">${JSON.stringify(block)}</script>`)
        .join('');
      const run = async () => {
        const facts = await factsOf({ body });
        return JSON.stringify(structuredDataChecks.map((check) => evaluate(check, facts)));
      };
      const outcomes = await run();
      expect(outcomes).toBe(await run());
      // Quoted sources may contain their own backslash.
      expect(outcomes).not.toMatch(/(?<!\\)\\ud[89a-f]/);
      for (const { points = 0 } of JSON.parse(outcomes)) {
        expect(points).toBeGreaterThanOrEqual(0);
        expect(points).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 100 },
  );
});
