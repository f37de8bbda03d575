import type { AnchorFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { firstOf } from '../../../readings/notes.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import { isUnfollowable } from '../../../url/unfollowable-url.ts';
import type { Check } from '../../check.ts';

/**
 * Links that do something, or lead to a form or to another form of a page: login, registration, cart, reply, print,
 * share. There is nothing behind them that people search for, so many programs mark them, which does no harm
 * (Google, https://www.rankrecover.com/matt-cutts-should-i-use-rel-nofollow-on-internal-links-to-a-login-page/).
 */
const segments: ReadonlySet<string> = new Set(
  'login log-in wp-login logout log-out signin sign-in signup sign-up signout sign-out register registration anmelden abmelden registrieren connexion inscription account my-account myaccount mein-konto password lost-password lostpassword cart basket checkout warenkorb kasse panier wishlist wish-list merkzettel compare reply print printmail print-mail printpdf print-pdf drucken druckversion email mail-to-friend share'.split(
    ' ',
  ),
);

/** Parameters of such links. */
const parameters: ReadonlySet<string> = new Set(
  'share replytocom reply print printable add-to-cart add_to_wishlist redirect_to return_to returnto return_url returnurl feed mobileaction action=login action=logout action=register action=edit action=history action=print action=reply format=pdf format=print p_p_id=com_liferay_login_web_portlet_loginportlet'.split(
    ' ',
  ),
);

/** Finding out what a link does takes long for thousands of long URLs. */
const maxNofollow = 200;
const testedCharacters = 300;

/** A site vouches for links to itself. Some have a reason to be marked: no weight. */
export const linkNofollowInternal: Check = {
  id: 'link-nofollow-internal',
  category: 'seo',
  importance: 'info',
  title: 'Search engines may follow internal links',
  advice:
    'Remove nofollow from links to your own pages. Use noindex to keep a page out of search results.',
  why: 'Search engines generally do not follow such links, so they may miss pages of your own site.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  run: ({ page, urls: { links } }) => {
    const internal = links.filter(({ kind }) => kind === 'internal');
    if (internal.length === 0) {
      return { status: 'na', summary: 'The page has no internal links.' };
    }
    const nofollow = firstOf(
      page,
      links.filter((link, at) => {
        return link.kind === 'internal' && isNofollow(link.tag) && !isOfAuthor(links, at);
      }),
      maxNofollow,
      'links marked nofollow are checked',
    );
    const marked = nofollow.filter(({ comparable }) => !isAction(comparable ?? ''));
    const value = { links: internal.length, marked: marked.length };
    if (marked.length === 0) {
      const summary =
        nofollow.length === 0
          ? `Internal links marked nofollow: 0 of ${internal.length}.`
          : `Only links to a login, a cart, a print version or the like are marked nofollow: ${nofollow.length} of ${internal.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${marked.length} of ${internal.length} internal links ${marked.length === 1 ? 'is' : 'are'} marked nofollow.`,
      value,
      evidence: tagsEvidence(marked),
    };
  },
};

/** `ugc` and `sponsored` say what a link is: one of a comment, or a paid one that the site redirects. */
function isNofollow({ rel }: AnchorFact): boolean {
  return rel.includes('nofollow') && !rel.includes('ugc') && !rel.includes('sponsored');
}

/**
 * Whether a link is the name or the picture of the site’s owner above a comment, which blogs mark as those of all
 * visitors: a link to the home page, with a link to a comment after it.
 */
function isOfAuthor(links: readonly PageLink[], at: number): boolean {
  const { url } = links[at] ?? {};
  if (url?.pathname !== '/' || url.search !== '') return false;
  return links.slice(at + 1, at + 3).some((next) => next.url?.hash.startsWith('#comment-'));
}

function isAction(href: string): boolean {
  if (isUnfollowable(href)) return true;
  const [path = '', query = ''] = href.slice(0, testedCharacters).toLowerCase().split('?', 2);
  return (
    path.split('/').some((segment) => segments.has(before(segment, '.'))) ||
    query.split('&').some((part) => parameters.has(part) || parameters.has(before(part, '=')))
  );
}

function before(text: string, separator: string): string {
  const end = text.indexOf(separator);
  return end === -1 ? text : text.slice(0, end);
}
