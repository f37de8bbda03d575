import type { Result } from '@sitegrade/core';
import { type AnalyzedPage, findingsOf, isAnalyzed, isFailed, type Page } from '../findings.ts';
import { plainText } from '../plain-text.ts';
import { plural } from './pretty-parts.ts';

const results = ['good', 'decent', 'bad'] as const satisfies readonly Result[];

/** What became of the pages, in a sentence: the score of one, otherwise how many are good and which is the worst. */
export function summaryText(pages: readonly Page[]): string {
  const [only] = pages;
  if (pages.length === 1 && only !== undefined) return textOfPage(only);
  const analyzed = pages.filter(isAnalyzed);
  const counts = [
    ...results.map(
      (name) => [analyzed.filter(({ analysis }) => analysis.result === name).length, name] as const,
    ),
    [pages.filter(isFailed).length, 'failed'] as const,
  ].flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : []));
  const worst = worstOf(pages);
  const lowest =
    worst === undefined
      ? ''
      : ` The lowest score is ${worst.analysis.score}, of ${plainText(worst.url)}.`;
  return `${plural(pages.length, 'page')}: ${counts.join(', ')}.${lowest}`;
}

function textOfPage(page: Page): string {
  if (!isAnalyzed(page)) return plainText(page.error.message);
  const { score, result } = page.analysis;
  const findings = plural(findingsOf(page.analysis).length, 'finding');
  return `${score} of 100, ${result}, ${findings}: ${plainText(page.url)}`;
}

/** The page with the lowest score, the first of several. */
export function worstOf(pages: readonly Page[]): AnalyzedPage | undefined {
  return pages.filter(isAnalyzed).toSorted((a, b) => a.analysis.score - b.analysis.score)[0];
}
