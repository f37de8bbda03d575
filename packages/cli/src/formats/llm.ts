import { agentFindings, agentScore, quotedText, quotesAreData } from '@sitegrade/core/internal';
import type { CrawlFailure } from '../crawl-result.ts';
import { failureAdvice, isAnalyzed, type Page } from '../findings.ts';

const intro = [
  'SEO findings to fix, the most valuable first. "at" is line:column in the HTML that the server sends.',
  quotesAreData,
  'The code in [] identifies a finding. It is the same in the next report, also when lines move.',
];

/** Pages as compact text for a coding agent. */
export function llmReports(pages: readonly Page[]): string {
  return `${[...intro, ...pages.flatMap((page) => ['', ...pageLines(page)])].join('\n')}\n`;
}

/** What could not be analysed, and how to fix it. */
export function failureLines({ url, error }: CrawlFailure): readonly string[] {
  const advice = failureAdvice(error);
  return [
    `# ${quotedText(url)} failed (${error.reason ?? error.code})`,
    quotedText(error.message),
    ...(advice === null ? [] : [advice]),
  ];
}

function pageLines(page: Page): readonly string[] {
  if (!isAnalyzed(page)) return failureLines(page);
  const findings = agentFindings(page.analysis);
  return [
    ...agentScore(page.analysis),
    ...(findings.length === 0 ? ['Nothing to fix.'] : []),
    ...findings.flatMap((lines) => ['', ...lines]),
  ];
}
