import type { CategoryScore, PageAnalysis } from '@sitegrade/core';
import stringWidth from 'fast-string-width';
import {
  type AnalyzedPage,
  type Failure,
  type Finding,
  failureAdvice,
  findingsOf,
  gainOf,
  isAnalyzed,
  locationName,
  type Page,
} from '../findings.ts';
import { plainText } from '../plain-text.ts';
import { firstLines, labelled, pad, padStart, type Terminal, wrap } from '../terminal.ts';
import {
  bar,
  blocksText,
  colorOf,
  contentWidth,
  lineThatFits,
  notice,
  plural,
} from './pretty-parts.ts';

const maxFixFirst = 5;
/** Of each page, if there are several. */
const maxFixFirstOfMany = 3;
const maxLocations = 3;
const maxQuoteLines = 2;

/** Reports as people read them in a terminal. */
export function prettyReports(pages: readonly Page[], terminal: Terminal): string {
  const [only] = pages;
  const blocks =
    pages.length === 1 && only !== undefined
      ? [pageBlock(only, terminal)]
      : [
          overview(pages, terminal),
          ...pages.map((page) => shortBlock(page, terminal)),
          wrap(hint, contentWidth(terminal)),
        ];
  return blocksText(blocks);
}

const hint = 'Run sitegrade with one URL to see all its findings and where they are.';

function pageBlock(page: Page, terminal: Terminal): readonly string[] {
  if (!isAnalyzed(page)) return failureBlock(page, terminal);
  const { analysis } = page;
  const findings = findingsOf(analysis);
  return [
    ...heading(page, terminal),
    '',
    ...categoryLines(analysis, terminal),
    ...notices(analysis, terminal),
    ...fixFirst(analysis, maxFixFirst, terminal),
    ...findings.flatMap((finding) => ['', ...findingBlock(finding, terminal)]),
    '',
    ...restLine(analysis, terminal),
  ];
}

/** A page among others: its score and what to fix first. */
function shortBlock(page: Page, terminal: Terminal): readonly string[] {
  if (!isAnalyzed(page)) return failureBlock(page, terminal);
  const { analysis } = page;
  return [
    ...heading(page, terminal),
    ...notices(analysis, terminal),
    ...fixFirst(analysis, maxFixFirstOfMany, terminal),
  ];
}

function heading({ analysis }: AnalyzedPage, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const { title, url, finalUrl, score, scoreUncapped, result } = analysis;
  const width = contentWidth(terminal);
  const shownTitle = plainText(title ?? '') || 'Untitled page';
  const isCapped = score < scoreUncapped;
  const badge = colorOf(result, terminal)(colors.bold(`${score} of 100`));
  return [
    ...firstLines(wrap(shownTitle, width), 2, width).map((line) => colors.bold(line)),
    ...wrap(plainText(url), width).map((line) => colors.cyan(line)),
    ...(finalUrl === url
      ? []
      : wrap(`redirected to ${plainText(finalUrl)}`, width).map((line) => colors.dim(line))),
    '',
    lineThatFits(
      [
        badge,
        colorOf(result, terminal)(result),
        ...(isCapped ? [colors.dim(`capped, ${scoreUncapped} without the cap`)] : []),
      ],
      width,
    ),
  ];
}

const categoryNames: Readonly<Record<keyof PageAnalysis['categories'], string>> = {
  seo: 'Search',
  accessibility: 'Accessibility',
  performance: 'Performance as sent',
  security: 'Security',
  miscellaneous: 'Miscellaneous',
};

const nameWidth = 19;
const scoreWidth = 3;
const maxBarWidth = 20;

function categoryLines({ categories }: PageAnalysis, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const width = contentWidth(terminal);
  // In a narrow terminal the counts are left out before the score.
  const barWidth = Math.min(maxBarWidth, width - nameWidth - scoreWidth - 4);
  return Object.entries(categoryNames).map(([id, name]) => {
    const category: CategoryScore = categories[id as keyof PageAnalysis['categories']];
    const counts = [
      `${category.passed} passed`,
      ...(category.warned > 0 ? [plural(category.warned, 'warning')] : []),
      ...(category.failed > 0 ? [`${category.failed} failed`] : []),
      ...(category.notEvaluated > 0 ? [`${category.notEvaluated} not evaluated`] : []),
    ];
    const score = padStart(String(category.score ?? '–'), scoreWidth);
    const parts = [
      pad(name, nameWidth),
      bar(category.score, barWidth, terminal),
      score,
      colors.dim(counts.join(', ')),
    ];
    return lineThatFits(parts, width);
  });
}

/** Why the score is capped, and why the report is partial. */
function notices(analysis: PageAnalysis, terminal: Terminal): readonly string[] {
  const { gates, score, scoreUncapped, partial, partialReasons } = analysis;
  const caps = [...new Set(gates.map(({ cap }) => cap))].sort((a, b) => a - b);
  return [
    ...caps.flatMap((cap) => {
      const reasons = gates.filter((gate) => gate.cap === cap).map(({ reason }) => reason);
      const until = `until ${reasons.length === 1 ? 'this is' : 'these are'} fixed:`;
      const title =
        cap === score && score < scoreUncapped
          ? `The score is capped at ${cap} ${until}`
          : `The score cannot be more than ${cap} ${until}`;
      return notice(title, reasons, terminal);
    }),
    ...(partial ? notice('Only a part of the page was checked:', partialReasons, terminal) : []),
  ];
}

/** The gain, and what to fix. */
function fixFirst(analysis: PageAnalysis, max: number, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const findings = analysis.fixFirst.flatMap((id): Finding[] => {
    const check = analysis.checks[id];
    return check === undefined ? [] : [{ id, ...check }];
  });
  if (findings.length === 0)
    return ['', colors.green('Nothing to fix: every check that applies has passed.')];
  const shown = findings.slice(0, max);
  const labels = shown.map((finding) => (finding.deduction > 0 ? gainOf(finding) : 'cap'));
  const labelWidth = Math.max(...labels.map((label) => label.length)) + 2;
  const width = contentWidth(terminal) - labelWidth;
  const gains =
    analysis.score < analysis.scoreUncapped
      ? 'points that each fix adds, without the cap'
      : 'points that each fix gains';
  return [
    '',
    lineThatFits([colors.bold('Fix this first'), colors.dim(gains)], contentWidth(terminal)),
    ...shown.flatMap(({ summary }, index) =>
      labelled(
        colors.green(padStart(labels[index] ?? '', labelWidth - 2)),
        wrap(plainText(summary), width),
        labelWidth,
      ),
    ),
  ];
}

function findingBlock(finding: Finding, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const { id, status, summary, evidence, advice, deduction } = finding;
  const width = contentWidth(terminal) - 2;
  const color = status === 'fail' ? colors.red : colors.yellow;
  const facts = [
    id,
    ...(deduction > 0
      ? [`${gainOf(finding)} ${gainOf(finding) === '+1' ? 'point' : 'points'}`]
      : []),
  ];
  return [
    ...labelled(
      color(status === 'fail' ? '✖' : '▲'),
      wrap(plainText(summary), width).map((line) => colors.bold(line)),
      2,
    ),
    ...labelled('', wrap(facts.join(' · '), width).map(colors.dim), 2),
    ...labelled('', locationLines(evidence, width, terminal), 2),
    ...(advice === null
      ? []
      : labelled('', labelled(colors.green('→'), wrap(plainText(advice), width - 2), 2), 2)),
  ];
}

function locationLines(
  evidence: Finding['evidence'],
  width: number,
  { colors }: Terminal,
): readonly string[] {
  const shown = evidence.slice(0, maxLocations);
  const names = shown.map(locationName);
  const longest = Math.max(0, ...names.map((name) => stringWidth(name)));
  const nameWidth = longest === 0 ? 0 : longest + 2;
  const quoteWidth = width - nameWidth;
  const rest = evidence.length - shown.length;
  return [
    ...shown.flatMap(({ text }, index) => {
      const quote = firstLines(wrap(plainText(text), quoteWidth), maxQuoteLines, quoteWidth);
      return labelled(colors.dim(names[index] ?? ''), quote, nameWidth);
    }),
    ...(rest > 0 ? [' '.repeat(nameWidth) + colors.dim(`and ${rest} more`)] : []),
  ];
}

function restLine({ checks }: PageAnalysis, terminal: Terminal): readonly string[] {
  const count = (status: string) =>
    Object.values(checks).filter((check) => check.status === status).length;
  const parts = [
    `${plural(count('pass'), 'check')} passed`,
    ...(count('na') > 0 ? [`${count('na')} not applicable`] : []),
    ...(count('error') > 0 ? [`${count('error')} could not be evaluated`] : []),
  ];
  return wrap(`${parts.join(', ')}.`, contentWidth(terminal)).map(terminal.colors.dim);
}

/** What could not be analysed, and why. */
export function failureBlock(
  { url, error }: { readonly url: string; readonly error: Failure },
  terminal: Terminal,
): readonly string[] {
  const { colors } = terminal;
  const width = contentWidth(terminal) - 2;
  const advice = failureAdvice(error);
  return [
    ...labelled(
      colors.red('✖'),
      wrap(plainText(url), width).map((line) => colors.bold(line)),
      2,
    ),
    ...labelled('', wrap(plainText(error.message), width), 2),
    ...labelled('', [colors.dim(error.reason ?? error.code)], 2),
    ...(advice === null
      ? []
      : labelled('', labelled(colors.green('→'), wrap(advice, width - 2), 2), 2)),
  ];
}

/** Columns for the URL and the worst finding of a page, so that words are not broken. */
const minRestForWorst = 40;

/** One line per page: score, result, URL and worst finding. */
function overview(pages: readonly Page[], terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const gap = 2;
  const [scoreWidth, resultWidth] = [5, 6];
  const rest = contentWidth(terminal) - scoreWidth - resultWidth - 3 * gap;
  const longestUrl = Math.max(...pages.map(({ url }) => stringWidth(plainText(url))));
  // The worst finding is in the block of each page, too.
  const isNarrow = rest < minRestForWorst;
  const urlWidth = Math.min(Math.max(longestUrl, 4), isNarrow ? rest : Math.floor(rest * 0.6));
  const worstOf = (text: string) => (isNarrow ? [] : wrap(text, rest - urlWidth));
  const rowOf = (cells: readonly (readonly string[])[]) => {
    const [score = [], result = [], url = [], worst = []] = cells;
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, index) =>
      [
        padStart(score[index] ?? '', scoreWidth),
        pad(result[index] ?? '', resultWidth),
        pad(url[index] ?? '', urlWidth),
        worst[index] ?? '',
      ]
        .join(' '.repeat(gap))
        .trimEnd(),
    );
  };
  return [
    ...rowOf([['Score'], ['Result'], ['Page'], worstOf('Worst finding')]).map(colors.dim),
    ...pages.flatMap((page) => {
      const url = wrap(plainText(page.url), urlWidth);
      if (!isAnalyzed(page)) {
        const message = worstOf(plainText(page.error.message));
        return rowOf([['–'], [colors.red('failed')], url, message]);
      }
      const { score, result } = page.analysis;
      const color = colorOf(result, terminal);
      const [worst] = findingsOf(page.analysis);
      return rowOf([
        [color(String(score))],
        [color(result)],
        url,
        worstOf(plainText(worst?.summary ?? 'Nothing to fix')),
      ]);
    }),
  ];
}
