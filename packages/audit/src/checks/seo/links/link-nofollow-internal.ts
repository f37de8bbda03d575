import type { AnchorFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { firstOf } from '../../../readings/notes.ts';
import { isUnfollowable } from '../../../url/unfollowable-url.ts';
import type { Check } from '../../check.ts';

/**
 * Links that do something, or lead to a form or to another form of a page: login, registration, cart, reply, print,
 * share. There is nothing behind them that people search for, so many programs mark them, which does no harm
 * (Google, https://www.rankrecover.com/matt-cutts-should-i-use-rel-nofollow-on-internal-links-to-a-login-page/).
 */
const actions = [
  /\/(?:(?:wp-)?log-?in|log-?out|sign-?(?:in|up|out)|register|registration|anmelden|abmelden|registrieren|connexion|inscription|(?:my-?)?account|mein-?konto|password|lost-?password|cart|basket|checkout|warenkorb|kasse|panier|wish-?list|merkzettel|compare|reply|print|print-?mail|print-?pdf|drucken|druckversion|email|mail-?to-?friend|share)(?:\.[a-z]{2,5})?(?:[/?]|$)/i,
  /[?&](?:share|replytocom|reply|print|printable|add-to-cart|add_to_wishlist|redirect_to|return_?to|return_?url|feed|mobileaction)(?:[=&]|$)/i,
  /[?&]p_p_id=com_liferay_login/i,
  /[?&]action=(?:login|logout|register|edit|history|print|reply)(?:&|$)/i,
];

/** Finding out what a link does takes long for thousands of long URLs. */
const maxNofollow = 300;
const testedCharacters = 500;

/** A site vouches for links to itself. Some have a reason to be marked: no weight. */
export const linkNofollowInternal: Check = {
  id: 'link-nofollow-internal',
  category: 'seo',
  importance: 'info',
  title: 'Internal links are not marked nofollow',
  advice:
    'Remove nofollow from links to your own pages. Use noindex to keep a page out of search results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  run: ({ page, urls: { links } }) => {
    const internal = links.filter(
      ({ kind, comparable }) =>
        kind === 'internal' && comparable !== null && !isUnfollowable(comparable),
    );
    if (internal.length === 0) {
      return { status: 'na', summary: 'The page has no internal links.' };
    }
    const nofollow = firstOf(
      page,
      internal.filter(({ tag }) => isNofollow(tag)),
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

function isAction(href: string): boolean {
  const start = href.slice(0, testedCharacters);
  return actions.some((pattern) => pattern.test(start));
}
