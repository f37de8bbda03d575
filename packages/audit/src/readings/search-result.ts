import type { PageFacts } from '../page/page-facts.ts';
import { percentDecoded } from '../url/percent-decoded.ts';
import { descriptionOf } from './descriptions.ts';
import { cutToWidth, searchResultLimits } from './pixel-width.ts';
import { isVisible } from './text-length.ts';
import { titleOf } from './title.ts';

/** How a search engine may show the page. It may choose other texts of the page for some searches. */
export interface SearchResult {
  /** The title, the main heading or the domain, cut with "…" at the width of a result. */
  readonly title: string;
  /** The site and the path, as results show them: `https://example.com › blog › rye`. */
  readonly url: string;
  /** The meta description, cut with "…"; `null` if there is none and a passage of the page is shown. */
  readonly description: string | null;
}

/** The result of a page in a list of search results on a desktop, as its tags suggest it. */
export function searchResultOf(page: PageFacts, finalUrl: string): SearchResult {
  const { origin, hostname, pathname } = new URL(finalUrl);
  const heading = page.headings.find(({ level, text }) => level === 1 && isVisible(text));
  const title = titleOf(page)?.text ?? heading?.text ?? hostname;
  const path = pathname.split('/', maxSteps).filter((step) => step !== '');
  const url = [origin, ...path.map(readable)].join(' › ');
  const description = descriptionOf(page)?.text;
  return {
    title: cutToWidth(title, searchResultLimits.title),
    url: cutToWidth(url, searchResultLimits.url),
    description:
      description === undefined ? null : cutToWidth(description, searchResultLimits.description),
  };
}

/** More steps of a path do not fit. */
const maxSteps = 100;

/** A part of a path as people read it; as written if it is not UTF-8. */
function readable(step: string): string {
  const decoded = percentDecoded(step);
  return /[\p{Cc}\p{Cf}]/u.test(decoded) ? step : decoded;
}
