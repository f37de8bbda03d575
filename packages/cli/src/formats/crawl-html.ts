import { type CrawlOutcome, isCrawlFailure } from '../crawl-result.ts';

/** A crawl as one HTML file; `null` if there is nothing to show. */
export async function htmlCrawl(outcome: CrawlOutcome): Promise<string | null> {
  if (isCrawlFailure(outcome)) return null;
  const { renderCrawlFile } = await import('@sitegrade/core/pages');
  return renderCrawlFile(outcome);
}
