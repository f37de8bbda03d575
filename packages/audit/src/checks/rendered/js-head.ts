import type { Evidence } from '../../outcome.ts';
import type { SourceTag } from '../../page/page-facts.ts';
import { descriptionOf } from '../../readings/descriptions.ts';
import { namesText, tagEvidence } from '../../readings/evidence.ts';
import { languageVersionsOf } from '../../readings/language-versions.ts';
import { partsOf } from '../../readings/render-differences.ts';
import { sourceFactsOf } from '../../readings/rendered-page.ts';
import { titleOf } from '../../readings/title.ts';
import type { ComparedPart } from '../../render/rendering.ts';
import type { Check } from '../check.ts';

/** What the check is about, with the words of its summary. */
const names: Readonly<Partial<Record<ComparedPart, string>>> = {
  title: 'the title',
  description: 'the meta description',
  hreflang: 'the hreflang links',
  structured_data: 'structured data',
};

/**
 * Title, description, language versions and structured data are in the HTML, not added by scripts.
 *
 * @remarks Which parts of the head count is ours.
 */
export const jsHead: Check = {
  id: 'js-head',
  category: 'seo',
  importance: 'low',
  reads: 'browser',
  title: 'Title, description and structured data are in the HTML',
  advice: 'Send the named tags in the HTML of the server, or render the page at build time.',
  why: 'Messengers, social networks and most AI crawlers do not run scripts: they show a link without them.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  run: (facts) => {
    const [source, built] = [partsOf(sourceFactsOf(facts)), partsOf(facts)];
    const parts = Object.keys(names) as ComparedPart[];
    const added = parts.filter((part) => isMissing(source[part]) && !isMissing(built[part]));
    if (added.length === 0) {
      const summary = 'Scripts add no title, description, hreflang link or structured data.';
      return { status: 'pass', summary };
    }
    const tags: Partial<Record<ComparedPart, SourceTag | undefined>> = {
      title: titleOf(facts.page),
      description: descriptionOf(facts.page)?.tag,
      structured_data: facts.page.jsonLd[0],
    };
    const evidence: Evidence[] = added.flatMap((part) => {
      if (part === 'hreflang') return languageVersionsOf(facts)[0]?.evidence ?? [];
      const tag = tags[part];
      return tag === undefined ? [] : [tagEvidence(tag)];
    });
    const summary = `Only scripts add ${namesText(added.map((part) => names[part] ?? part))}.`;
    return { status: 'warn', summary, value: { added }, evidence };
  },
};

function isMissing(value: string | number | null): boolean {
  return value === null || value === 0;
}
