import { countPageWords } from '../../../text/count-page-words.ts';
import { saysNotFound } from '../../../text/not-found-phrases.ts';
import type { AuditFacts, Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';

/** Words above which a page is no error page, menus and all. */
const mostWords = 800;
/** Words up to which a title or a heading alone is believed. */
const fewWords = 300;
const ok = 200;
/** Titles, and main headings, that are read. */
const mostHeadings = 10;

/**
 * A page that says that it is not there does not answer 200. An article about such pages says so too:
 * it has a text, a date, or an address that names the error.
 */
export const soft404Text: Check = {
  id: 'soft-404-text',
  category: 'seo',
  importance: 'medium',
  title: 'The page is no error page in disguise',
  advice:
    'Have the server answer with status 404 or 410 where there is nothing, not with 200 and a page that says so: search engines keep asking for such pages.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
  run: (facts) => {
    const { page, response } = facts;
    if (response.status !== ok) {
      return { status: 'na', summary: 'The page does not answer with status 200.' };
    }
    const titles = page.titles
      .slice(0, mostHeadings)
      .filter(({ text }) => saysNotFound(text))
      .slice(0, 1);
    const headings = page.headings
      .filter(({ level, hidden }) => level === 1 && hidden !== 'all')
      .slice(0, mostHeadings)
      .filter(({ text }) => saysNotFound(text))
      .slice(0, 1);
    const found = [...titles, ...headings];
    const words = countPageWords(page);
    const isSure = titles.length > 0 && headings.length > 0;
    if (found.length === 0 || words > (isSure ? mostWords : fewWords) || isAbout(facts)) {
      return { status: 'pass', summary: 'The page does not say that it is an error page.' };
    }
    const [text = ''] = found.map((fact) => fact.text);
    return {
      status: isSure ? 'fail' : 'warn',
      summary: `The page answers with status 200, but calls itself “${text.slice(0, maxQuoted).toWellFormed()}”.`,
      value: { says: text, words },
      evidence: tagsEvidence(found),
    };
  },
};

/** Characters of the title or heading in the summary. */
const maxQuoted = 100;

/** Whether the page is about such errors, or is the site's own error page, asked for on purpose. */
function isAbout({ page, response }: AuditFacts): boolean {
  if (/404|410|not-?_?found|soft-?_?404|http-status/i.test(new URL(response.finalUrl).pathname)) {
    return true;
  }
  const isArticle = page.metas.some(
    ({ property, content }) =>
      property === 'article:published_time' ||
      (property === 'og:type' && content?.trim().toLowerCase() === 'article'),
  );
  return isArticle || page.jsonLd.some(({ text }) => /"(?:\w*Article|BlogPosting)"/.test(text));
}
