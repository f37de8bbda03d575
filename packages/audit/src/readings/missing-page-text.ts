import type { AuditFacts } from '../audit-facts.ts';
import type { TitleFact } from '../page/page-facts.ts';
import type { Heading } from './heading-list.ts';
import { mainHeadingsOf } from './main-heading.ts';
import { memoize } from './memoize.ts';
import { firstOf } from './notes.ts';
import { ownUrlOf } from './own-url.ts';
import { notFoundTextKind } from './text/not-found-phrases.ts';
import { countPageWords } from './text/text-words.ts';

/** Pages with more words, including menus, are not error pages. */
const mostWords = 800;
/** Up to this many words, a title or a heading alone is enough evidence. */
const fewWords = 300;
/** Titles, and main headings, that are read at most. */
const mostHeadings = 10;
const searched = 'are searched for error messages';

/** A page that says that it does not exist. */
interface MissingPageText {
  /** The titles and main headings that say so, at least one. */
  readonly texts: readonly (TitleFact | Heading)[];
  /** Whether title and main heading agree. */
  readonly isSure: boolean;
  readonly words: number;
}

/**
 * Whether a page with status 200 presents itself as missing; `null` if it does not. Articles about such errors are
 * recognised by their length, a date, or a URL that names the error.
 */
export const missingPageTextOf = memoize((facts: AuditFacts): MissingPageText | null => {
  const { page, response } = facts;
  if (response.status !== 200) return null;
  const mainHeadings = mainHeadingsOf(page).filter(({ hiddenFromAll }) => !hiddenFromAll);
  const titles = firstOf(page, page.titles, mostHeadings, `titles ${searched}`).filter(
    ({ text }) => notFoundTextKind(text) !== 'none',
  );
  const headings = firstOf(page, mainHeadings, mostHeadings, `main headings ${searched}`).filter(
    ({ text }) => notFoundTextKind(text) !== 'none',
  );
  const texts = [...titles, ...headings];
  const words = countPageWords(page);
  // “404” alone may be the name of something, such as a song.
  const isSure =
    titles.length > 0 &&
    headings.length > 0 &&
    texts.some(({ text }) => notFoundTextKind(text) === 'words');
  if (texts.length === 0 || words > (isSure ? mostWords : fewWords) || isAbout(facts)) return null;
  return { texts, isSure, words };
});

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
