import type { CappedList, ChangedFinding, ComparedPage } from '@sitegrade/core';
import { crawlChangesRecord } from '@sitegrade/core/records';
import type { CrawlFileComparison } from '../compared-crawl.ts';
import { plainText } from '../plain-text.ts';
import { labelled, type Terminal, wrap } from '../terminal.ts';
import { pointsOf, signed } from './comparison.ts';
import { toJson } from './json.ts';
import { codeSpan, markdownText } from './markdown.ts';
import { blocksText, contentWidth } from './pretty-parts.ts';

/** Of each list. */
const maxRows = 20;

/** A list of differences: each is a text with an id or with scores. */
interface Section {
  readonly title: string;
  readonly kind: 'worse' | 'better' | 'other';
  readonly rows: readonly (readonly [text: string, detail: string])[];
}

function sectionsOf(comparison: CrawlFileComparison): readonly Section[] {
  const { findings, changedPages, newPages, gonePages, notes } = comparison;
  const { found = none, fixed = none } = findings ?? {};
  const section = <Row>(
    [title, kind]: readonly [string, Section['kind']],
    { total, rows }: CappedList<Row>,
    rowOf: (row: Row) => Section['rows'][number],
  ): readonly Section[] => {
    if (total === 0) return [];
    const shown = rows.slice(0, maxRows).map(rowOf);
    const count = total > maxRows ? `${total}, the first ${maxRows}` : total;
    return [{ title: `${title} (${count})`, kind, rows: shown }];
  };
  const finding = ({ summary, issue, check }: ChangedFinding) =>
    [summary, issue ?? check ?? ''] as const;
  const page = ({ url, score }: ComparedPage) => [url, `${score} of 100`] as const;
  const noteList = { total: notes.length, rows: notes };
  const sections = [
    ...section(['New findings', 'worse'], found, finding),
    ...section(['Fixed', 'better'], fixed, finding),
    ...section(['Pages with another score', 'other'], changedPages ?? none, ({ url, from, to }) => [
      url,
      `${from} → ${to}`,
    ]),
    ...section(['New pages', 'other'], newPages, page),
    ...section(['Gone pages', 'other'], gonePages, page),
  ];
  const nothing = { title: noneTitle(comparison), kind: 'other', rows: [] } as const;
  return [
    ...(sections.length === 0 ? [nothing] : sections),
    ...section(['Not compared', 'other'], noteList, (note) => [note, '']),
  ];
}

const none = { total: 0, rows: [] };

function noneTitle({ score, findings, changedPages }: CrawlFileComparison): string {
  if (findings === null) return 'No page differs.';
  const isSame = score === 0 && changedPages !== null;
  return isSame ? 'Nothing differs between the two crawls.' : 'No finding and no page differs.';
}

/** Two crawls as people read them in a terminal. */
export function prettyCrawlComparison(comparison: CrawlFileComparison, terminal: Terminal): string {
  const { from, to, score, scoreReason } = comparison;
  const { bold, cyan, dim, green, red, yellow } = terminal.colors;
  const width = contentWidth(terminal);
  const marks = { worse: red('✖'), better: green('✔'), other: '·' } as const;
  const change = score === null ? '' : score === 0 ? 'same score' : pointsOf(score);
  return blocksText([
    [
      ...labelled('from', wrap(plainText(from.url), width - 6).map(cyan), 6),
      ...labelled('to', wrap(plainText(to.url), width - 6).map(cyan), 6),
    ],
    [
      `${bold(scoresOf(comparison))}  ${(score ?? 0) < 0 ? red(change) : green(change)}`.trimEnd(),
      ...wrap(plainText(scoreReason ?? ''), width)
        .filter((line) => line !== '')
        .map(yellow),
    ],
    ...sectionsOf(comparison).map(({ title, kind, rows }) => [
      bold(title),
      ...rows.flatMap(([text, detail]) => [
        ...labelled(marks[kind], wrap(plainText(text), width - 2), 2),
        ...(detail === '' ? [] : [`  ${dim(plainText(detail))}`]),
      ]),
    ]),
  ]);
}

/** Two crawls as Markdown, for a comment on a pull request. */
export function markdownCrawlComparison(comparison: CrawlFileComparison): string {
  const { from, to, score, scoreReason, findings } = comparison;
  const marks = { worse: '❌ ', better: '✅ ', other: '' } as const;
  const scores = `${scoresOf(comparison)}${score === null ? '' : ` (${signed(score)})`}`;
  const cells = [markdownText(from.url), markdownText(to.url), scores];
  const totals = [findings?.fixed.total, findings?.found.total].map((total) => total ?? '–');
  const lines = [
    '| From | To | Score | Fixed | New |',
    '| --- | --- | --- | ---: | ---: |',
    `| ${[...cells, ...totals].join(' | ')} |`,
    ...(scoreReason === null ? [] : ['', markdownText(scoreReason)]),
    ...sectionsOf(comparison).flatMap(({ title, kind, rows }) => [
      ...['', `**${title}**`, ''],
      ...rows.map(([text, detail]) => {
        const rest = detail && ` (${codeSpan(plainText(detail))})`;
        return `- ${marks[kind]}${markdownText(text)}${rest}`;
      }),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function scoresOf({ from, to }: CrawlFileComparison): string {
  return `${from.score ?? '–'} → ${to.score ?? '–'}`;
}

/** Two crawls as JSON, with the names of the HTTP API. */
export function jsonCrawlComparison(comparison: CrawlFileComparison): string {
  const [from, to] = [comparison.from, comparison.to].map(
    ({ url, score, end, rulesetVersion }) => ({ url, score, end, ruleset_version: rulesetVersion }),
  );
  return toJson({ comparison: { from, to, ...crawlChangesRecord(comparison) } });
}
