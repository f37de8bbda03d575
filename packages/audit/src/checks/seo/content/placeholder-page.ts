import { elementsEvidence } from '../../../readings/evidence.ts';
import { firstOf } from '../../../readings/notes.ts';
import { announcementIn, announcementOf } from '../../../readings/text/coming-soon-phrases.ts';
import { countPageWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** @remarks The limit of 100 words is ours: pages with more have something to say beside the announcement. */
const mostWords = 100;
/** @remarks The limit of 20 words, for a page whose only announcement is a sentence of its text, is ours. */
const mostWordsOfText = 20;
/** Titles, and main headings, that are read at most. */
const mostHeadings = 10;
/** The length of the quote in the summary at most. */
const maxQuoted = 100;

/** Search engines keep the pages of a site that sends this status for some days. */
const maintenanceAdvice =
  'While the site is being maintained, send this page with status 503 and a Retry-After header, so that search engines keep the real page and come back.';

/**
 * The page is not an announcement that there will be a page. A list of films that come soon has more words.
 *
 * @remarks That an announcement is neither original nor useful, and the phrases, are ours.
 */
export const placeholderPage: Check = {
  id: 'placeholder-page',
  category: 'seo',
  importance: 'medium',
  title: 'The page has its final content',
  why: 'Visitors find only an announcement, and there is nothing yet that search engines could show.',
  advice:
    'Publish the content of the page. Until then, protect it with a password, or add <meta name="robots" content="noindex"> to its <head>.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  gate: {
    cap: 30,
    triggeredBy: 'fail',
    reason: 'The page only announces content that is not there yet.',
    indexability: false,
  },
  run: ({ page }) => {
    const read = 'are searched for announcements';
    const mainHeadings = page.headings.filter(
      ({ level, hidden }) => level === 1 && hidden !== 'all',
    );
    const words = countPageWords(page);
    const found = [
      ...firstOf(page, page.titles, mostHeadings, `titles ${read}`),
      ...firstOf(page, mainHeadings, mostHeadings, `main headings ${read}`),
    ].flatMap((element) => {
      const kind = announcementOf(element.text);
      return kind === null ? [] : [{ kind, text: element.text, elements: [element] }];
    });
    const kind = words > mostWordsOfText ? null : announcementIn(page.text);
    const first = found[0] ?? (kind && { kind, text: page.text, elements: [] });
    if (!first || words > mostWords) {
      return { status: 'pass', summary: 'Title and main heading do not announce a page to come.' };
    }
    const says = first.text.slice(0, maxQuoted).toWellFormed();
    return {
      status: 'fail',
      summary: `The page says “${says}” and has ${words} ${words === 1 ? 'word' : 'words'}.`,
      value: { says, words },
      evidence: elementsEvidence(first.elements),
      ...(first.kind === 'maintenance' && { advice: maintenanceAdvice }),
    };
  },
};
