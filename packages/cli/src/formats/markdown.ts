import type { CheckCatalogue } from '@sitegrade/core';
import {
  type Finding,
  failureAdvice,
  findingsOf,
  gainTexts,
  isAnalyzed,
  locationName,
  type Page,
} from '../findings.ts';
import { plainText } from '../plain-text.ts';
import { fieldDataTexts } from './field-data.ts';
import { speedText } from './speed.ts';

const maxLocations = 3;

/**
 * Pages as Markdown, for a comment on a pull request: a table of pages, and the findings of each below it.
 *
 * @param catalogue - The checks of the ruleset: they say why a finding matters.
 */
export function markdownReports(
  pages: readonly Page[],
  catalogue: CheckCatalogue['checks'],
): string {
  const whys = new Map(catalogue.map(({ id, why }) => [id, why]));
  const lines = [
    '| Page | Score | Result | Fix first |',
    '| --- | ---: | --- | --- |',
    ...pages.map(rowOf),
    ...pages.flatMap((page) => ['', ...detailsOf(page, whys)]),
  ];
  return `${lines.join('\n')}\n`;
}

function rowOf(page: Page): string {
  const cells = isAnalyzed(page)
    ? [
        String(page.analysis.score),
        page.analysis.result,
        markdownText(findingsOf(page.analysis)[0]?.summary ?? 'Nothing to fix'),
      ]
    : ['–', 'failed', markdownText(page.error.message)];
  return `| ${[markdownText(page.url), ...cells].join(' | ')} |`;
}

/** Why the findings of a check matter, by its id. */
type Whys = ReadonlyMap<string, string | null>;

function detailsOf(page: Page, whys: Whys): readonly string[] {
  if (!isAnalyzed(page)) {
    const advice = failureAdvice(page.error);
    return [
      `**${markdownText(page.url)}** could not be analysed: ${markdownText(page.error.message)}`,
      ...(advice === null ? [] : [markdownText(advice)]),
    ];
  }
  const { analysis } = page;
  const findings = findingsOf(analysis);
  const reasons = analysis.gates.map(
    ({ reason, cap }) => `At most ${cap} until this is fixed: ${reason}`,
  );
  const { speed, fieldData } = analysis.page;
  const speeds = [speedText(speed), ...fieldDataTexts(fieldData)]
    .filter((text) => text !== '')
    .map((text) => `- ${markdownText(text)}`);
  if (findings.length === 0) {
    const title = `**${markdownText(page.url)}**: nothing to fix.`;
    return [title, ...(speeds.length > 0 ? ['', ...speeds] : [])];
  }
  return [
    '<details>',
    `<summary><b>${htmlText(page.url)}</b>: ${count(findings.length)}</summary>`,
    '',
    ...reasons.map((reason) => `- ⚠️ ${markdownText(reason)}`),
    ...speeds,
    ...findings.flatMap((finding) => findingLines(finding, whys.get(finding.id) ?? null)),
    '',
    '</details>',
  ];
}

function findingLines(finding: Finding, why: string | null): readonly string[] {
  const { id, status, summary, advice, evidence } = finding;
  const facts = [`\`${id}\``, ...gainTexts(finding)];
  const mark = status === 'fail' ? '❌' : '⚠️';
  const rest = evidence.length - maxLocations;
  return [
    [
      `- ${mark} **${markdownText(summary)}** (${facts.join(', ')})`,
      ...[why, advice].filter((text) => text !== null).map((text) => `  ${markdownText(text)}`),
    ].join('  \n'),
    ...evidence.slice(0, maxLocations).map((quote) => {
      const location = locationName(quote);
      return `  - ${location === '' ? '' : `${location} `}${codeSpan(plainText(quote.text))}`;
    }),
    ...(rest > 0 ? [`  - and ${rest} more`] : []),
  ];
}

function count(findings: number): string {
  return findings === 1 ? '1 finding' : `${findings} findings`;
}

/**
 * Text of a page, without any markup. `@name` and `#1` stay text: they would notify people and link issues.
 */
export function markdownText(text: string): string {
  return htmlText(text)
    .replace(/(?<!<)!(?!--)|[\\`*_{}[\]()|~]/g, '\\$&')
    .replace(/^([#+-]|\d+[.)])/, '\\$1');
}

/** The same within an element, where Markdown is not read. */
export function htmlText(text: string): string {
  return plainText(text)
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
    .replace(/([@#])(?=\w)/g, '$1<!-- -->')
    .replace(/\b(https?):(?=\/\/)/gi, '$1<!-- -->:')
    .replace(/\bwww\./gi, 'www<!-- -->.');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A code span with as many backticks as its text needs. A pipe would end the cell of a table. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}
