import { extname } from 'node:path';
import { type CheckInfo, listChecks } from '@sitegrade/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { analyzePages } from './analyze-pages.ts';
import {
  type Budget,
  type BudgetFile,
  budgetFor,
  readBudgetFile,
  shortfalls,
  unknownCheck,
} from './budget.ts';
import type { Environment } from './environment.ts';
import { isAnalyzed, isFailed, type Page } from './findings.ts';
import { csvReports } from './formats/csv.ts';
import { jsonReports } from './formats/json.ts';
import { junitReports } from './formats/junit.ts';
import { llmReports } from './formats/llm.ts';
import { markdownReports } from './formats/markdown.ts';
import { prettyReports } from './formats/pretty.ts';
import { sarifReports } from './formats/sarif.ts';
import {
  addPageOptions,
  type ParsedPageOptions,
  prepareTargets,
  readPageOptions,
  requireUsable,
  usageError,
} from './page-options.ts';
import { plainLines, plainText } from './plain-text.ts';
import { progressLine } from './progress.ts';
import { readUrls } from './target.ts';
import { noTerminal, type Terminal, terminalOf } from './terminal.ts';
import { writeOutput } from './write-output.ts';

interface Rendering {
  readonly terminal: Terminal;
  readonly catalogue: readonly CheckInfo[];
}

/** The formats of reports. */
const formats = {
  pretty: (pages, { terminal }) => prettyReports(pages, terminal),
  json: (pages) => jsonReports(pages),
  html: (pages) => htmlReport(pages),
  csv: (pages) => plainLines(csvReports(pages)).replace(/^<U\+FEFF>/, '\ufeff'),
  junit: (pages) => junitReports(pages),
  markdown: (pages) => markdownReports(pages),
  sarif: (pages, { catalogue }) => sarifReports(pages, catalogue),
  llm: (pages) => llmReports(pages),
} as const satisfies Readonly<
  Record<
    string,
    (pages: readonly Page[], rendering: Rendering) => string | null | Promise<string | null>
  >
>;

type Format = keyof typeof formats;
const formatNames = Object.keys(formats);

/** The formats of files by the end of their names. */
const formatByExtension: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.html': 'html',
  '.csv': 'csv',
  '.xml': 'junit',
  '.md': 'markdown',
  '.sarif': 'sarif',
};

interface ReportOptions extends ParsedPageOptions {
  readonly format?: Format;
  readonly output?: string;
  readonly minScore?: number;
  readonly failOn?: readonly string[];
  readonly budget?: string;
}

/** Adds the report, which is what the command does without the name of another one. */
export function addReportCommand(
  program: Command,
  environment: Environment,
  setExitCode: (code: number) => void,
): void {
  program
    .argument('[urls...]', 'URLs of pages; - reads them from standard input, one a line')
    .addOption(
      new Option('-f, --format <format>', 'how to write the report (default: pretty)').choices(
        formatNames,
      ),
    )
    .option(
      '-o, --output <file>',
      'write to a file; its name may choose the format: .json, .html, .csv, .xml (junit), .md, .sarif',
    )
    .option('--min-score <score>', 'exit with 1 if a page has a lower score', parseScore)
    .option(
      '--fail-on <checks>',
      'exit with 1 if one of these checks warns or fails; ids with commas, repeatable',
      (ids: string, others: readonly string[] = []) => [
        ...others,
        ...ids.split(',').map((id) => id.trim()),
      ],
    )
    .option('--budget <file>', 'exit with 1 if a page is short of the budget in this JSON file');
  addPageOptions(program)
    .addHelpText('after', help)
    .action(async (urls: readonly string[], options: ReportOptions) => {
      setExitCode(await report(program, urls, options, environment));
    });
}

const help = `
Exit codes: 0 fine, 1 a page is short of a budget, 2 wrong usage, 3 a page could
not be analysed. If several apply, the highest counts.

Examples:
  sitegrade https://example.com/
  sitegrade https://example.com/ https://example.com/blog --min-score 80 -o report.sarif
`;

function parseScore(text: string): number {
  const score = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && score <= 100) return score;
  throw new InvalidArgumentError('It must be a number from 0 to 100.');
}

async function report(
  program: Command,
  given: readonly string[],
  options: ReportOptions,
  environment: Environment,
): Promise<number> {
  const { stdout, stderr } = environment;
  const urls = await urlsOf(given, environment);
  if (urls.length === 0) {
    if (given.length > 0)
      program.error('error: There are no URLs on standard input.', { exitCode: 2 });
    return program.help({ error: true });
  }
  const { output } = options;
  const format =
    options.format ?? formatByExtension[extname(output ?? '').toLowerCase()] ?? 'pretty';
  if (format === 'html' && new Set(urls).size > 1) {
    const message = 'error: An HTML file is about one page. Run the command once for each URL.';
    program.error(message, { exitCode: 2 });
  }
  const pageOptions = await readPageOptions(program, options);
  const targets = prepareTargets(program, urls, pageOptions, environment);
  const catalogue = targets[0] === undefined ? [] : listChecks(targets[0].context).checks;
  const budgets = await readBudgets(program, options, catalogue);

  const interruption = environment.listenForInterruption();
  const progress = progressLine(stderr);
  try {
    const pages = await analyzePages(targets, {
      headers: pageOptions.headers,
      signal: interruption.signal,
      onProgress: progress.show,
    });
    progress.clear();
    requireUsable(program, pages);
    const terminal = output === undefined ? terminalOf(environment) : noTerminal;
    const text = await formats[format](pages, { terminal, catalogue });
    if (text === null) stderr.write('Nothing was written.\n');
    else if (output === undefined) stdout.write(text);
    else await writeOutput(output, text, interruption.signal);
    return conclude(pages, budgets, format === 'pretty' && output === undefined, environment);
  } finally {
    progress.clear();
    interruption.release();
  }
}

async function urlsOf(
  given: readonly string[],
  { stdin }: Environment,
): Promise<readonly string[]> {
  if (!given.includes('-')) return given;
  const read = await readUrls(stdin);
  return given.flatMap((url) => (url === '-' ? read : [url]));
}

interface Budgets {
  readonly options: Budget;
  readonly file: BudgetFile | null;
}

async function readBudgets(
  program: Command,
  { minScore, failOn = [], budget }: ReportOptions,
  catalogue: readonly CheckInfo[],
): Promise<Budgets> {
  const checks = catalogue.map(({ id }) => id);
  for (const id of failOn) {
    const problem = unknownCheck(id, checks);
    if (problem !== null) program.error(`error: --fail-on ${problem}`, { exitCode: 2 });
  }
  const file =
    budget === undefined ? null : await readBudgetFile(budget, checks).catch(usageError(program));
  return { options: { ...(minScore !== undefined && { minScore }), failOn }, file };
}

/** Writes why the command fails to standard error. */
function conclude(
  pages: readonly Page[],
  budgets: Budgets,
  areFailuresShown: boolean,
  { stderr }: Environment,
): number {
  const failed = pages.filter(isFailed);
  if (!areFailuresShown) {
    for (const { url, error } of failed) stderr.write(`${plainText(`${url}: ${error.message}`)}\n`);
  }
  const short = pages.filter(isAnalyzed).flatMap(({ url, analysis }) => {
    const fromFile = budgets.file === null ? {} : budgetFor(analysis.url, budgets.file);
    const found = [...shortfalls(analysis, budgets.options), ...shortfalls(analysis, fromFile)];
    return [...new Set(found)].map((text) => plainText(`${url}: ${text}`));
  });
  for (const line of short) stderr.write(`${line}\n`);
  if (failed.length > 0) return 3;
  return short.length > 0 ? 1 : 0;
}

/** `null` if there is no report to show. */
async function htmlReport([page]: readonly Page[]): Promise<string | null> {
  if (page === undefined || !isAnalyzed(page)) return null;
  const { renderReportFile } = await import('@sitegrade/core/pages');
  return renderReportFile(page.analysis);
}
