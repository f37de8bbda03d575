import type { AnchorFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { elementsEvidence, shortList } from '../../../readings/evidence.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import type { Check } from '../../check.ts';

/** Characters of a text that are compared. */
const compared = 200;

/**
 * Links in one list have different texts if they lead to different pages.
 *
 * @remarks This is a best practice, and not required. Only items with nothing but a link are compared: other text of an
 * item says what the link is for.
 */
export const listLinkText: Check = {
  id: 'list-link-text',
  category: 'accessibility',
  importance: 'info',
  title: 'Links in one list have different texts',
  advice:
    'Say in each link text what is different about its page: "Rye bread, recipe" and "Rye bread, history" instead of "Rye bread" twice.',
  why: 'People with screen readers cannot tell such links apart, as several pages have the same name.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context',
  run: ({ page, urls }) => {
    const links = new Map<AnchorFact, PageLink>(urls.links.map((link) => [link.tag, link]));
    const first = new Map<string, PageLink>();
    const found = new Set<PageLink>();
    let compares = 0;
    for (const { list, anchor } of page.listLinks) {
      const tag = page.anchors[anchor];
      const link = tag && links.get(tag);
      if (tag === undefined || link?.comparable == null || tag.hidden !== 'no') continue;
      const name = accessibleNameOf(tag, page.labels);
      if (name === '' || name.length > compared) continue;
      compares++;
      const key = `${list} ${name.toLowerCase()}`;
      const other = first.get(key);
      if (other === undefined) first.set(key, link);
      else if (other.comparable !== link.comparable) found.add(other).add(link);
    }
    if (compares < 2) {
      return { status: 'na', summary: 'The page has no list of links to other pages.' };
    }
    const repeated = [...found].map(({ tag }) => ({ tag, text: tag.text }));
    const value = { links: compares, texts: shortList(new Set(repeated.map(({ text }) => text))) };
    if (repeated.length === 0) {
      const summary = `Equal texts of links to different pages in one list: 0 of ${compares}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${repeated.length} links in lists lead to different pages with the same text: "${value.texts[0]}".`,
      value,
      evidence: elementsEvidence(repeated),
    };
  },
};
