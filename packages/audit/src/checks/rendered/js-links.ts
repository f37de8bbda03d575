import { countText } from '../../readings/count-text.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import { internalLinksOf } from '../../readings/render-differences.ts';
import { sourceFactsOf } from '../../readings/rendered-page.ts';
import type { Check } from '../check.ts';

/** The links to other pages of the site are in the HTML, where crawlers that do not run scripts find them. */
export const jsLinks: Check<'maxPercent'> = {
  id: 'js-links',
  category: 'seo',
  importance: 'medium',
  reads: 'browser',
  title: 'Links to other pages are in the HTML',
  advice:
    'Send the links in the HTML of the server, as <a href="…">, or render them at build time.',
  why: 'Crawlers that do not run scripts find no way from this page to the others.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  options: {
    maxPercent: {
      /** @remarks The share of 50 percent is ours: scripts may add a list of related pages, but not the navigation. */
      default: 50,
      min: 0,
      max: 100,
      unit: 'percent',
      description: 'A larger share of internal links that only scripts add is a warning.',
    },
  },
  run: (facts, { maxPercent }) => {
    const [source, built] = [internalLinksOf(sourceFactsOf(facts)), internalLinksOf(facts)];
    if (built.size === 0) return { status: 'na', summary: 'The page links to no other page.' };
    const added = new Set([...built].filter((url) => !source.has(url)));
    const percent = Math.round((100 * added.size) / built.size);
    const value = { links: built.size, added: added.size, percent };
    const count = `${countText(added.size)} of ${countText(built.size)} URLs`;
    if (percent <= maxPercent) {
      const summary =
        added.size === 0
          ? 'All links to other pages of the site are in the HTML.'
          : `Only scripts link to ${count} of the site.`;
      return { status: 'pass', summary, value };
    }
    const links = facts.urls.links.filter(
      ({ comparable }) => comparable !== null && added.has(comparable),
    );
    const evidence = links.slice(0, 25).map(({ tag }) => tagEvidence(tag));
    return {
      status: 'warn',
      summary: `Only scripts link to ${count} of the site.`,
      value,
      evidence,
    };
  },
};
