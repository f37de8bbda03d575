import { agentIssue, quotedText, quotesAreData } from '@sitegrade/core/internal';
import {
  type CrawlOutcome,
  foundIssues,
  incompleteReason,
  isCrawlFailure,
  pageCounts,
} from '../crawl-result.ts';
import { failureLines } from './llm.ts';
import { startSpeedText } from './speed.ts';

const intro = [
  'All that was found on the pages of a website, the worst first.',
  quotesAreData,
  'Many pages with the same finding often share a template: fix it there. For places within one page, run: sitegrade URL --format llm',
];

/** The most failed pages that are listed. */
const maxFailed = 20;

/** A crawl as compact text for a coding agent. */
export function llmCrawl(outcome: CrawlOutcome): string {
  const lines = isCrawlFailure(outcome) ? failureLines(outcome) : crawlLines(outcome);
  return `${[...intro, '', ...lines].join('\n')}\n`;
}

function crawlLines(result: Exclude<CrawlOutcome, { error: unknown }>): readonly string[] {
  const { crawl, pages } = result;
  const found = foundIssues(result);
  const reason = incompleteReason(crawl);
  const failed = pages.filter(({ state }) => state === 'failed');
  const speed = startSpeedText(result);
  const score =
    crawl.score === null ? 'without a score' : `score ${crawl.score} of 100 (${crawl.result})`;
  return [
    `# ${quotedText(crawl.origin ?? crawl.url)} ${score}: ${pageCounts(result).join(', ')}`,
    ...(reason === null ? [] : [reason]),
    ...(speed === '' ? [] : [quotedText(speed)]),
    ...(found.length === 0 ? ['Nothing to fix.'] : []),
    ...found.flatMap((issue) => ['', ...agentIssue(issue)]),
    ...(failed.length === 0 ? [] : ['', `failed pages (${failed.length}):`]),
    ...failed
      .slice(0, maxFailed)
      .map(
        ({ url, error, httpStatus }) =>
          `  ${quotedText(url)}: ${quotedText(error?.message ?? String(httpStatus))}`,
      ),
  ];
}
