import type { AnchorFact } from '../../../page/page-facts.ts';
import type { PageLink } from '../../../page-urls.ts';
import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';

/**
 * Search engines can follow the links. The rules are Lighthouse's, as far as the HTML alone tells: a
 * listener that a script adds is not seen, so an `<a>` without `href` counts only where something
 * else says that it is to be a link.
 */
export const linksCrawlable: Check = {
  id: 'links-crawlable',
  category: 'seo',
  importance: 'medium',
  title: 'Search engines can follow the links',
  advice:
    'Put the address of the page into the href of each link, as in <a href="/contact">, also where a script handles the click; make what leads nowhere a <button>.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  run: ({ urls }) => {
    const links = urls.links.filter(({ kind, tag }) => kind !== 'none' || isMeantAsLink(tag));
    if (links.length === 0) return { status: 'na', summary: 'The page has no links.' };
    const uncrawlable = links.filter(isUncrawlable);
    const value = { links: links.length, uncrawlable: uncrawlable.length };
    if (uncrawlable.length === 0) {
      return { status: 'pass', summary: 'Search engines can follow every link.', value };
    }
    return {
      status: uncrawlable.length === links.length ? 'fail' : 'warn',
      summary: `Search engines cannot follow ${uncrawlable.length} of ${links.length} links.`,
      value,
      evidence: tagsEvidence(uncrawlable),
      points: (links.length - uncrawlable.length) / links.length,
    };
  },
};

/** Characters of an address that tell what it is. */
const looked = 100;

function isUncrawlable({ tag, kind }: PageLink): boolean {
  const isWeb = kind === 'internal' || kind === 'external' || kind === 'self';
  if (isWeb && !/^\s*j/i.test(tag.href ?? '')) return false;
  const { href, id, name, role } = tag;
  const compact = (href ?? '').trim().slice(0, looked).replace(/\s+/g, '').toLowerCase();
  // With a space before its colon it is the address of a page that nobody has.
  const isVoid = /^javascript:void\(?0\)?/.test(compact);
  // An address that was resolved on the web is one to follow.
  if (!isVoid && isWeb) return false;
  // An element with a role of its own is a control, and one with a name or an id may be a target.
  if (role?.trim()) return false;
  if (compact === '' && id) return false;
  if (compact.startsWith('file:')) return true;
  if (name?.trim()) return false;
  return kind === 'none' || kind === 'invalid' || isVoid || leadsByScript.test(compact);
}

/**
 * Scripts in an address that lead to another page: Google names the first two as what it does not
 * follow, the last one is how ASP.NET turns pages. Others print, go back or open a menu.
 */
const leadsByScript =
  /^javascript:(?:.*\b(?:location(?:\.(?:href|assign|replace))?[=(]|goto\w*\(|window\.open\()|__dopostback\()/;

/**
 * Whether an `<a>` without `href` has what only links need: Google names `routerLink`. Without, it is
 * a placeholder, or a target.
 */
function isMeantAsLink({ target, download, rel, scripted, html }: AnchorFact): boolean {
  return target !== null || download || rel.length > 0 || scripted || /\srouterlink=/i.test(html);
}
