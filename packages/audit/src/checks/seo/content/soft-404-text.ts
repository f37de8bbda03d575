import type { AuditFacts } from '../../../audit-facts.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { mainHeadingsOf } from '../../../readings/main-heading.ts';
import { firstOf } from '../../../readings/notes.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import { notFoundTextKind } from '../../../readings/text/not-found-phrases.ts';
import { countPageWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** Pages with more words, including menus, are not error pages. */
const mostWords = 800;
/** Up to this many words, a title or a heading alone is enough evidence. */
const fewWords = 300;
const ok = 200;
/** Titles, and main headings, that are read at most. */
const mostHeadings = 10;
const searched = 'are searched for error messages';

/**
 * A “not found” page must not have status 200. If title and main heading agree, it costs as much as a real error
 * status. Articles about such errors are recognised by their length, a date, or a URL that names the error.
 */
export const soft404Text: Check = {
  id: 'soft-404-text',
  category: 'seo',
  importance: 'medium',
  title: 'The page shows its content instead of an error',
  advice:
    'Configure the server to respond with status 404 or 410 if a page does not exist, instead of status 200 with an error message. Search engines keep crawling such pages.',
  why: 'Search engines may take the page for an error message and leave it out of their results.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason:
      'The title and the main heading say that the page does not exist, so search engines leave it out.',
    indexability: true,
  },
  run: (facts) => {
    const { page, response } = facts;
    if (response.status !== ok) {
      return { status: 'na', summary: 'The page does not respond with status 200.' };
    }
    const mainHeadings = mainHeadingsOf(page).filter(({ hiddenFromAll }) => !hiddenFromAll);
    const titles = firstOf(page, page.titles, mostHeadings, `titles ${searched}`).filter(
      ({ text }) => notFoundTextKind(text) !== 'none',
    );
    const headings = firstOf(page, mainHeadings, mostHeadings, `main headings ${searched}`).filter(
      ({ text }) => notFoundTextKind(text) !== 'none',
    );
    const found = [...titles, ...headings];
    const words = countPageWords(page);
    // “404” alone may be the name of something, such as a song.
    const isSure =
      titles.length > 0 &&
      headings.length > 0 &&
      found.some(({ text }) => notFoundTextKind(text) === 'words');
    if (found.length === 0 || words > (isSure ? mostWords : fewWords) || isAbout(facts)) {
      return {
        status: 'pass',
        summary: 'Title and main heading do not present the page as missing.',
      };
    }
    const [text = ''] = found.map((fact) => fact.text);
    return {
      status: isSure ? 'fail' : 'warn',
      summary: `The server responds with status 200, but the page says “${text.slice(0, maxQuoted).toWellFormed()}”.`,
      value: { says: text, words },
      evidence: elementsEvidence(found),
    };
  },
};

/** The length of the quote in the summary at most. */
const maxQuoted = 100;

/** Whether the page is about such errors, or is the site's error page under its own URL. */
function isAbout(facts: AuditFacts): boolean {
  const { page } = facts;
  if (/404|410|not-?_?found|soft-?_?404|http-status/i.test(ownUrlOf(facts).pathname)) {
    return true;
  }
  const isArticle = page.metas.some(
    ({ property, content }) =>
      property === 'article:published_time' ||
      (property === 'og:type' && content?.trim().toLowerCase() === 'article'),
  );
  return isArticle || page.jsonLd.some(({ text }) => /"(?:\w*Article|BlogPosting)"/.test(text));
}
