import type { CategoryScore, PageAnalysis } from '@sitegrade/core';
import stringWidth from 'fast-string-width';
import {
  type AnalyzedPage,
  type Failure,
  type Finding,
  failureAdvice,
  findingsOf,
  gainOf,
  gainTexts,
  isAnalyzed,
  locationName,
  type Page,
} from '../findings.ts';
import { plainText } from '../plain-text.ts';
import {
  firstLines,
  labelled,
  noTerminal,
  pad,
  padStart,
  type Terminal,
  wrap,
  wrapParts,
} from '../terminal.ts';
import { fieldDataLines } from './field-data.ts';
import {
  bar,
  blocksText,
  colorOf,
  contentWidth,
  notice,
  plural,
  sideBySide,
} from './pretty-parts.ts';
import { speedLines, speedText } from './speed.ts';
import { summaryText, worstOf } from './summary.ts';

const maxFixFirst = 5;
/** Of each page, if there are several. */
const maxFixFirstOfMany = 3;
const maxLocations = 3;
const maxQuoteLines = 2;

/**
 * How much of reports is shown: `scores` is a line for each page, `findings` what is to fix, `all` also every place
 * and the checks that need nothing.
 */
export type Detail = 'scores' | 'findings' | 'all';

/** Reports as people read them in a terminal. */
export function prettyReports(
  pages: readonly Page[],
  terminal: Terminal,
  detail: Detail = 'findings',
): string {
  if (detail === 'scores') return pages.filter(isAnalyzed).map(scoreLine).join('');
  const isSingle = pages.length === 1;
  const blockOf = (page: Page) =>
    isSingle || detail === 'all' ? pageBlock(page, terminal, detail) : shortBlock(page, terminal);
  return blocksText([
    ...(isSingle ? [] : [overview(pages, terminal)]),
    ...pages.map(blockOf),
    ...(pages.some(isAnalyzed) ? [closing(pages, terminal, detail)] : []),
  ]);
}

/** The same for each page, so that programs can read it. */
function scoreLine({ url, analysis: { score, result } }: AnalyzedPage): string {
  return `${padStart(String(score), scoreWidth)}  ${pad(result, resultWidth)}  ${plainText(url)}\n`;
}

/** The end, which a terminal shows first: the score, what to fix first, and how to see more. */
function closing(pages: readonly Page[], terminal: Terminal, detail: Detail): readonly string[] {
  const { colors } = terminal;
  const width = contentWidth(terminal);
  const worst = worstOf(pages);
  const first = worst === undefined ? undefined : findingsOf(worst.analysis)[0];
  const label = pages.length === 1 ? 'First:' : 'First on that page:';
  const file = pages.length === 1 ? 'report.html' : 'report.csv';
  const more = [
    ...(detail === 'all' ? [] : ['--verbose shows every place and check']),
    `-o ${file} writes the whole report to a file`,
  ];
  return [
    ...wrap(summaryText(pages), width).map((line) => colors.bold(line)),
    ...(first === undefined ? [] : wrap(`${label} ${plainText(first.summary)}`, width)),
    // A file is the whole report.
    ...(terminal === noTerminal ? [] : wrap(`${more.join('; ')}.`, width).map(colors.dim)),
  ];
}

function pageBlock(page: Page, terminal: Terminal, detail: Detail): readonly string[] {
  if (!isAnalyzed(page)) return failureBlock(page, terminal);
  const { analysis } = page;
  const findings = findingsOf(analysis);
  return [
    ...heading(page, terminal),
    '',
    ...categoryLines(analysis, terminal),
    ...speedLines(speedText(analysis.page.speed), terminal),
    ...fieldDataLines(analysis.page.fieldData, terminal),
    ...notices(analysis, terminal),
    ...fixFirst(analysis, maxFixFirst, terminal),
    ...findings.flatMap((finding) => ['', ...findingBlock(finding, terminal, detail)]),
    ...checksBlock(analysis, 'error', terminal),
    ...(detail === 'all'
      ? [...checksBlock(analysis, 'pass', terminal), ...checksBlock(analysis, 'na', terminal)]
      : []),
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
    ...sideBySide(
      [
        badge,
        colorOf(result, terminal)(result),
        ...(isCapped ? [colors.dim(`capped, ${scoreUncapped} without the cap`)] : []),
      ],
      width,
    ),
  ];
}

/** What scripts change, or why the page was not rendered; nothing if it was not to be. */
function renderingNotice({ page }: PageAnalysis, terminal: Terminal): readonly string[] {
  const { rendering } = page;
  if (rendering === undefined) return [];
  if (rendering.status === 'failed') {
    return notice(rendering.message, ['The report is about the HTML of the server.'], terminal);
  }
  const { differences } = rendering;
  if (differences.length === 0) return [];
  const shown = (value: string | number | null) => (value === null ? 'missing' : String(value));
  return notice(
    'Scripts change what crawlers see that do not run them:',
    differences.map(
      ({ part, source, rendered }) =>
        `${part.replace('_', ' ')}: ${shown(source)} → ${shown(rendered)}`,
    ),
    terminal,
  );
}

const categoryNames: Readonly<Record<keyof PageAnalysis['categories'], string>> = {
  seo: 'Search',
  accessibility: 'Accessibility',
  performance: 'Performance as sent',
  security: 'Security',
  miscellaneous: 'Miscellaneous',
};

/** The name of the category where measured speed counts in its score. */
const asLoaded = 'Performance as loaded';

const scoreWidth = 3;
const resultWidth = 6;
const maxBarWidth = 20;
const minCountsWidth = 24;

function categoryLines({ categories }: PageAnalysis, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const width = contentWidth(terminal);
  const names = { ...categoryNames };
  if (categories.performance.includesSpeed) names.performance = asLoaded;
  const nameWidth = Math.max(...Object.values(names).map((name) => name.length));
  const barWidth = Math.min(maxBarWidth, width - nameWidth - scoreWidth - 4);
  const labelWidth = nameWidth + barWidth + scoreWidth + 6;
  // In a narrow terminal they are below, where there is more room for them.
  const areBeside = width - labelWidth >= minCountsWidth;
  return Object.entries(names).flatMap(([id, name]) => {
    const category: CategoryScore = categories[id as keyof PageAnalysis['categories']];
    const counts = [
      `${category.passed} passed`,
      ...(category.warned > 0 ? [plural(category.warned, 'warning')] : []),
      ...(category.failed > 0 ? [`${category.failed} failed`] : []),
      ...(category.notEvaluated > 0 ? [`${category.notEvaluated} not evaluated`] : []),
    ];
    const score = padStart(String(category.score ?? '–'), scoreWidth);
    const label = [pad(name, nameWidth), bar(category.score, barWidth, terminal), score].join('  ');
    if (areBeside) {
      const lines = wrapParts(counts, width - labelWidth).map(colors.dim);
      return labelled(label, lines, labelWidth);
    }
    return [label, ...labelled('', wrapParts(counts, width - 2).map(colors.dim), 2)];
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
    ...renderingNotice(analysis, terminal),
  ];
}

/** The gain, and what to fix. */
function fixFirst(analysis: PageAnalysis, max: number, terminal: Terminal): readonly string[] {
  const { colors } = terminal;
  const first = new Set(analysis.fixFirst);
  const findings = findingsOf(analysis).filter(({ id }) => first.has(id));
  if (findings.length === 0)
    return ['', colors.green('Nothing to fix: every check that applies has passed.')];
  const shown = findings.slice(0, max);
  const labels = shown.map((finding) =>
    finding.limits === null ? labelOf(finding) : `≤${finding.limits}`,
  );
  const labelWidth = Math.max(...labels.map((label) => label.length)) + 2;
  const width = contentWidth(terminal) - labelWidth;
  const gains =
    analysis.score < analysis.scoreUncapped
      ? `points that each fix gains while the score is capped`
      : 'points that each fix gains';
  return [
    '',
    ...sideBySide([colors.bold('Fix this first'), colors.dim(gains)], contentWidth(terminal)),
    ...shown.flatMap(({ summary, lifts }, index) => {
      const lifted = lifts === null ? '' : ` (lifts the limit of ${lifts})`;
      return labelled(
        colors.green(padStart(labels[index] ?? '', labelWidth - 2)),
        wrap(plainText(summary) + lifted, width),
        labelWidth,
      );
    }),
  ];
}

/** What a fix gains; nothing while another finding limits the score. */
function labelOf(finding: Finding): string {
  return finding.gain > 0 ? gainOf(finding) : '·';
}

function findingBlock(finding: Finding, terminal: Terminal, detail: Detail): readonly string[] {
  const { colors } = terminal;
  const { id, status, summary, evidence, advice } = finding;
  const width = contentWidth(terminal) - 2;
  const color = status === 'fail' ? colors.red : colors.yellow;
  const gains = gainTexts(finding).join(', ');
  const facts = gains === '' ? [id] : [id, gains];
  return [
    ...labelled(
      color(status === 'fail' ? '✖' : '▲'),
      wrap(plainText(summary), width).map((line) => colors.bold(line)),
      2,
    ),
    ...labelled('', wrap(facts.join(' · '), width).map(colors.dim), 2),
    ...labelled('', locationLines(evidence, width, terminal, detail), 2),
    ...(advice === null
      ? []
      : labelled('', labelled(colors.green('→'), wrap(plainText(advice), width - 2), 2), 2)),
  ];
}

function locationLines(
  evidence: Finding['evidence'],
  width: number,
  { colors }: Terminal,
  detail: Detail,
): readonly string[] {
  const shown = detail === 'all' ? evidence : evidence.slice(0, maxLocations);
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

const statusTitles = {
  error: 'Could not be evaluated',
  pass: 'Passed',
  na: 'Not applicable',
} as const;

/** The checks of a status by name, with what was found. */
function checksBlock(
  { checks }: PageAnalysis,
  status: keyof typeof statusTitles,
  terminal: Terminal,
): readonly string[] {
  const { colors } = terminal;
  // Those that need a browser have no weight without one, and the notice says why there was none.
  const found = Object.entries(checks).filter(
    ([, check]) => check.status === status && (status !== 'error' || check.weight > 0),
  );
  if (found.length === 0) return [];
  const width = contentWidth(terminal) - 2;
  const mark = status === 'pass' ? colors.green('✔') : '·';
  return [
    '',
    colors.bold(`${statusTitles[status]} (${found.length})`),
    ...found.flatMap(([id, { title, summary }]) => [
      ...labelled(mark, wrap(`${plainText(title)} ${colors.dim(`(${id})`)}`, width), 2),
      ...labelled('', wrap(plainText(summary), width).map(colors.dim), 2),
    ]),
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
  const scoreWidth = 'Score'.length;
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
