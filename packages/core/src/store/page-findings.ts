import type { PageOutline } from '@sitegrade/audit';
import type { CrawlPageSummary } from './crawl.ts';

/**
 * What a list of the pages of a crawl shows of what was found on one. Stores keep it with the page, since an outline takes
 * longer to read.
 */
export function pageFindings(
  outline: Pick<PageOutline, 'findings'> | null,
): Pick<CrawlPageSummary, 'worst' | 'findings'> {
  const findings = Object.keys(outline?.findings ?? {});
  const first = outline?.findings[findings[0] ?? ''];
  return { worst: typeof first === 'object' ? first.summary : null, findings };
}
