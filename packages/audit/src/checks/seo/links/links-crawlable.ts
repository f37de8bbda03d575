import type { AnchorFact } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { OtherLink, PageLink } from '../../../readings/page-urls.ts';
import type { Check } from '../../check.ts';

/**
 * Search engines can follow the links. The rules are those of Lighthouse, as far as the HTML shows them:
 * event listeners that scripts add are unknown, so an `<a>` without `href` counts only if another
 * attribute marks it as a link. One that opens something on the page is a button, and one with `javascript:void(0)`
 * may be, which the summary states.
 */
export const linksCrawlable: Check = {
  id: 'links-crawlable',
  category: 'seo',
  importance: 'medium',
  title: 'Search engines can follow the links',
  advice:
    'Put the URL of the page into the href of each link, such as <a href="/contact">, even if a script handles the click. Use a <button> for controls that lead nowhere.',
  why: 'Google follows only ordinary links with a web address, so pages behind other links may not be found in search.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  run: ({ urls }) => {
    let links = 0;
    let searched = 0;
    const uncrawlable: (PageLink | OtherLink)[] = [];
    for (const link of urls.links) {
      if (link.kind === 'none' && !isMeantAsLink(link.tag)) continue;
      const cannotBeFollowed = isUncrawlable(link);
      if (cannotBeFollowed && searched++ < maxSearched && opensPart(link.tag)) continue;
      links++;
      if (cannotBeFollowed) uncrawlable.push(link);
    }
    for (const link of urls.otherLinks) {
      links++;
      if (link.kind === 'invalid' || isScript(link)) uncrawlable.push(link);
    }
    return faultsOutcome(links, uncrawlable, {
      none: 'The page has no links.',
      fault: 'Links that search engines cannot follow',
      summary: (count, all) =>
        `Search engines cannot follow ${count} of ${all} links${voidText(uncrawlable)}.`,
      value: { links, uncrawlable: uncrawlable.length },
      severity: 'by share',
    });
  },
};

/** What links with `javascript:void(0)` may be. */
function voidText(links: readonly (PageLink | OtherLink)[]): string {
  const count = links.filter(({ tag }) => isVoid(compactOf(tag.href))).length;
  if (count === 0) return '';
  const has = count === 1 ? 'has' : 'have';
  const all = count === 1 ? 'It' : 'They';
  const what = count === 1 ? 'a button, or a link' : 'buttons, or links';
  return `. ${count === links.length ? all : `${count} of them`} ${has} javascript:void(0) instead of a URL: ${what} that only a script follows`;
}

/** Searching tags takes long for thousands of them. */
const maxSearched = 500;

/**
 * Classes, attributes and calls of tools for consent, in links that open their settings: OneTrust, CookieYes,
 * Complianz, Cookiebot, Cookie Consent, Usercentrics, Didomi, Klaro, Borlabs, iubenda, TrustArc, Osano, Axeptio.
 */
const consentTool =
  /\bot-sdk-|\b[oO]ptanon|OneTrust|\bcky-|\bcmplz-|\bCookie(?:Consent|bot)\b|\bcookieconsent\b|\bcc-revoke|UC_UI\b|\b[uU]sercentrics|\b[dD]idomi|\bklaro\b|\b[bB]orlabs-?[cC]ookie|\biubenda-|\btruste\b|\bteconsent|\b[oO]sano\b|\baxeptio|\btarteaucitron|__tcfapi\b|\bgooglefc\b/;

/** Whether a link opens something on the page, as a button does: a menu, a dialog, the settings of a consent tool. */
function opensPart(tag: AnchorFact): boolean {
  const { scripted, html } = tag;
  if (consentTool.test(html)) return true;
  // Any other href is where it leads.
  if (tag.href !== null && !isVoid(compactOf(tag.href))) return false;
  if (goesElsewhere.test(html)) return false;
  return opener.test(html) || (scripted && callsFunction.test(html));
}

/** Attributes of controls that open, close or switch something: ARIA, the popover API, Bootstrap, UIkit, htmx, Alpine. */
const opener =
  /\s(?:aria-(?:controls|expanded|haspopup|pressed)|popovertarget|(?:data-(?:bs-|mdb-|uk-|mdl-)?(?:toggle|target|dismiss|slide|slide-to|fancybox|lightbox|modal|micromodal-trigger|dropdown|collapse))|uk-toggle|(?:x-on:|@|v-on:)click)\s*=/i;

/** An `onclick` that does something. */
const callsFunction = /\sonclick\s{0,5}=\s{0,5}["']?\s{0,5}[^"'\s>]/i;

/** Characters of an href that are checked. */
const hrefLimit = 100;

/** Whether the first letter is that of `javascript:`. */
function mayBeScript(href: string): boolean {
  const first = href.charCodeAt(0);
  // White space may be before it.
  return first > 0x20 && first < 0x80 ? first === 0x6a || first === 0x4a : /^\s*j/i.test(href);
}

/** Whether a link of an image map or in SVG runs a script that leads to another page, or nowhere. */
function isScript({ tag }: OtherLink): boolean {
  const compact = compactOf(tag.href);
  return isVoid(compact) || leadsByScript.test(compact);
}

function compactOf(href: string | null): string {
  return (href ?? '').trim().slice(0, hrefLimit).replace(/\s+/g, '').toLowerCase();
}

function isVoid(compact: string): boolean {
  return /^javascript:void\(?0\)?/.test(compact);
}

function isUncrawlable({ tag, kind }: PageLink): boolean {
  const isWeb = kind === 'internal' || kind === 'external' || kind === 'self';
  if (isWeb && !mayBeScript(tag.href ?? '')) return false;
  const { href, id, name, role } = tag;
  const compact = compactOf(href);
  // With a space before the colon it is a relative URL. An http(s) URL can be followed.
  if (!isVoid(compact) && isWeb) return false;
  // An element with its own role is a control, and one with a name or an id may be a target.
  if (role?.trim()) return false;
  if (compact === '' && id) return false;
  if (compact.startsWith('file:')) return true;
  if (name?.trim()) return false;
  return kind === 'none' || kind === 'invalid' || isVoid(compact) || leadsByScript.test(compact);
}

/**
 * javascript: URLs that lead to another page: Google documents the first two as links it does not
 * follow, the last one is for pagination in ASP.NET. Others print, go back or open a menu.
 */
const leadsByScript =
  /^javascript:(?:.*\b(?:location(?:\.(?:href|assign|replace))?[=(]|goto\w*\(|window\.open\()|__dopostback\()/;

/**
 * Whether an `<a>` without `href` has attributes that only links need, or a handler that leads to another
 * page; Google mentions `routerLink`. Without them it is a placeholder, a button or a target.
 */
function isMeantAsLink({ target, download, rel, scripted, html }: AnchorFact): boolean {
  if (target !== null || download || rel.length > 0 || /\srouterlink=/i.test(html)) return true;
  return scripted && goesElsewhere.test(html);
}

/** A handler that leads to another page. Others open a menu or explain a word, as a button does. */
const goesElsewhere =
  /\sonclick\s{0,5}=.{0,200}?(?:\blocation(?:\.(?:href|assign|replace))?\s{0,5}(?:=(?!=)|\()|\bgoto\(|\bwindow\.open\(|__dopostback\()/is;
