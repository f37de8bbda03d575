import {
  type CheckCatalogue,
  type CheckInfo,
  type Context,
  listChecks,
  type PageAnalysis,
} from '@sitegrade/core';
import type { Ruleset } from '@sitegrade/core/checks';
import type { Command } from 'commander';
import { analyzePages } from './analyze-pages.ts';
import { type Baseline, newFindings, readBaseline } from './baseline.ts';
import {
  type Budget,
  type BudgetFile,
  budgetFor,
  issueProblem,
  readBudgetFile,
  shortfalls,
  unknownCheck,
} from './budget.ts';
import type { Environment } from './environment.ts';
import { isAnalyzed, isFailed, type Page } from './findings.ts';
import { type Format, formats, type Writers } from './format-names.ts';
import { codeQualityReports } from './formats/code-quality.ts';
import { csvReports } from './formats/csv.ts';
import { jsonReports } from './formats/json.ts';
import { junitReports } from './formats/junit.ts';
import { llmReports } from './formats/llm.ts';
import { markdownReports } from './formats/markdown.ts';
import { pdfReport } from './formats/pdf.ts';
import { type Detail, prettyReports } from './formats/pretty.ts';
import { sarifReports } from './formats/sarif.ts';
import { summaryText } from './formats/summary.ts';
import { type FileOfUrl, noFile } from './local/file-of-url.ts';
import { notesOnPages } from './local/local-notes.ts';
import type { ParsedLocalOptions } from './local/local-options.ts';
import { classifyArgument } from './local/local-path.ts';
import { runFolder } from './local/run-folder.ts';
import type { ParsedPageOptions } from './page-options.ts';
import {
  preparePages,
  readGivenUrls,
  readOutputs,
  readPageOptions,
  requireUsable,
  usageError,
} from './page-targets.ts';
import { plainLines, plainText } from './plain-text.ts';
import { progressLine } from './progress.ts';
import { noTerminal, type Terminal, terminalOf } from './terminal.ts';
import { writeOutput } from './write-output.ts';

interface Rendering {
  readonly terminal: Terminal;
  readonly detail: Detail;
  readonly catalogue: CheckCatalogue['checks'];
  readonly ruleset: Ruleset | undefined;
  /** Of the first page. */
  readonly context: Context | undefined;
  readonly signal: AbortSignal;
  /** The local file of a URL. */
  readonly fileOf: FileOfUrl;
}

const writers: Writers<readonly Page[], Rendering> = {
  pretty: (pages, { terminal, detail }) => prettyReports(pages, terminal, detail),
  json: (pages) => jsonReports(pages),
  html: (pages, { ruleset }) => htmlReport(pages, ruleset),
  pdf: (pages, { context, signal }) => pdfReport(pages, context, signal),
  csv: (pages) => plainLines(csvReports(pages)).replace(/^<U\+FEFF>/, '\ufeff'),
  junit: (pages) => junitReports(pages),
  markdown: (pages, { catalogue }) => markdownReports(pages, catalogue),
  sarif: (pages, { catalogue, fileOf }) => sarifReports(pages, catalogue, fileOf),
  codequality: (pages, { fileOf }) => codeQualityReports(pages, fileOf),
  llm: (pages) => llmReports(pages),
};

/** What commander has parsed of the options. */
export interface ReportOptions extends ParsedPageOptions, ParsedLocalOptions {
  readonly format?: Format;
  readonly output?: readonly string[];
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly minScore?: number;
  readonly failOn?: readonly string[];
  readonly budget?: string;
  readonly baseline?: string;
}

/**
 * Analyses the pages, writes their reports and checks their budgets.
 *
 * @returns the exit code.
 */
export async function runReport(
  program: Command,
  given: readonly string[],
  options: ReportOptions,
  environment: Environment,
): Promise<number> {
  const { stdout, stderr } = environment;
  if (given.length === 0) return program.help({ error: true });
  const urls = await readGivenUrls(program, given, environment);
  if (urls.length === 1 && urls.every((url) => classifyArgument(url).kind === 'folder')) {
    return runFolder(program, urls.join(), options, environment);
  }
  const { quiet: isQuiet = false, verbose: isVerbose = false } = options;
  const outputs = readOutputs(program, options, formats, environment);
  for (const { format } of outputs) {
    if ((format === 'html' || format === 'pdf') && new Set(urls).size > 1) {
      const what = format === 'html' ? 'An HTML file' : 'A PDF';
      const message = `error: ${what} is about one page. Run the command once for each URL.`;
      program.error(message, { exitCode: 2 });
    }
  }
  const printing = outputs.some(({ format }) => format === 'pdf') ? '--format pdf' : undefined;
  const pageOptions = await readPageOptions(program, options, environment, printing);
  const { targets, site } = await preparePages(
    program,
    urls,
    { ...pageOptions, local: options },
    environment,
  );
  const context = targets[0]?.context;
  const catalogue = context === undefined ? [] : listChecks(context).checks;
  const budgets = await readBudgets(program, options, catalogue).catch(async (error) => {
    await site?.close();
    throw error;
  });

  const interruption = environment.listenForInterruption();
  const progress = progressLine(environment, { isQuiet });
  try {
    const pages = await analyzePages(targets, {
      headers: pageOptions.headers,
      signal: interruption.signal,
      onProgress: progress.show,
    });
    progress.clear();
    requireUsable(program, pages);
    const detail = isQuiet ? 'scores' : isVerbose ? 'all' : 'findings';
    const ruleset = context?.ruleset;
    const { signal } = interruption;
    const fileOf = site?.fileOf ?? noFile;
    for (const { format, file } of outputs) {
      const terminal = file === undefined ? terminalOf(environment) : noTerminal;
      const text = await writers[format](pages, {
        terminal,
        detail,
        catalogue,
        ruleset,
        context,
        signal,
        fileOf,
      });
      if (text === null) stderr.write('Nothing was written.\n');
      else if (file === undefined) stdout.write(text);
      else {
        await writeOutput(file, text, signal);
        if (!isQuiet) stderr.write(`Wrote ${plainText(file)}: ${summaryText(pages)}\n`);
      }
    }
    if (site !== null && !isQuiet) {
      for (const line of notesOnPages(pages, site, options)) stderr.write(`${plainText(line)}\n`);
    }
    const isPretty = outputs.every(({ format, file }) => format === 'pretty' && file === undefined);
    const areFailuresShown = isPretty && !isQuiet;
    return conclude(pages, budgets, areFailuresShown, environment);
  } finally {
    progress.clear();
    interruption.release();
    await pageOptions.renderer?.close();
    await site?.close();
  }
}

interface Budgets {
  readonly options: Budget;
  readonly file: BudgetFile | null;
  /** The file of accepted findings, and its name. */
  readonly baseline: { readonly file: string; readonly accepted: Baseline } | null;
}

async function readBudgets(
  program: Command,
  { minScore, failOn = [], budget, baseline }: ReportOptions,
  catalogue: readonly CheckInfo[],
): Promise<Budgets> {
  const checks = catalogue.map(({ id }) => id);
  for (const id of failOn) {
    const problem = (await issueProblem(id, checks)) ?? unknownCheck(id, checks);
    if (problem !== null) program.error(`error: --fail-on ${problem}`, { exitCode: 2 });
  }
  const file =
    budget === undefined ? null : await readBudgetFile(budget, checks).catch(usageError(program));
  return {
    options: { ...(minScore !== undefined && { minScore }), failOn },
    file,
    baseline:
      baseline === undefined
        ? null
        : {
            file: baseline,
            accepted: await readBaseline(baseline).catch(usageError(program)),
          },
  };
}

/** Writes why the command fails to standard error. */
function conclude(
  pages: readonly Page[],
  budgets: Budgets,
  areFailuresShown: boolean,
  { stderr, now }: Environment,
): number {
  const failed = pages.filter(isFailed);
  if (!areFailuresShown) {
    for (const { url, error } of failed) stderr.write(`${plainText(`${url}: ${error.message}`)}\n`);
  }
  const short = pages.filter(isAnalyzed).flatMap(({ url, analysis }) => {
    const fromFile = budgets.file === null ? {} : budgetFor(analysis.url, budgets.file);
    const found = [...shortfalls(analysis, budgets.options), ...shortfalls(analysis, fromFile)];
    return [
      ...[...new Set(found)].map((text) => plainText(`${url}: ${text}`)),
      ...(budgets.baseline ? newLines(url, analysis, budgets.baseline, now()) : []),
    ];
  });
  for (const line of short) stderr.write(`${line}\n`);
  if (failed.length > 0) return 3;
  return short.length > 0 ? 1 : 0;
}

/** The findings that a baseline does not have, with their places. */
function newLines(
  url: string,
  analysis: PageAnalysis,
  { file, accepted }: NonNullable<Budgets['baseline']>,
  now: Date,
): readonly string[] {
  return newFindings(analysis, accepted, now).flatMap(({ finding, places, total }) => {
    const isPart = places.length > 0 && places.length < total;
    const what = isPart ? `${places.length} of ${total} places are new` : 'is new';
    const rest = places.length - maxPlaces;
    return [
      plainText(`${url}: ${finding.id} ${what}, not in ${file}: ${finding.summary}`),
      ...places.slice(0, maxPlaces).map((place) => `  ${plainText(place)}`),
      ...(rest > 0 ? [`  and ${rest} more`] : []),
    ];
  });
}

/** The most places of a finding that are listed. */
const maxPlaces = 5;

/** `null` if there is no report to show. */
async function htmlReport(
  [page]: readonly Page[],
  ruleset: Ruleset | undefined,
): Promise<string | null> {
  if (page === undefined || !isAnalyzed(page)) return null;
  const { renderReportFile } = await import('@sitegrade/core/pages');
  return renderReportFile(page.analysis, ruleset);
}
