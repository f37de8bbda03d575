import type { LinkTagFact } from '../../page/page-facts.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** Valid `as` values of a preload: https://html.spec.whatwg.org/multipage/links.html#translate-a-preload-destination */
const destinations: ReadonlySet<string> = new Set([
  'fetch',
  'font',
  'image',
  'script',
  'style',
  'track',
]);

const kinds = ['preload', 'modulepreload', 'preconnect', 'dns-prefetch', 'prefetch'] as const;

const hints: ReadonlySet<string> = new Set(kinds);

/** Resource hints are written so that browsers use them. No weight. */
export const resourceHints: Check = {
  id: 'resource-hints',
  category: 'performance',
  importance: 'info',
  reads: 'source',
  title: 'Preload and preconnect hints are valid',
  advice:
    'Add href and as to each preload, and crossorigin for fonts: <link rel="preload" href="/a.woff2" as="font" type="font/woff2" crossorigin>.',
  why: 'Browsers may ignore a faulty hint or load a file twice, so the page gets slower instead of faster.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel/preload',
  run: ({ page }) => {
    const links = page.links.filter(({ rel }) => rel.some((word) => hints.has(word)));
    if (links.length === 0) {
      return { status: 'na', summary: 'The page has no resource hints.' };
    }
    const counts = kinds
      .map((kind) => [kind, links.filter(({ rel }) => rel.includes(kind)).length] as const)
      .filter(([, count]) => count > 0);
    const useless = links.filter(isUseless);
    const value = { ...Object.fromEntries(counts), useless: useless.length };
    if (useless.length === 0) {
      const hints = counts.map(([kind, count]) => `${count} ${kind}`).join(', ');
      return { status: 'pass', summary: `Browsers can use every hint (${hints}).`, value };
    }
    return {
      status: 'warn',
      summary: `Browsers ignore ${useless.length} of the resource hints, or load their files twice.`,
      value,
      evidence: useless.map(tagEvidence),
    };
  },
};

function isUseless(link: LinkTagFact): boolean {
  const { rel, crossorigin } = link;
  if (rel.includes('preload')) {
    const as = link.as?.trim().toLowerCase() ?? '';
    // Images may use imagesrcset instead of href.
    if (as !== 'image' && !link.href?.trim()) return true;
    // Browsers fetch fonts in CORS mode, even from the same site.
    return !destinations.has(as) || (as === 'font' && crossorigin === null);
  }
  return (rel.includes('preconnect') || rel.includes('modulepreload')) && !link.href?.trim();
}
