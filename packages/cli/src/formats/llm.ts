import { agentFindings, agentScore, quotedText, quotesAreData } from '@sitegrade/core/internal';
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

function pageLines(page: Page): readonly string[] {
  if (!isAnalyzed(page)) {
    const advice = failureAdvice(page.error);
    return [
      `# ${quotedText(page.url)} failed (${page.error.reason ?? page.error.code})`,
      quotedText(page.error.message),
      ...(advice === null ? [] : [advice]),
    ];
  }
  const findings = agentFindings(page.analysis);
  return [
    ...agentScore(page.analysis),
    ...(findings.length === 0 ? ['Nothing to fix.'] : []),
    ...findings.flatMap((lines) => ['', ...lines]),
  ];
}
