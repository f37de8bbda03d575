import type { AuditFacts } from '../audit-facts.ts';
import type { Position, SourceTag } from '../page/page-facts.ts';
import { ownUrlOf } from './own-url.ts';
import { isSameSite, type PageLink } from './page-urls.ts';

/** `<nav>` elements and lists that are read, lists that are called breadcrumbs, and characters of labels. */
const limits = { navs: 100, lists: 500, named: 20, label: 100 } as const;

const attribute =
  /\s(?:class|id)\s{0,3}=\s{0,3}(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s"'>]{1,200}))/gi;
/** `breadcrumb`, also with a prefix (`c-breadcrumbs`) and the word for a part (`breadcrumb__list`). */
const name =
  /^(?!(?:no|has|with|without|hide|is)[-_])(?:[a-z0-9]{1,30}[-_]{1,2}){0,3}bread-?crumbs?(?:[-_]{0,2}(?:list|items?|nav|navigation|trail|links|ol|ul))?$/i;
/** What `aria-label` calls it, in several languages. */
const label =
  /bread-?crumb|brotkr[uü]m|fil d['’]ariane|migas de pan|rastro de migas|briciole di pane|kruimelpad|brödsmul|brødsmule|パンくず|面包屑|хлебные крошки/i;

/**
 * The breadcrumb that visitors see: a `<nav>`, or a list of two or more items, that its class, id or label calls one,
 * and whose first link leads to a page above this one, but is not all that it shows. Themes use the class for other
 * lists, too. `null` if there is none, or it is another element.
 */
export function breadcrumbOf(facts: AuditFacts): SourceTag | null {
  const { page, urls } = facts;
  const own = ownUrlOf(facts);
  const firstLink = (position: Position) => {
    const link = urls.links.find(({ tag }) => isAfter(tag, position));
    return link !== undefined && leadsAbove(link, own) ? link : null;
  };
  const navs = page.landmarks
    .filter(({ kind, hidden }) => kind === 'navigation' && hidden !== 'all')
    .slice(0, limits.navs)
    .filter((nav) => label.test(nav.ariaLabel?.slice(0, limits.label) ?? '') || isNamed(nav))
    .filter((nav) => {
      const link = firstLink(nav);
      return link !== null && nav.words > (link.tag.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
    });
  const lists = page.lists
    .filter(({ hidden, items }) => hidden !== 'all' && items >= 2)
    .slice(0, limits.lists)
    .filter(isNamed)
    .slice(0, limits.named)
    .filter((list) => firstLink(list) !== null);
  return navs[0] ?? lists[0] ?? null;
}

function isNamed({ html }: SourceTag): boolean {
  // Most tags have no such word.
  if (!/bread-?crumb/i.test(html)) return false;
  return [...html.matchAll(attribute)].some(([, double, single, bare]) =>
    (double ?? single ?? bare ?? '').split(/\s/).some((word) => name.test(word)),
  );
}

function isAfter(position: Position, other: Position): boolean {
  if (position.line !== other.line) return position.line > other.line;
  return position.column > other.column;
}

/** Whether a link leads to the home page, or to a page whose path this one's begins with. */
function leadsAbove({ url }: PageLink, own: URL): boolean {
  if (url === null || !isSameSite(url, own)) return false;
  const { pathname } = url;
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return own.pathname.length > path.length && own.pathname.startsWith(path);
}
