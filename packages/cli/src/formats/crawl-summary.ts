import { type CrawlOutcome, foundIssues, isCrawlFailure } from '../crawl-result.ts';
import { plainText } from '../plain-text.ts';
import { plural } from './pretty-parts.ts';

/** What became of a crawl, in a line: its score, and how many issues there are. */
export function crawlSummary(outcome: CrawlOutcome): string {
  if (isCrawlFailure(outcome)) return plainText(outcome.error.message);
  const { crawl, issues } = outcome;
  const { score, result, origin, url, progress } = crawl;
  const pages = plural(progress.done, 'page');
  const found = plural(foundIssues(outcome).length, 'issue');
  const parts = [
    score === null ? 'no score' : `${score} of 100, ${result}`,
    // The issues of a crawl that was stopped are unknown.
    issues.length === 0 ? `${pages} checked` : `${found} across ${pages}`,
  ];
  return `${parts.join(', ')}: ${plainText(origin ?? url)}`;
}
