import type { LinkTagFact } from '../../../page/page-facts.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { firstOf } from '../../../readings/notes.ts';
import { comparableUrl } from '../../../url/comparable-url.ts';
import { resolveUrl } from '../../../url/resolve-url.ts';
import { isWebUrl } from '../../../url/web-url.ts';
import type { Check } from '../../check.ts';

/** The number of links that are read at most. */
const most = 100;

const rels = new Set(['next', 'prev', 'previous']);

/** Google follows `<a href>` links, and no longer reads `rel="next"` and `rel="prev"`. */
export const pagination: Check = {
  id: 'pagination',
  category: 'seo',
  importance: 'info',
  title: 'Next and previous pages are linked with <a>',
  advice:
    'Add <a href="…"> links to the next and the previous page: Google does not read <link rel="next"> and <link rel="prev">.',
  why: 'Google finds the further pages of a list by ordinary links, so the products or articles on them may remain undiscovered.',
  source:
    'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
  run: ({ page, urls }) => {
    const tags = page.links.filter(({ rel }) => rel.some((token) => rels.has(token)));
    const targets = firstOf(page, tags, most, 'links to next and previous pages are read').flatMap(
      (tag) => {
        const url = urlOf(tag, urls.base);
        return url === null ? [] : [{ tag, url }];
      },
    );
    if (targets.length === 0) {
      return { status: 'na', summary: 'The page declares no next or previous page.' };
    }
    const linked = new Set(urls.links.map(({ comparable }) => comparable));
    const missing = targets.filter(({ url }) => !linked.has(url));
    const value = targets.slice(0, 25).map(({ tag, url }) => ({ rel: tag.rel.join(' '), url }));
    if (missing.length === 0) {
      return {
        status: 'pass',
        summary: `Next and previous pages without a link: 0 of ${targets.length}.`,
        value,
        evidence: targets.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
      };
    }
    return {
      status: 'warn',
      summary: `${missing.length} of ${targets.length} next and previous pages ${missing.length === 1 ? 'has' : 'have'} no <a href> link.`,
      value,
      evidence: missing.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
    };
  },
};

function urlOf({ href }: LinkTagFact, base: URL): string | null {
  const resolved = href?.trim() ? resolveUrl(href, base.href) : null;
  return resolved && isWebUrl(resolved.url) ? comparableUrl(resolved.url) : null;
}
