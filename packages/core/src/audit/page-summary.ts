import type { PageSummary } from './audit.ts';
import type { FetchedPage } from './fetch/fetched.ts';
import type { PageFacts } from './page/page-facts.ts';
import type { PageUrls } from './readings/page-urls.ts';

/** The facts of a page that a report shows without checks. */
export function summarizePage(
  page: PageFacts,
  urls: Pick<PageUrls, 'notes'>,
  response: FetchedPage,
): PageSummary {
  return {
    language: page.html?.lang?.trim() || null,
    charset: page.charset.name,
    contentType: response.headers.get('content-type')?.at(-1) ?? null,
    transferBytes: response.transferBytes,
    htmlBytes: page.bytes,
    timeToFirstByteMs: response.timings.firstByteMs,
    fetchMs: response.timings.totalMs,
    redirects: response.redirects,
    counts: {
      words: page.words,
      links: page.anchors.filter(({ href }) => href !== null).length,
      images: page.images.length,
      headings: page.headings.length,
      elements: page.elements,
    },
    notes: [...page.notes, ...urls.notes],
  };
}
