import { openNumbers } from '../numbers.ts';
import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { isComparable, isFurtherPage } from './pages.ts';
import { uncheckedTexts } from './unchecked.ts';
import { count, urlText } from './words.ts';

/** With fewer pages, a site has no norm. */
const leastPages = 20;

/** If half of the pages of a site have fewer words, short texts are usual there. */
const leastMedian = 200;

/** A page with less than this share of the words that half of the pages have. */
const mostShare = 0.1;

/** Longer texts are counted as this. */
const mostWords = 5_000;

/** Pages have about as much text as others of the site. Contact pages and galleries need less, so this is a note. */
export const thinPages: SiteRule = {
  id: 'thin-pages',
  importance: 'info',
  title: 'Every page has text like most pages of the site',
  advice:
    'Check whether the page says what visitors look for there. If it does, such as a contact form or a gallery, there is nothing to do. Otherwise complete its text, or merge it into a related page.',
  why: 'A page with hardly any text has little that people could search for, compared with the rest of this site.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  unchecked: uncheckedTexts,
  *find(site) {
    const compared = openNumbers(Uint32Array);
    const counts = new Uint32Array(mostWords + 1);
    for (const [index, { outline }] of site.pages.entries()) {
      yield null;
      if (outline === null || !isUsual(site, index)) continue;
      compared.push(index);
      const words = Math.min(mostWords, outline.words);
      counts[words] = (counts[words] ?? 0) + 1;
    }
    if (compared.length() < leastPages) {
      yield `Fewer than ${leastPages} pages could be compared.`;
      return;
    }
    const median = medianOf(counts, compared.length());
    if (median < leastMedian) return;
    for (let at = 0; at < compared.length(); at++) {
      yield null;
      const index = compared.get(at);
      const { url, outline } = site.pages.get(index) ?? {};
      if (!outline || outline.words >= mostShare * median) continue;
      yield {
        summary: `${urlText(url)} has ${count(outline.words, 'word', 'words')}; half of the pages have ${median.toLocaleString('en')} or more.`,
        pages: [index],
      };
    }
  },
};

/** Not the start page, further pages of lists, and what a check has found to be no content. */
function isUsual(site: Site, index: number): boolean {
  const { level, outline } = site.pages.get(index) ?? {};
  if (level === 0 || !outline || outline.isCut || outline.saysMissing) return false;
  return isComparable(site, index) && !isFurtherPage(site, index);
}

/** The number of words that half of the pages have. */
function medianOf(counts: Uint32Array, pages: number): number {
  let left = pages / 2;
  let words = 0;
  while (words < counts.length - 1 && left >= (counts[words] ?? 0)) {
    left -= counts[words] ?? 0;
    words++;
  }
  return words;
}
