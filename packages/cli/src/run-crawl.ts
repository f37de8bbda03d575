import {
  type CheckInfo,
  type Context,
  type CreateCrawlInput,
  embeddedQueue,
  isSitegradeError,
  listChecks,
  listSiteRules,
  type OperationListener,
  type Queue,
  type Store,
} from '@sitegrade/core';
import { defaultRuleset } from '@sitegrade/core/checks';
import { rulesetChecksOf } from '@sitegrade/core/internal';
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
import {
  type CrawlSiteThreads,
  crawlSetup,
  crawlSite,
  measureStartPage,
  mostPagesInMemory,
} from './crawl-site.ts';
import { type CrawlThreads, relayed, startCrawlThreads } from './crawl-threads.ts';
import type { Environment, ServerPackage } from './environment.ts';
import { type Format, formats, type Writers } from './format-names.ts';
import { codeQualityCrawl } from './formats/crawl-code-quality.ts';
import { csvCrawl } from './formats/crawl-csv.ts';
import { htmlCrawl } from './formats/crawl-html.ts';
import { jsonCrawl } from './formats/crawl-json.ts';
import { junitCrawl } from './formats/crawl-junit.ts';
import { llmCrawl } from './formats/crawl-llm.ts';
import { markdownCrawl } from './formats/crawl-markdown.ts';
import { prettyCrawl, scoreOfCrawl } from './formats/crawl-pretty.ts';
import { sarifCrawl } from './formats/crawl-sarif.ts';
import { crawlSummary } from './formats/crawl-summary.ts';
import { pdfCrawl } from './formats/pdf.ts';
import { localOptionsOf, openGivenSite, readGiven } from './local/given-pages.ts';
import { collectLocalFindings, type LocalCollector } from './local/local-findings.ts';
import { notesOnFolder } from './local/local-notes.ts';
import type { ParsedLocalOptions } from './local/local-options.ts';
import type { LocalSite } from './local/local-site.ts';
import { loadServerPackage } from './optional-packages.ts';
import type { ParsedPageOptions } from './page-options.ts';
import {
  prepareTarget,
  readOutputs,
  readPageOptions,
  reportFailures,
  requireLoadable,
  usageError,
} from './page-targets.ts';
import { plainText } from './plain-text.ts';
import { noTerminal, type Terminal, terminalOf } from './terminal.ts';
import { writeOutput } from './write-output.ts';

interface Rendering {
  readonly terminal: Terminal;
  readonly context: Context;
  readonly signal: AbortSignal;
}

const writers: Writers<CrawlOutcome, Rendering> = {
  pretty: (outcome, { terminal }) => prettyCrawl(outcome, terminal),
  json: jsonCrawl,
  html: htmlCrawl,
  csv: csvCrawl,
  junit: junitCrawl,
  markdown: markdownCrawl,
  sarif: sarifCrawl,
  codequality: codeQualityCrawl,
  llm: llmCrawl,
  pdf: (outcome, { context, signal }) => pdfCrawl(outcome, context, signal),
};

/** What commander has parsed of the options. */
export interface CrawlOptions extends ParsedPageOptions, ParsedLocalOptions {
  readonly maxPages: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly source: NonNullable<CreateCrawlInput['source']>;
  readonly concurrency: number;
  readonly format?: Format;
  readonly output?: readonly string[];
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
  const given = readGiven(command, [url], options);
  if (given.kind === 'urls') return crawlWithStore(command, url, options, environment, null);
  if (given.kind === 'pages') {
    const message = `error: ${plainText(url)} is a page: give its folder, or run sitegrade ${plainText(url)}.`;
    return command.error(message, { exitCode: 2 });
  }
  const site = await openGivenSite(command, given, options);
  try {
    if (site.fileOf(site.baseUrl.href) === null) {
      const message = `error: ${plainText(url)} has no index.html, where a crawl begins.`;
      return command.error(message, { exitCode: 2 });
    }
    const isDefault = (name: string) => command.getOptionValueSource(name) !== 'cli';
    // No one else is at this host.
    const atOnce = Math.min(10, Math.max(options.concurrency, environment.threads?.most ?? 1));
    const folder = {
      ...options,
      maxPages: isDefault('maxPages') ? mostPagesInMemory : options.maxPages,
      concurrency: isDefault('concurrency') ? atOnce : options.concurrency,
    };
    return await crawlWithStore(command, site.baseUrl.href, folder, environment, site);
  } finally {
    await site.close();
  }
}

async function crawlWithStore(
  command: Command,
  url: string,
  options: CrawlOptions,
  environment: Environment,
  site: LocalSite | null,
): Promise<number> {
  const { thread } = environment;
  const { store, remove } = thread
    ? { store: thread.store, remove: async () => {} }
    : await openStore(command, options.maxPages, environment);
  try {
    return await crawlInto(store, command, url, options, environment, site);
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
  site: LocalSite | null,
): Promise<number> {
  const { stdout, stderr, now, thread } = environment;
  const { maxPages, exclude, source, concurrency } = options;
  const include = includeOf(command, options, site);
  const { quiet: isQuiet = false } = options;
  const outputs = readOutputs(command, options, formats, environment);
  const isPrinted = outputs.some(({ format }) => format === 'pdf');
  const usage = isPrinted ? 'crawl --format pdf' : undefined;
  const given = await readPageOptions(command, options, environment, usage);
  if (site !== null) requireLoadable(command, given, options);
  const pageOptions = site === null ? given : localOptionsOf(given, options);
  const local = site === null ? undefined : collectLocalFindings(site.fileOf);
  const collector = local && (thread?.local ?? local);
  const checks = rulesetChecksOf(pageOptions.ruleset ?? defaultRuleset);
  const places = thread?.places;
  const setup = crawlSetup(store, { maxPages, concurrency, places, checks, local: collector });
  const reportFailure = reportFailures(stderr);
  const onOperation: OperationListener = (event) => {
    // Nothing else: a page that the browser refuses may be one of thousands.
    if (event.type === 'rendering.failed' && event.reason === 'renderer_unavailable')
      reportFailure(event);
  };
  const threads = thread ? undefined : threadsOf(environment, setup.sharedStore, local);
  const queue = thread?.queue ?? threads?.queue;
  const more = { ...setup.options, ...(queue && { queue }), now, onOperation };
  const target = prepareTarget(command, url, pageOptions, more);
  const context = site?.contextOf(target.context) ?? target.context;
  if (thread) return thread.work(context, pageOptions.headers);
  await requireKnownNames(command, options.failOn ?? [], listChecks(context).checks);

  const interruption = environment.listenForInterruption();
  const { signal } = interruption;
  const progress = crawlProgress(stderr, context.monotonicMs, { isQuiet });
  try {
    const crawled = await crawlSite(
      context,
      { url, maxPages, include, exclude, source },
      {
        concurrency,
        headers: pageOptions.headers,
        ended: setup.ended,
        signal,
        // A browser has separate processes.
        threads: context.render === 'off' ? threads : undefined,
        onThreadFailed: (error) => {
          progress.clear();
          const message = error instanceof Error ? error.message : String(error);
          stderr.write(`The crawl goes on with one thread: ${plainText(message)}\n`);
        },
        onProgress: (crawl) => progress.show(crawl, setup.oldestUrl()),
      },
    ).catch(wrongInput(command));
    const { headers } = pageOptions;
    const onStart = progress.showMeasuring;
    const outcome = isCrawlFailure(crawled)
      ? crawled
      : {
          ...crawled,
          local,
          speed: await measureStartPage(context, crawled.crawl, { headers, signal, onStart }),
        };
    progress.clear();
    // A second Ctrl-C ends the process, as the result of a large crawl takes a moment.
    interruption.release();
    const { signal: unstopped } = new AbortController();
    for (const { format, file } of outputs) {
      const terminal = file === undefined ? terminalOf(environment) : noTerminal;
      const isShort = isQuiet && format === 'pretty';
      const text = isShort
        ? scoreOfCrawl(outcome)
        : await writers[format](outcome, { terminal, context, signal: unstopped });
      if (text === null) stderr.write('Nothing was written.\n');
      else if (file === undefined) stdout.write(text);
      else {
        await writeOutput(file, text, unstopped);
        if (!isQuiet) stderr.write(`Wrote ${plainText(file)}: ${crawlSummary(outcome)}\n`);
      }
    }
    if (site !== null && !isQuiet) {
      for (const line of notesOnFolder(outcome, site, options))
        stderr.write(`${plainText(line)}\n`);
    }
    const isPretty = outputs.every(({ format, file }) => format === 'pretty' && file === undefined);
    return conclude(outcome, options, { isShown: isPretty && !isQuiet, signal, environment });
  } finally {
    progress.clear();
    interruption.release();
    await given.renderer?.close();
  }
}

/** The threads that this one may start, and the queue that wakes their workers and its own. */
function threadsOf(
  { threads }: Environment,
  store: Store,
  local: LocalCollector | undefined,
): (CrawlSiteThreads & { readonly queue: Queue }) | undefined {
  if (threads === undefined) return undefined;
  const queue = embeddedQueue();
  let started: CrawlThreads | undefined;
  return {
    ...threads,
    queue: relayed(queue, (tickets) => started?.wake(tickets)),
    start(count, given) {
      started = startCrawlThreads(count, threads.start, { store, queue, local, ...given });
      return started;
    },
  };
}

/** The paths to crawl. None in the folder end the command with exit code 2. */
function includeOf(
  command: Command,
  { include }: CrawlOptions,
  site: LocalSite | null,
): readonly string[] | undefined {
  try {
    return site === null ? include : site.includeOf(include);
  } catch (error) {
    return usageError(command)(error);
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
