import type { SiteIssue } from '@sitegrade/core';
import {
  type CrawlOutcome,
  type CrawlResult,
  foundIssues,
  incompleteReason,
  isCrawlFailure,
  isSevere,
  issueLine,
  pageCounts,
} from '../crawl-result.ts';
import { failureAdvice } from '../findings.ts';
import { htmlText, markdownText } from './markdown.ts';
import { plural } from './pretty-parts.ts';
import { startSpeedText } from './speed.ts';

/** The issues that are shown with their findings; of the others, a line each. */
const maxDetailed = 10;
/** Of each issue. */
const maxFindings = 5;
const maxUrls = 5;
const maxPages = 10;

/** A crawl as Markdown, for a comment on a pull request. */
export function markdownCrawl(outcome: CrawlOutcome): string {
  return `${(isCrawlFailure(outcome) ? failureLines(outcome) : crawlLines(outcome)).join('\n')}\n`;
}

function failureLines({
  url,
  error,
}: Extract<CrawlOutcome, { error: unknown }>): readonly string[] {
  const advice = failureAdvice(error);
  return [
    `**${markdownText(url)}** could not be crawled: ${markdownText(error.message)}`,
    ...(advice === null ? [] : [markdownText(advice)]),
  ];
}

function crawlLines(result: CrawlResult): readonly string[] {
  const { crawl, pages } = result;
  const found = foundIssues(result);
  const reason = incompleteReason(crawl);
  const scored = pages.filter(({ state }) => state === 'done');
  const speed = startSpeedText(result);
  return [
    '| Site | Score | Result | Pages | Issues |',
    '| --- | ---: | --- | --- | ---: |',
    `| ${markdownText(crawl.origin ?? crawl.url)} | ${crawl.score ?? '–'} | ${crawl.result ?? '–'} | ${pageCounts(result).join(', ')} | ${found.length} |`,
    ...(reason === null ? [] : ['', `⚠️ ${markdownText(reason)}`]),
    ...(speed === '' ? [] : ['', markdownText(speed)]),
    ...found.slice(0, maxDetailed).flatMap((issue) => ['', ...issueLines(issue)]),
    ...(found.length <= maxDetailed
      ? []
      : [
          '',
          '| More issues | Pages |',
          '| --- | ---: |',
          ...found
            .slice(maxDetailed)
            .map(
              (issue) =>
                `| ${markdownText(issueLine(issue))} (\`${issue.id}\`) | ${issue.pagesCount} |`,
            ),
        ]),
    ...(scored.length === 0
      ? []
      : [
          '',
          '| Worst pages | Score | Fix first |',
          '| --- | ---: | --- |',
          ...scored
            .slice(0, maxPages)
            .map(
              ({ url, score, worst }) =>
                `| ${markdownText(url)} | ${score} | ${markdownText(worst ?? 'Nothing to fix')} |`,
            ),
        ]),
  ];
}

function issueLines(issue: SiteIssue): readonly string[] {
  const { id, title, advice, findings, findingsCount, pagesCount } = issue;
  const rest = findingsCount - Math.min(findings.length, maxFindings);
  return [
    '<details>',
    `<summary>${isSevere(issue) ? '❌' : '⚠️'} <b>${htmlText(title)}</b>: ${plural(findingsCount, 'finding')} on ${plural(pagesCount, 'page')}</summary>`,
    '',
    `${markdownText(advice)} (\`${id}\`)`,
    '',
    ...findings
      .slice(0, maxFindings)
      .flatMap(({ summary, pages, pagesCount: count }) => [
        `- ${markdownText(summary)}`,
        ...pages.slice(0, maxUrls).map((url) => `  - ${markdownText(url)}`),
        ...(count > maxUrls ? [`  - and ${count - Math.min(pages.length, maxUrls)} more`] : []),
      ]),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    '',
    '</details>',
  ];
}
