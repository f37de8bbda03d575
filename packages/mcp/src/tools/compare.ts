import type { CappedList, ChangedFinding, FindingChanges } from '@sitegrade/core';
import { type CrawlComparison, compareCrawls, compareReports } from '@sitegrade/core';
import { locationName, quotedText, quotesAreData } from '@sitegrade/core/internal';
import type { Block } from '../text-pages.ts';
import { type PagedInput, pageProperty, type Tool } from '../tool.ts';

/** The input of `compare`. */
interface CompareInput extends PagedInput {
  readonly kind: 'reports' | 'crawls';
  readonly from: number;
  readonly to: number;
}

/** The most rows of each list. */
const maxRows = 50;

/** Compares two reports or two crawls. */
export const compare: Tool<CompareInput> = {
  name: 'compare',
  description:
    'Compares two reports, or two crawls of one website: the difference in score, which findings are fixed, new and still there, and pages that are new or gone.',
  inputSchema: () => ({
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['reports', 'crawls'] },
      from: { type: 'integer', description: 'Id of the earlier one.' },
      to: { type: 'integer', description: 'Id of the later one.' },
      page: pageProperty,
    },
    required: ['kind', 'from', 'to'],
    additionalProperties: false,
  }),
  isReadOnly: true,
  isOpenWorld: false,
  async run({ input: { kind, from, to, page = 1 }, workspace: { context, ownerId } }) {
    if (kind === 'crawls') {
      const comparison = await compareCrawls(context, ownerId, { from, to });
      return { ...textOfCrawls(comparison), page };
    }
    const { changes, ...reports } = await compareReports(context, ownerId, { from, to });
    const { sameRuleset, sameRendering, sameFieldData, findings } = changes;
    const notes = [
      ...(reports.from.url === reports.to.url ? [] : ['The reports are of different URLs.']),
      ...(sameRuleset ? [] : ['The rulesets differ, so that neither scores nor findings compare.']),
      ...(sameRendering ? [] : ['Only one of them was rendered in a browser.']),
      ...(sameFieldData ? [] : ['Only one of them has data of real visitors.']),
    ];
    return {
      head: [
        quotesAreData,
        `# ${quotedText(reports.to.finalUrl)}: score ${reports.from.score} in report ${from}, ${reports.to.score} in report ${to}`,
        ...notes,
      ],
      blocks: blocksOf(findings),
      page,
    };
  },
};

function textOfCrawls(comparison: CrawlComparison) {
  const { from, to, score, scoreReason, newPages, gonePages, changedPages, findings, notes } =
    comparison;
  const points =
    score === null ? (scoreReason ?? 'scores do not compare') : `score ${from.score} → ${to.score}`;
  return {
    head: [
      quotesAreData,
      `# ${quotedText(to.origin ?? to.url)}: ${points}, from crawl ${from.id} to crawl ${to.id}`,
      ...notes.map(quotedText),
    ],
    blocks: [
      ...blocksOf(findings),
      ...listOf('new pages', newPages, ({ url }) => quotedText(url)),
      ...listOf('pages that are gone', gonePages, ({ url }) => quotedText(url)),
      ...(changedPages === null
        ? []
        : listOf(
            'pages with another score',
            changedPages,
            (row) => `${row.from} → ${row.to} ${quotedText(row.url)}`,
          )),
    ],
  };
}

function blocksOf(findings: FindingChanges | null): readonly Block[] {
  if (findings === null) return [['Findings are not compared.']];
  const { found, fixed, changed, remaining } = findings;
  const blocks = [
    ...listOf('fixed', fixed, lineOf),
    ...listOf('new', found, lineOf),
    ...listOf(
      'changed',
      changed,
      (row) => `${row.check}: ${quotedText(row.from)} → ${quotedText(row.to)}`,
    ),
  ];
  const rest = remaining === null ? [] : [[`still there: ${remaining}`]];
  return blocks.length === 0 ? [['No finding has changed.'], ...rest] : [...blocks, ...rest];
}

function lineOf({ check, issue, url, summary, evidence, pagesCount }: ChangedFinding): string {
  const place = evidence === null ? '' : locationName(evidence);
  const quote =
    evidence === null ? '' : ` at${place === '' ? '' : ` ${place}`} ${quotedText(evidence.text)}`;
  const pages = issue === null ? '' : ` on ${pagesCount} pages`;
  const on = url === null ? '' : ` ${quotedText(url)}`;
  return `${check ?? issue}:${on} ${quotedText(summary)}${pages}${quote}`;
}

function listOf<Row>(
  name: string,
  { total, rows }: CappedList<Row>,
  line: (row: Row) => string,
): readonly Block[] {
  if (total === 0) return [];
  const shown = rows.slice(0, maxRows);
  return [
    [
      `${name} (${total}):`,
      ...shown.map((row) => `  ${line(row)}`),
      ...(total > shown.length ? [`  and ${total - shown.length} more`] : []),
    ],
  ];
}
