import {
  type CheckInfo,
  type CreateCrawlInput,
  isSitegradeError,
  listChecks,
  listSiteRules,
  type Store,
} from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import type { Command } from 'commander';
import { unknownName } from './budget.ts';
import { crawlProgress } from './crawl-progress.ts';
import {
  type CrawlOutcome,
  crawlShortfalls,
  importances,
  incompleteReason,
  isCrawlFailure,
} from './crawl-result.ts';
import { crawlSetup, crawlSite, mostPagesInMemory } from './crawl-site.ts';
import type { Environment, ServerPackage } from './environment.ts';
import { type Format, formats } from './format-names.ts';
import { csvCrawl } from './formats/crawl-csv.ts';
import { htmlCrawl } from './formats/crawl-html.ts';
import { jsonCrawl } from './formats/crawl-json.ts';
import { junitCrawl } from './formats/crawl-junit.ts';
import { llmCrawl } from './formats/crawl-llm.ts';
import { markdownCrawl } from './formats/crawl-markdown.ts';
import { prettyCrawl, scoreOfCrawl } from './formats/crawl-pretty.ts';
import { sarifCrawl } from './formats/crawl-sarif.ts';
import { crawlSummary } from './formats/crawl-summary.ts';
import { loadServerPackage } from './optional-packages.ts';
import type { ParsedPageOptions } from './page-options.ts';
import { prepareTarget, readFormat, readPageOptions } from './page-targets.ts';
import { plainText } from './plain-text.ts';
import { noTerminal, type Terminal, terminalOf } from './terminal.ts';
import { writeOutput } from './write-output.ts';

/** The formats of crawls. */
const writers = {
  pretty: prettyCrawl,
  json: jsonCrawl,
  html: htmlCrawl,
  csv: csvCrawl,
  junit: junitCrawl,
  markdown: markdownCrawl,
  sarif: sarifCrawl,
  llm: llmCrawl,
} as const satisfies Readonly<
  Record<
    Format,
    (outcome: CrawlOutcome, terminal: Terminal) => string | null | Promise<string | null>
  >
>;

/** What commander has parsed of the options. */
export interface CrawlOptions extends ParsedPageOptions {
  readonly maxPages: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly source: NonNullable<CreateCrawlInput['source']>;
  readonly concurrency: number;
  readonly format?: Format;
  readonly output?: string;
  readonly quiet?: boolean;
  readonly minScore?: number;
  readonly failOn?: readonly string[];
}

/**
 * Crawls a website in this process, writes what it has found and checks its budget. When the user stops it, it
 * writes what is there.
 *
 * @returns the exit code.
 */
export async function runCrawl(
  command: Command,
  url: string,
  options: CrawlOptions,
  environment: Environment,
): Promise<number> {
  const { store, remove } = await openStore(command, options.maxPages, environment);
  try {
    return await crawlInto(store, command, url, options, environment);
  } finally {
    await remove();
  }
}

async function crawlInto(
  store: Store,
  command: Command,
  url: string,
  options: CrawlOptions,
  environment: Environment,
): Promise<number> {
  const { stdout, stderr, now } = environment;
  const { maxPages, include, exclude, source, concurrency, output } = options;
  const { quiet: isQuiet = false } = options;
  const format = readFormat(command, options, formats);
  const pageOptions = await readPageOptions(command, options, environment);
  const setup = crawlSetup(store, maxPages, concurrency);
  const { context } = prepareTarget(command, url, pageOptions, { ...setup.options, now });
  await requireKnownNames(command, options.failOn ?? [], listChecks(context).checks);

  const interruption = environment.listenForInterruption();
  const { signal } = interruption;
  const progress = crawlProgress(stderr, context.monotonicMs, { isQuiet });
  try {
    const outcome = await crawlSite(
      context,
      { url, maxPages, include, exclude, source },
      {
        concurrency,
        headers: pageOptions.headers,
        ended: setup.ended,
        signal,
        onProgress: (crawl) => progress.show(crawl, setup.oldestUrl()),
      },
    ).catch(wrongInput(command));
    progress.clear();
    // A second Ctrl-C ends the process, as the result of a large crawl takes a moment.
    interruption.release();
    const terminal = output === undefined ? terminalOf(environment) : noTerminal;
    const isShort = isQuiet && format === 'pretty';
    const text = isShort ? scoreOfCrawl(outcome) : await writers[format](outcome, terminal);
    if (text === null) stderr.write('Nothing was written.\n');
    else if (output === undefined) stdout.write(text);
    else {
      await writeOutput(output, text, new AbortController().signal);
      if (!isQuiet) stderr.write(`Wrote ${plainText(output)}: ${crawlSummary(outcome)}\n`);
    }
    const isShown = format === 'pretty' && output === undefined && !isQuiet;
    return conclude(outcome, options, { isShown, signal, environment });
  } finally {
    progress.clear();
    interruption.release();
  }
}

/** The store of a crawl: of a large one in a temporary file. */
async function openStore(
  command: Command,
  maxPages: number,
  environment: Environment,
): ReturnType<ServerPackage['openTemporaryStore']> {
  if (maxPages <= mostPagesInMemory) return { store: memoryStore(), remove: async () => {} };
  const usage = `sitegrade crawl --max-pages ${maxPages}`;
  const { openTemporaryStore } = await loadServerPackage(command, usage, environment);
  return openTemporaryStore();
}

/** A name that is not known would never fail. */
async function requireKnownNames(
  command: Command,
  names: readonly string[],
  checks: readonly CheckInfo[],
): Promise<void> {
  const rules = await listSiteRules();
  const known = [...importances.slice(0, 3), ...[...rules, ...checks].map(({ id }) => id)];
  for (const name of names) {
    const problem = unknownName(name, known, 'an issue, a check, high, medium or low');
    if (problem !== null) command.error(`error: --fail-on ${problem}`, { exitCode: 2 });
  }
}

/** What core refuses as wrong is wrong usage. */
function wrongInput(command: Command): (error: unknown) => never {
  return (error) => {
    if (!isSitegradeError(error) || error.code !== 'invalid_input') throw error;
    const messages = Object.entries(error.issues ?? {}).flatMap(([field, issues]) => {
      const [name = '', index] = field.split('.');
      const flag = flags[name];
      const subject =
        flag === undefined ? name : flag + (index === undefined ? '' : ` ${Number(index) + 1}`);
      return issues.map((issue) => `error: ${subject} ${issue}`);
    });
    return command.error(messages.join('\n') || `error: ${error.message}`, { exitCode: 2 });
  };
}

const flags: Readonly<Record<string, string>> = {
  maxPages: '--max-pages',
  include: '--include',
  exclude: '--exclude',
  // Its issues are sentences.
  headers: '--header:',
};

/** Writes why the command fails to standard error. */
function conclude(
  outcome: CrawlOutcome,
  { minScore, failOn = [] }: CrawlOptions,
  {
    isShown,
    signal,
    environment: { stderr },
  }: {
    readonly isShown: boolean;
    readonly signal: AbortSignal;
    readonly environment: Environment;
  },
): number {
  const say = (text: string) => stderr.write(`${plainText(text)}\n`);
  if (isCrawlFailure(outcome)) {
    if (!isShown) say(`${outcome.url}: ${outcome.error.message}`);
    return 3;
  }
  const { crawl } = outcome;
  const reason = incompleteReason(crawl);
  if (!isShown && reason !== null) say(reason);
  if (crawl.status === 'canceled') return exitCodeOf(signal.reason);
  const short = crawlShortfalls(outcome, { minScore, failOn });
  for (const line of short) say(line);
  if (crawl.end === 'refused') return 3;
  if (crawl.score === null) {
    say('No page has a score.');
    return 3;
  }
  return short.length > 0 ? 1 : 0;
}

/** The exit code of a process that the user stopped. */
function exitCodeOf(reason: unknown): number {
  const code =
    typeof reason === 'object' && reason !== null && 'exitCode' in reason ? reason.exitCode : null;
  return typeof code === 'number' ? code : 130;
}
