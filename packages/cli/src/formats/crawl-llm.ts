import { agentIssue, agentUrls, quotedText, quotesAreData } from '@sitegrade/core/internal';
import {
  type CheckFinding,
  type CrawlOutcome,
  checkCounts,
  foundIssues,
  incompleteReason,
  isCrawlFailure,
  pageCounts,
} from '../crawl-result.ts';
import { failureAdvice } from '../findings.ts';
import { plainText } from '../plain-text.ts';

const intro = [
  'Issues across the pages of a website, the most important first, then checks that fail on its pages.',
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

function failureLines({ url, error }: Extract<CrawlOutcome, { error: unknown }>) {
  const advice = failureAdvice(error);
  return [
    `# ${quotedText(url)} failed (${error.reason ?? error.code})`,
    quotedText(error.message),
    ...(advice === null ? [] : [advice]),
  ];
}

function crawlLines(result: Exclude<CrawlOutcome, { error: unknown }>): readonly string[] {
  const { crawl, checks, pages } = result;
  const found = foundIssues(result);
  const reason = incompleteReason(crawl);
  const failed = pages.filter(({ state }) => state === 'failed');
  const score =
    crawl.score === null ? 'without a score' : `score ${crawl.score} of 100 (${crawl.result})`;
  return [
    `# ${quotedText(crawl.origin ?? crawl.url)} ${score}: ${pageCounts(result).join(', ')}`,
    ...(reason === null ? [] : [reason]),
    ...(found.length + checks.length === 0 ? ['Nothing to fix.'] : []),
    ...found.flatMap((issue) => ['', ...agentIssue(issue)]),
    ...checks.flatMap((check) => ['', ...checkLines(check)]),
    ...(failed.length === 0 ? [] : ['', `failed pages (${failed.length}):`]),
    ...failed
      .slice(0, maxFailed)
      .map(
        ({ url, error, httpStatus }) =>
          `  ${quotedText(url)}: ${quotedText(error?.message ?? String(httpStatus))}`,
      ),
  ];
}

function checkLines({ id, importance, title, advice, failed, warned, pages }: CheckFinding) {
  return [
    `${importance} ${id}: ${plainText(title)}: ${checkCounts({ failed, warned })}`,
    `  fix: ${plainText(advice)}`,
    ...agentUrls(pages, failed + warned),
  ];
}
