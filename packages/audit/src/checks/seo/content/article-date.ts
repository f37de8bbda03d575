import type { AuditFacts } from '../../../audit-facts.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { postOf } from '../../../readings/post.ts';
import { pageEntitiesOf } from '../../../readings/structured-data/page-entities.ts';
import type { Check } from '../../check.ts';

const properties = ['datePublished', 'dateModified', 'dateCreated', 'uploadDate'];

/** Names of meta tags with a date, of any vocabulary: `article:published_time`, `dc.date`, `last-modified`. */
const metaNames = /date|publish|modif|updated|created|issued/;

/**
 * A date in a text: of numbers, with the name of a month, in other digits or with the signs of Chinese, Japanese and
 * Korean, or a time ago.
 */
const dated =
  /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b\d{1,2}(?:st|nd|rd|th)?[.,]?\s(?:de\s|of\s)?\p{L}{3,12}[.,]?\s(?:de\s|del\s)?\d{2,4}|\p{L}{3,12}[.,]?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}|\d[年月日년월일]|[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]|\b(?:ago|yesterday|today|gestern|heute|vor \d|hace \d|il y a|sedan|siden|geleden|fa|назад|вчера|сегодня)(?!\p{L})/iu;

/**
 * A news article or a blog post states a date.
 *
 * @remarks That a date in its data, in its URL or in its text is enough is ours.
 */
export const articleDate: Check = {
  id: 'article-date',
  category: 'seo',
  importance: 'low',
  title: 'The article states its date',
  advice:
    'Show the date of publication, or of the last change, near the headline as <time datetime="2026-05-31">, and add datePublished to the structured data.',
  why: 'Readers want to know how current an article is, and search engines take the date that they show from the page.',
  source: 'https://developers.google.com/search/docs/appearance/publication-dates',
  run: (facts) => {
    const post = postOf(facts.page);
    if (post === null) {
      return { status: 'na', summary: 'The page is not certainly a news article or a blog post.' };
    }
    if (hasDate(facts)) {
      return {
        status: 'pass',
        summary: 'The structured data, a tag, the URL or the text has a date.',
      };
    }
    return {
      status: 'warn',
      summary: 'The article has no date, in its structured data, in its tags or in its text.',
      evidence: [tagEvidence(post.item.tag())],
    };
  },
};

function hasDate({ page, response }: AuditFacts): boolean {
  const { all } = pageEntitiesOf(page);
  if (all.some((entity) => properties.some((name) => entity.properties.has(name)))) return true;
  if (page.times.length > 0) return true;
  if (
    page.metas.some(({ property, name }) => metaNames.test((property ?? name ?? '').toLowerCase()))
  ) {
    return true;
  }
  return /\/(?:19|20)\d\d[/-]?\d\d(?:\D|$)/.test(response.finalUrl) || dated.test(page.text);
}
