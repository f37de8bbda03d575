import type { LinkTagFact } from '../../page/page-facts.ts';
import type { Check } from '../check.ts';
import { tagEvidence } from '../evidence.ts';

/** What `as` may say of a preload: https://html.spec.whatwg.org/multipage/links.html#translate-a-preload-destination */
const destinations: ReadonlySet<string> = new Set([
  'fetch',
  'font',
  'image',
  'script',
  'style',
  'track',
]);

const kinds = ['preload', 'modulepreload', 'preconnect', 'dns-prefetch', 'prefetch'] as const;

/** Hints on what to load next are written so that browsers follow them. It weighs nothing. */
export const resourceHints: Check = {
  id: 'resource-hints',
  category: 'performance',
  importance: 'info',
  title: 'Hints on what to load are usable',
  advice:
    'Give each preload its href and as, and fonts crossorigin besides, as in <link rel="preload" href="/a.woff2" as="font" type="font/woff2" crossorigin>.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel/preload',
  run: ({ page }) => {
    const counts = kinds
      .map((kind) => [kind, page.links.filter(({ rel }) => rel.includes(kind)).length] as const)
      .filter(([, count]) => count > 0);
    if (counts.length === 0) {
      return { status: 'na', summary: 'The page gives no hints on what to load.' };
    }
    const useless = page.links.filter(isUseless);
    const value = { ...Object.fromEntries(counts), useless: useless.length };
    if (useless.length === 0) {
      const hints = counts.map(([kind, count]) => `${count} ${kind}`).join(', ');
      return { status: 'pass', summary: `Browsers can follow every hint (${hints}).`, value };
    }
    return {
      status: 'warn',
      summary: `Browsers ignore ${useless.length} of the page's hints, or load what they name twice.`,
      value,
      evidence: useless.map(tagEvidence),
    };
  },
};

function isUseless(link: LinkTagFact): boolean {
  const { rel, crossorigin } = link;
  if (rel.includes('preload')) {
    const as = link.as?.trim().toLowerCase() ?? '';
    // Images may be named by imagesrcset, which is not looked at.
    if (as !== 'image' && !link.href?.trim()) return true;
    // Fonts are fetched as if from another site even from the own one.
    return !destinations.has(as) || (as === 'font' && crossorigin === null);
  }
  return (rel.includes('preconnect') || rel.includes('modulepreload')) && !link.href?.trim();
}
