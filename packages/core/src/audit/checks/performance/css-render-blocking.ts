import type { LinkTagFact } from '../../page/page-facts.ts';
import type { Check } from '../check.ts';
import { tagEvidence } from '../evidence.ts';

/** Style sheets that a page may well wait for: one of its own, one of fonts, one of a part of it. */
const fine = 3;

/** Nothing is shown until the style sheets in the head have come. A few have to; many need not. */
export const cssRenderBlocking: Check = {
  id: 'css-render-blocking',
  category: 'performance',
  importance: 'low',
  title: 'Few style sheets keep the page from being shown',
  advice:
    'Put the style sheets together, and load those that the first view does not need later or for their medium only, as in <link rel="stylesheet" media="print" href="print.css">.',
  source: 'https://web.dev/articles/critical-rendering-path/render-blocking-css',
  run: ({ page }) => {
    const sheets = page.links.filter(isBlocking);
    const value = { blocking: sheets.length, limit: fine };
    if (sheets.length <= fine) {
      const summary =
        sheets.length === 0
          ? 'No style sheet in the head blocks rendering.'
          : `Only ${sheets.length} style ${sheets.length === 1 ? 'sheet in the head blocks' : 'sheets in the head block'} rendering.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `The page is not shown until ${sheets.length} style sheets in its head have been loaded.`,
      value,
      evidence: sheets.map(tagEvidence),
    };
  },
};

function isBlocking({ rel, href, type, media, disabled, inHead }: LinkTagFact): boolean {
  if (!inHead || disabled || !href?.trim()) return false;
  if (!rel.includes('stylesheet') || rel.includes('alternate')) return false;
  if (type?.trim() && !/^\s*text\/css\s*(?:;|$)/i.test(type)) return false;
  // Queries of features may not match: only media that always do block for certain.
  return (media ?? '')
    .split(',')
    .some((one) => /^(?:(?:only\s+)?(?:all|screen))?$/i.test(one.trim()));
}
