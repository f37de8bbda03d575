import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { analyzePages } from './analyze-pages.ts';
import {
  type CrawlOfFile,
  compareCrawlFiles,
  crawlOfJson,
  isWorse,
  missingCrawlReason,
  type OriginMap,
  withOrigin,
} from './compared-crawl.ts';
import { type ComparedPage, comparedPageOf, comparePages, reportsOfJson } from './compared-page.ts';
import type { Environment } from './environment.ts';
import { isFailed } from './findings.ts';
import { jsonComparisons, markdownComparisons, prettyComparisons } from './formats/comparison.ts';
import {
  jsonCrawlComparison,
  markdownCrawlComparison,
  prettyCrawlComparison,
} from './formats/crawl-comparison.ts';
import { readJsonFile } from './json-file.ts';
import { isObject } from './json-shape.ts';
import { isPageName } from './local/content-types.ts';
import type { ParsedPageOptions } from './page-options.ts';
import {
  prepareTargets,
  readFormat,
  readPageOptions,
  requireUsable,
  usageError,
} from './page-targets.ts';
import { plainText } from './plain-text.ts';
import { progressLine } from './progress.ts';
import { noTerminal, terminalOf } from './terminal.ts';
import { writeOutput } from './write-output.ts';

const formats = {
  pretty: prettyComparisons,
  json: jsonComparisons,
  markdown: markdownComparisons,
} as const;

const formatNames = ['pretty', 'json', 'markdown'] as const;

const crawlFormats = {
  pretty: prettyCrawlComparison,
  json: jsonCrawlComparison,
  markdown: markdownCrawlComparison,
} as const satisfies Record<keyof typeof formats, unknown>;

/** What commander has parsed of the options. */
export interface CompareOptions extends ParsedPageOptions {
  readonly format?: keyof typeof formats;
  readonly output?: string;
  readonly failOnWorse?: boolean;
  readonly map?: OriginMap;
}

/**
 * Compares two reports, pages or crawls, and writes the comparison.
 *
 * @returns the exit code.
 */
export async function runCompare(
  command: Command,
  from: string,
  to: string,
  options: CompareOptions,
  environment: Environment,
): Promise<number> {
  const { stdout, stderr } = environment;
  const { output, map, failOnWorse = false } = options;
  const format = readFormat(command, options, formatNames);
  const terminal = output === undefined ? terminalOf(environment) : noTerminal;
  const write = async (text: string, signal = new AbortController().signal) => {
    if (output === undefined) return void stdout.write(text);
    await writeOutput(output, text, signal);
    stderr.write(`Wrote ${plainText(output)}.\n`);
  };
  const pageOptions = await readPageOptions(command, options, environment);
  const files = new Map<string, readonly ComparedPage[]>();
  const crawls = new Map<string, CrawlOfFile>();
  for (const file of [from, to].filter(isFile)) {
    const local = localProblem(file);
    if (local !== null) return command.error(`error: ${plainText(local)}`, { exitCode: 2 });
    const value = await readJsonFile(file).catch(usageError(command));
    const missing = missingCrawlReason(value);
    if (missing !== null) return command.error(`error: ${file}: ${missing}`, { exitCode: 2 });
    try {
      if (isObject(value) && 'crawl' in value)
        crawls.set(file, crawlOfJson(map ? withOrigin(value, map) : value));
      else files.set(file, reportsOfJson(value));
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      const hint = 'Write it with --format json.';
      return command.error(`error: ${file}: ${reason} ${hint}`, { exitCode: 2 });
    }
  }
  if (crawls.size > 0) {
    const comparison = await compareCrawlFiles(crawls.get(from), crawls.get(to)).catch(
      usageError(command),
    );
    await write(crawlFormats[format](comparison, terminal));
    return failOnWorse && isWorse(comparison) ? 1 : 0;
  }
  if (map !== undefined) {
    const message = 'error: --map is for two files of crawls: reports are paired by path anyway.';
    return command.error(message, { exitCode: 2 });
  }
  const urls = [from, to].filter((target) => !files.has(target));
  const targets = prepareTargets(command, urls, pageOptions, environment);
  const interruption = environment.listenForInterruption();
  const progress = progressLine(environment);
  try {
    const pages = await analyzePages(targets, {
      headers: pageOptions.headers,
      signal: interruption.signal,
      onProgress: progress.show,
    });
    progress.clear();
    requireUsable(command, pages);
    const failed = pages.filter(isFailed);
    for (const { url, error } of failed) stderr.write(`${plainText(`${url}: ${error.message}`)}\n`);
    if (failed.length > 0) return 3;
    const reportsOf = (given: string): readonly ComparedPage[] =>
      files.get(given) ??
      pages.flatMap((page) =>
        page.url === given && !isFailed(page) ? [comparedPageOf(page.analysis)] : [],
      );
    const comparisons = comparePages(reportsOf(from), reportsOf(to));
    await write(formats[format](comparisons, terminal), interruption.signal);
    const isWorse = comparisons.pairs.some(
      ({ changes }) =>
        // A page on a private host has no field data: a lower score is not the fault of the other one.
        (changes.score < 0 && changes.sameFieldData) || changes.broken.length > 0,
    );
    return failOnWorse && isWorse ? 1 : 0;
  } finally {
    progress.clear();
    interruption.release();
    await pageOptions.renderer?.close();
  }
}

/** A name that ends with .json is that of a file, also if there is none: the error is then about the file. */
function isFile(given: string): boolean {
  return !/^https?:\/\//i.test(given) && (/\.json$/i.test(given) || existsSync(given));
}

/** Why a folder or a page cannot be compared; `null` for another file. */
function localProblem(file: string): string | null {
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder && !isPageName(file)) return null;
  const what = isFolder ? 'a folder' : 'a page';
  return `${file} is ${what}: compare the files that sitegrade ${file} --format json writes.`;
}
