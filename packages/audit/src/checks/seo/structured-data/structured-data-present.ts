import { namesText, tagEvidence } from '../../../readings/evidence.ts';
import { structuredDataOf } from '../../../readings/structured-data/read-structured-data.ts';
import type { StructuredItem } from '../../../readings/structured-data/structured-item.ts';
import type { Check } from '../../check.ts';

const listed = 25;
/** Google stopped reading it in 2020: developers.google.com/search/blog/2020/01/data-vocabulary */
const abandoned = 'data-vocabulary.org';
const syntaxNames = { 'json-ld': 'JSON-LD', microdata: 'Microdata', rdfa: 'RDFa' } as const;

/**
 * The page describes its content with schema.org types, in any syntax.
 *
 * @remarks Google requires none, so that none is a warning.
 */
export const structuredDataPresent: Check = {
  id: 'structured-data-present',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  capsFamily: true,
  title: 'The page has structured data',
  advice:
    'Add JSON-LD that describes the page: <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Article", "headline": "…"}</script>.',
  why: 'Such data helps search engines understand the page, and can add extras to its results, such as prices or ratings.',
  source:
    'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
  run: ({ page }) => {
    const { items, blocks } = structuredDataOf(page);
    const typed = items.filter(({ types }) => types.length > 0);
    const [first] = typed;
    if (first !== undefined) {
      // Top-level items describe the page; nested ones are often only mentioned.
      const topLevel = typed.filter(({ parent }) => parent === null);
      const types = namesOf(topLevel.length > 0 ? topLevel : typed);
      const syntaxes = Object.entries(syntaxNames).flatMap(([syntax, name]) =>
        typed.some((item) => item.syntax === syntax) ? name : [],
      );
      return {
        status: 'pass',
        summary: `The page uses ${namesText(syntaxes)} with the ${types.length === 1 ? 'type' : 'types'} ${types.slice(0, 5).join(', ')}${types.length > 5 ? ' and more' : ''}.`,
        value: { syntaxes, types: namesOf(typed).slice(0, listed) },
      };
    }
    if (blocks.some(({ reading }) => reading === null || reading.fault?.tooDeep)) {
      return { status: 'error', summary: 'The structured data is too large to read.' };
    }
    if (blocks.some(({ reading }) => reading?.fault)) {
      const summary = 'The page has JSON-LD that cannot be read; its types are unknown.';
      return { status: 'na', summary };
    }
    const foreign = items.filter(({ foreignTypes }) => foreignTypes.length > 0);
    return {
      status: 'warn',
      summary: summaryWithout(foreign, blocks.length > 0),
      value: { syntaxes: [], types: [] },
      evidence: foreign.slice(0, listed).map(({ tag }) => tagEvidence(tag())),
    };
  },
};

function namesOf(items: readonly StructuredItem[]): readonly string[] {
  const names = new Set<string>();
  for (const { types } of items) for (const type of types) names.add(type);
  return [...names];
}

function summaryWithout(foreign: readonly StructuredItem[], hasBlocks: boolean): string {
  if (foreign.some(({ foreignTypes }) => foreignTypes.some((type) => type.includes(abandoned)))) {
    return `The page uses ${abandoned}, which search engines no longer read.`;
  }
  if (foreign.length > 0) return 'The page has structured data, but none of it uses schema.org.';
  return hasBlocks
    ? 'The page has JSON-LD, but nothing in it has a schema.org type.'
    : 'The page has no JSON-LD, Microdata or RDFa.';
}
