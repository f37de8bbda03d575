import type { AuditFacts } from '../../../audit-facts.ts';
import type { ConcealedFact, PageFacts } from '../../../page/page-facts.ts';
import { namesText, shortList, tagsEvidence } from '../../../readings/evidence.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import { spamTopicsOf } from '../../../readings/spam-topics.ts';
import { domainOfHost } from '../../../url/domain-of-host.ts';
import type { Check } from '../../check.ts';

/**
 * No `style` attribute conceals links to other sites that only crawlers follow, as intruders leave them.
 *
 * @remarks Menus, windows, tabs and texts for screen readers are concealed, too, so which links are certain is ours:
 * several to other sites, without nofollow, about a topic such as gambling that is not that of the page; or nothing but
 * links to at least 8 sites, moved beyond the screen in a box that nothing on the page can name to show it.
 */
export const hiddenLinks: Check = {
  id: 'hidden-links',
  category: 'seo',
  importance: 'high',
  title: 'Visitors can see all links to other sites',
  advice:
    'Remove the quoted elements. If no one who works on the site added them, it was probably hacked: update the CMS and its plugins, change all passwords, and search the other pages and files for such links.',
  why: 'Google treats links that only crawlers see as spam and may drop the site from its results; intruders often leave them.',
  source:
    'https://developers.google.com/search/docs/essentials/spam-policies#hidden-text-and-links',
  reads: 'source',
  run: (facts) => {
    const external = facts.urls.links.filter(({ kind }) => kind === 'external');
    if (external.length === 0) {
      return { status: 'na', summary: 'The page has no links to other sites.' };
    }
    const own = ownTopicsOf(facts);
    const found = boxesOf(facts).filter((box) => isHiddenFromVisitors(box, own, facts.page));
    const links = found.flatMap((box) => box.foreign);
    const hosts = shortList(new Set(links.map(({ url }) => url?.hostname ?? '')));
    const value = { elements: found.length, links: links.length, hosts };
    if (found.length === 0) {
      const summary = 'No style attribute certainly hides links to other sites from visitors.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `Style attributes hide ${links.length} links to other sites, such as ${namesText(hosts.slice(0, 3))}.`,
      value,
      evidence: tagsEvidence([...found.flatMap(({ tags }) => tags), ...links]),
    };
  },
};

/** A concealed element, or all links that are concealed one by one in the same way. */
interface Box {
  readonly tags: readonly ConcealedFact[];
  readonly links: readonly PageLink[];
  /** Those to other sites that search engines follow. */
  readonly foreign: readonly PageLink[];
}

function boxesOf(facts: AuditFacts): readonly Box[] {
  const { page, urls } = facts;
  const boxes: ConcealedFact[][] = [];
  const single = new Map<string, ConcealedFact[]>();
  for (const tag of page.concealed) {
    const alike = single.get(tag.how);
    if (!/^<a\s/i.test(tag.html)) boxes.push([tag]);
    else if (alike === undefined) single.set(tag.how, [tag]);
    else alike.push(tag);
  }
  const own = ownUrlOf(facts);
  const all = [...boxes, ...single.values()].map((tags) => {
    const links = tags.flatMap(({ firstLink, links: count }) =>
      urls.links.slice(firstLink, firstLink + count),
    );
    return { tags, links, foreign: links.filter((link) => isForeign(link, own)) };
  });
  return all.filter(({ foreign }) => foreign.length >= certain.lasting).slice(0, maxBoxes);
}

/** Boxes whose links are read, and links of each: enough to find what intruders leave. */
const maxBoxes = 25;
const maxLinks = 100;

/** Whether a link is to a site of someone else, which its `rel` recommends, and no button to share this page. */
function isForeign({ kind, url, tag }: PageLink, own: URL): boolean {
  if (kind !== 'external' || url === null) return false;
  if (tag.rel.some((token) => unfollowed.has(token))) return false;
  const [name] = domainOfHost(url.hostname).split('.');
  if (name === domainOfHost(own.hostname).split('.')[0]) return false;
  return !url.search.includes(own.hostname);
}

const unfollowed = new Set(['nofollow', 'sponsored', 'ugc']);

function domainOf({ url }: PageLink): string {
  return domainOfHost(url?.hostname ?? '');
}

/** Links about spam that are certain: where the element stays hidden, and where a script may well show it. */
const certain = { lasting: 2, unnamed: 3, named: 5 } as const;
/** Sites that links without a known topic lead to. */
const manySites = 8;

function isHiddenFromVisitors(
  { tags, links, foreign }: Box,
  own: ReadonlySet<string>,
  page: PageFacts,
): boolean {
  // A script shows what is all of a page.
  if (links.length === page.anchors.length) return false;
  const isLasting = tags.every(
    ({ how, plain }) => how === 'position' || (how === 'font-size' && plain),
  );
  const isNamed = tags.some(({ html }) => /\s(?:class|id)\s*=/i.test(html));
  // A script knows which parts of an interface it shows.
  if (!isLasting && tags.some(({ html }) => ofInterface.test(html))) return false;
  const least = isLasting ? certain.lasting : isNamed ? certain.named : certain.unnamed;
  const spam = foreign.slice(0, maxLinks).filter((link) => isSpam(link, own)).length;
  if (spam >= least && spam * 2 >= Math.min(links.length, maxLinks)) {
    return !tags.some((tag) => isOpened(tag, page));
  }
  const sites = new Set(foreign.map(domainOf)).size;
  return isLasting && !isNamed && foreign.length === links.length && sites >= manySites;
}

/** Classes and ids of what scripts show and hide. */
const ofInterface =
  /\s(?:class|id)\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)(?:accordion|carousel|collaps|content|dialog|drawer|drop|filter|menu|modal|more|nav|overlay|pane|popup|slid|tab|toggle|widget)/i;

/** The topics that the page itself is about. */
function ownTopicsOf({ page, urls: { base } }: AuditFacts): ReadonlySet<string> {
  return topicsOf(base, page.titles[0]?.text, page.headings[0]?.text);
}

function isSpam({ tag, url }: PageLink, own: ReadonlySet<string>): boolean {
  const found = url === null ? [] : [...topicsOf(url, tag.text, tag.accessibleText)];
  return found.some((topic) => !own.has(topic));
}

/** Characters of a text whose topic is looked for. */
const maxText = 200;

function topicsOf(url: URL, ...texts: readonly (string | undefined)[]): ReadonlySet<string> {
  const all = [...texts, url.pathname].map((text) => text?.slice(0, maxText) ?? '');
  return spamTopicsOf(all.join(' '), url.hostname);
}

/** Whether a link or button names the id of an element, to show it. */
function isOpened({ html }: ConcealedFact, { anchors, aria, clickables, controls }: PageFacts) {
  const id = /\sid\s*=\s*["']?([^\s"'>]+)/i.exec(html)?.[1];
  if (id === undefined) return false;
  return [anchors, controls, aria, clickables].some((tags) =>
    tags.some((tag) => tag.html !== html && tag.html.includes(id)),
  );
}
