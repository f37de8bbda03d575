import type { SiteFinding, SiteIssue } from '@sitegrade/core';
import {
  type CrawlOutcome,
  type CrawlResult,
  foundIssues,
  incompleteReason,
  isCrawlFailure,
  isSevere,
  issueLine,
  pageCounts,
  pageState,
} from '../crawl-result.ts';
import { plainText } from '../plain-text.ts';
import {
  firstLines,
  labelled,
  noTerminal,
  pad,
  padStart,
  type Terminal,
  wrap,
} from '../terminal.ts';
import { crawlSummary } from './crawl-summary.ts';
import { failureBlock } from './pretty.ts';
import { blocksText, colorOf, contentWidth, notice, plural, sideBySide } from './pretty-parts.ts';
import { speedLines, startSpeedText } from './speed.ts';

/** The issues that are shown with their findings; of the others, a line each. */
const maxDetailed = 10;
/** A smaller gain would be shown as 0.0 points. */
const leastGain = 0.05;
/** Of each issue. */
const maxFindings = 3;
/** Of each finding. */
const maxUrls = 3;
const maxWorst = 10;
/** Deeper pages share a row. */
const deepest = 10;
const nameWidth = 4;
const maxBarWidth = 30;

/** A crawl as people read it in a terminal: issues first, then pages. */
export function prettyCrawl(outcome: CrawlOutcome, terminal: Terminal): string {
  if (isCrawlFailure(outcome)) return blocksText([failureBlock(outcome, terminal)]);
  const found = foundIssues(outcome);
  return blocksText(
    [
      heading(outcome, terminal),
      incompleteNotice(outcome, terminal),
      ...issuesBlocks(found, terminal),
      worstBlock(outcome, terminal),
      depthBlock(outcome, terminal),
      unknownBlock(outcome, terminal),
      restBlock(outcome, terminal),
      closing(outcome, found, terminal),
    ].filter((block) => block.length > 0),
  );
}

/** The score of the site on one line; nothing of one without a score. */
export function scoreOfCrawl(outcome: CrawlOutcome): string {
  if (isCrawlFailure(outcome)) return '';
  const { score, result, origin, url } = outcome.crawl;
  return score === null
    ? ''
    : `${padStart(String(score), 3)}  ${pad(result ?? '', 6)}  ${plainText(origin ?? url)}\n`;
}

function heading(found: CrawlResult, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const { score, result, origin, url } = found.crawl;
  const width = contentWidth(terminal);
  return [
    ...wrap(plainText(origin ?? url), width).map((line) => colors.bold(colors.cyan(line))),
    '',
    ...(score === null || result === null
      ? []
      : [
          ...sideBySide(
            [
              colorOf(result, terminal)(colors.bold(`${score} of 100`)),
              colorOf(result, terminal)(result),
            ],
            width,
          ),
        ]),
    ...wrap(`${pageCounts(found).join(', ')}.`, width),
    ...speedLines(startSpeedText(found), terminal),
  ];
}

/** Why it ended, if not because every page was crawled. */
function incompleteNotice({ crawl }: CrawlResult, terminal: Terminal): readonly string[] {
  const reason = incompleteReason(crawl);
  if (reason === null) return [];
  return notice('Not the whole site was crawled:', [reason], terminal).slice(1);
}

function issuesBlocks(
  found: readonly SiteIssue[],
  terminal: Terminal,
): readonly (readonly string[])[] {
  if (found.length === 0) return [];
  const { colors } = terminal;
  return [
    [colors.bold(`Issues (${found.length}), the worst first`)],
    ...found.slice(0, maxDetailed).map((issue) => issueBlock(issue, terminal)),
    otherIssuesBlock(found.slice(maxDetailed), terminal),
  ];
}

/** One line each. */
function otherIssuesBlock(issues: readonly SiteIssue[], terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  if (issues.length === 0) return [];
  const countWidth = Math.max(...issues.map(({ pagesCount }) => String(pagesCount).length), 3);
  const width = contentWidth(terminal) - countWidth - 4;
  return [
    ...sideBySide(
      [colors.bold('More issues'), colors.dim('with the number of pages')],
      contentWidth(terminal),
    ),
    ...issues.flatMap((issue) => {
      const { id, pagesCount } = issue;
      const mark = isSevere(issue) ? colors.red('✖') : colors.yellow('▲');
      return labelled(
        padStart(String(pagesCount), countWidth),
        labelled(mark, wrap(`${plainText(issueLine(issue))} ${colors.dim(`(${id})`)}`, width), 2),
        countWidth + 2,
      );
    }),
  ];
}

function issueBlock(issue: SiteIssue, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const { id, title, advice, importance, scope, findings, findingsCount, pagesCount, gain } = issue;
  const width = contentWidth(terminal) - 2;
  const texts = scope === 'page' ? byText(findings) : findings;
  const shown = texts.slice(0, maxFindings);
  const [worst, ...others] = shown;
  const rest = findingsCount - findings.length + texts.length - shown.length;
  const mark = isSevere(issue) ? colors.red('✖') : colors.yellow('▲');
  const points = gain >= leastGain ? ` · +${gain.toFixed(1)} points` : '';
  const facts = `${id} · ${importance}${points} · ${scope === 'page' ? '' : `${plural(findingsCount, 'finding')}, `}${plural(pagesCount, 'page')}`;
  const urls = (finding: SiteFinding, previous?: SiteFinding) =>
    areKnown(finding, previous)
      ? []
      : labelled('', urlLines(finding.pages, finding.pagesCount, width - 2, terminal), 4);
  return [
    ...labelled(
      mark,
      wrap(plainText(worst?.summary ?? title), width).map((line) => colors.bold(line)),
      2,
    ),
    ...labelled('', wrap(facts, width).map(colors.dim), 2),
    ...(worst === undefined ? [] : urls(worst)),
    ...others.flatMap((finding, index) => [
      ...labelled('', wrap(plainText(finding.summary), width), 2),
      ...urls(finding, shown[index]),
    ]),
    ...(rest > 0 ? labelled('', [colors.dim(`and ${plural(rest, 'more finding')}`)], 2) : []),
    ...labelled('', labelled(colors.green('→'), wrap(plainText(advice), width - 2), 2), 2),
  ];
}

/** The findings of a check, together where its texts differ in numbers alone: the first of them stands for all. */
function byText(findings: readonly SiteFinding[]): readonly SiteFinding[] {
  const found = new Map<string, SiteFinding>();
  for (const finding of findings) {
    const text = finding.summary.replace(/\d+(?:[.,]\d+)*/g, '#');
    const first = found.get(text) ?? { ...finding, pages: [], pagesCount: 0 };
    found.set(text, {
      ...first,
      pages: [...first.pages, ...finding.pages],
      pagesCount: first.pagesCount + finding.pagesCount,
    });
  }
  return [...found.values()];
}

/** Whether the reader has just seen the URLs: the summary names the only one, or the previous finding has the same. */
function areKnown({ summary, pages, pagesCount }: SiteFinding, previous?: SiteFinding): boolean {
  const [first = ''] = pages;
  if (pagesCount === 1)
    return summary.split(' ').some((word) => word.replace(/[.,]$/, '') === first);
  return pagesCount === previous?.pagesCount && pages.join(' ') === previous.pages.join(' ');
}

function urlLines(
  urls: readonly string[],
  count: number,
  width: number,
  { colors }: Terminal,
): readonly string[] {
  const shown = urls.slice(0, maxUrls);
  return [
    ...shown.flatMap((url) =>
      firstLines(wrap(plainText(url), width), 2, width).map((line) => colors.cyan(line)),
    ),
    ...(count > shown.length
      ? [colors.dim(`and ${plural(count - shown.length, 'more page')}`)]
      : []),
  ];
}

function unknownBlock({ issues }: CrawlResult, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const unknown = issues.filter(({ status }) => status === 'unknown');
  if (unknown.length === 0) return [];
  const byReason = new Map<string, string[]>();
  for (const { reason, title } of unknown) {
    byReason.set(reason ?? '', [...(byReason.get(reason ?? '') ?? []), title]);
  }
  const width = contentWidth(terminal) - 2;
  return [
    colors.bold(`Could not be decided (${unknown.length})`),
    ...[...byReason].flatMap(([reason, titles]) => [
      ...wrap(plainText(reason), width + 2),
      ...titles.flatMap((title) => labelled('·', wrap(plainText(title), width), 2)).map(colors.dim),
    ]),
  ];
}

const scoreWidth = 5;

function worstBlock({ pages }: CrawlResult, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const scored = pages.filter(({ state }) => state === 'done').slice(0, maxWorst);
  const failed = pages.filter(({ state }) => state === 'failed');
  const width = contentWidth(terminal) - scoreWidth - 2;
  const rowOf = (label: string, url: string, text: string | null) =>
    labelled(
      label,
      [
        ...firstLines(wrap(plainText(url), width), 2, width),
        ...(text === null
          ? []
          : firstLines(wrap(plainText(text), width), 2, width).map(colors.dim)),
      ],
      scoreWidth + 2,
    );
  return [
    ...(scored.length === 0 ? [] : [colors.bold('Worst pages')]),
    ...scored.flatMap(({ url, score, result, worst }) => {
      const label = padStart(String(score), scoreWidth);
      return rowOf(result === null ? label : colorOf(result, terminal)(label), url, worst);
    }),
    ...(failed.length === 0
      ? []
      : [...(scored.length === 0 ? [] : ['']), colors.bold(`Failed (${failed.length})`)]),
    ...failed
      .slice(0, maxWorst)
      .flatMap((page) =>
        rowOf(
          colors.red(padStart(String(page.httpStatus ?? '–'), scoreWidth)),
          page.url,
          pageState(page),
        ),
      ),
    ...(failed.length > maxWorst
      ? [colors.dim(`and ${plural(failed.length - maxWorst, 'more page')}`)]
      : []),
  ];
}

/** How many clicks pages are from the start page. */
function depthBlock({ shape }: CrawlResult, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const depths = shape?.depths ?? [];
  const countOf = (matches: (depth: number | null) => boolean) =>
    depths
      .filter(({ depth }) => matches(depth))
      .reduce((sum, { results: { good, decent, bad } }) => sum + good + decent + bad, 0);
  const last = Math.max(-1, ...depths.map(({ depth }) => depth ?? -1));
  const rows: readonly (readonly [name: string, count: number, note: string])[] = [
    ...Array.from({ length: Math.min(last, deepest) + 1 }, (_, index) => {
      const isShared = index === deepest && last > deepest;
      const count = countOf((depth) =>
        isShared ? depth !== null && depth >= index : depth === index,
      );
      return [isShared ? `${index}+` : String(index), count, ''] as const;
    }),
    ...(depths.some(({ depth }) => depth === null)
      ? [['–', countOf((depth) => depth === null), 'not linked'] as const]
      : []),
  ];
  const most = Math.max(0, ...rows.map(([, count]) => count));
  if (most === 0) return [];
  const countWidth = String(most).length;
  const barWidth = Math.min(maxBarWidth, contentWidth(terminal) - countWidth - nameWidth - 4);
  return [
    ...sideBySide(
      [colors.bold('Clicks from the start page'), colors.dim('pages')],
      contentWidth(terminal),
    ),
    ...rows.flatMap(([name, count, note]) => {
      const filled = count === 0 ? 0 : Math.max(1, Math.round((count / most) * barWidth));
      const line = pad('█'.repeat(filled), barWidth);
      const row = `${padStart(name, nameWidth)}  ${line}  ${padStart(String(count), countWidth)}`;
      return sideBySide([row, ...(note === '' ? [] : [colors.dim(note)])], contentWidth(terminal));
    }),
  ];
}

/** The end, which a terminal shows first: the score, what to fix first, and how to get the whole report. */
function closing(
  outcome: CrawlResult,
  found: readonly SiteIssue[],
  terminal: Terminal,
): readonly string[] {
  const { colors } = terminal;
  const width = contentWidth(terminal);
  const first = found[0]?.findings[0]?.summary ?? found[0]?.title;
  return [
    ...wrap(crawlSummary(outcome), width).map((line) => colors.bold(line)),
    ...(first === undefined ? [] : wrap(`First: ${plainText(first)}`, width)),
    ...(terminal === noTerminal
      ? []
      : wrap('-o site.html writes the whole report to a file.', width).map(colors.dim)),
  ];
}

function restBlock({ issues }: CrawlResult, terminal: Terminal): readonly string[] {
  const rules = issues.filter(({ scope }) => scope === 'site');
  if (rules.length === 0) return [];
  const count = (status: SiteIssue['status']) =>
    rules.filter((issue) => issue.status === status).length;
  const parts = [
    `Of ${plural(rules.length, 'rule')} about several pages, ${count('none')} passed`,
    `${count('found')} found ${count('found') === 1 ? 'an issue' : 'issues'}`,
    ...(count('unknown') > 0 ? [`${count('unknown')} could not be decided`] : []),
  ];
  return wrap(`${parts.join(', ')}.`, contentWidth(terminal)).map(terminal.colors.dim);
}
