import type { AuditFacts, Check, Ruleset } from '@sitegrade/core/checks';

/** A ruleset without any check of sitegrade, as a host could write it. */
export const houseRuleset: Ruleset = {
  version: 'house-1',
  checks: [
    counting('paragraph-words', 'words', 300, ({ page }) => page.words),
    counting('product-images', 'images', 3, ({ page }) => page.images.length),
    counting('section-headings', 'headings', 4, ({ page }) => page.headings.length),
    counting('catalogue-links', 'links', 20, ({ page }) => page.anchors.length),
    counting('rich-markup', 'elements', 200, ({ page }) => page.elements),
    mentioning('brand-in-heading', 'headings', ({ page }) => page.headings.map(({ text }) => text)),
    mentioning('brand-in-images', 'images', ({ page }) => page.images.map(({ alt }) => alt ?? '')),
    mentioning('brand-in-links', 'links', ({ page }) =>
      page.anchors.map(({ accessibleText }) => accessibleText),
    ),
  ],
};

function counting(
  id: string,
  things: string,
  least: number,
  countOf: (facts: AuditFacts) => number,
): Check {
  return {
    id: `house-${id}`,
    category: 'miscellaneous',
    importance: 'medium',
    title: `The page has at least ${least} ${things}, as our style guide asks for`,
    advice: `Add ${things}, or ask the editors for an exception to the chapter about ${things}.`,
    source: `https://style.shop.example/guide/${id}`,
    run(facts) {
      const count = countOf(facts);
      return {
        status: count >= least ? 'pass' : 'warn',
        summary: `Our style guide asks for ${least} ${things} or more; this page has ${count}.`,
        value: { count, least },
      };
    },
  };
}

function mentioning(
  id: string,
  things: string,
  textsOf: (facts: AuditFacts) => readonly string[],
): Check {
  return {
    id: `house-${id}`,
    category: 'seo',
    importance: 'low',
    title: `The ${things} mention the brand or the product line`,
    advice: `Mention the brand once in the ${things}, where it helps readers.`,
    source: `https://style.shop.example/guide/${id}`,
    run(facts) {
      const texts = textsOf(facts);
      const found = texts.filter((text) => /shop|workshop|spoke/i.test(text));
      return {
        status: found.length > 0 ? 'pass' : 'warn',
        summary: `${found.length} of ${texts.length} ${things} mention the brand.`,
        value: found.slice(0, 5),
        evidence: texts.slice(0, 5).map((text) => ({ kind: 'html', text: text.slice(0, 100) })),
      };
    },
  };
}
