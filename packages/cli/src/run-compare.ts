import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { analyzePages } from './analyze-pages.ts';
import { type ComparedPage, comparedPageOf, comparePages, readReports } from './compared-page.ts';
import type { Environment } from './environment.ts';
import { isFailed } from './findings.ts';
import { jsonComparisons, markdownComparisons, prettyComparisons } from './formats/comparison.ts';
import type { ParsedPageOptions } from './page-options.ts';
import { prepareTargets, readPageOptions, requireUsable, usageError } from './page-targets.ts';
import { plainText } from './plain-text.ts';
import { progressLine } from './progress.ts';
import { noTerminal, terminalOf } from './terminal.ts';
import { writeOutput } from './write-output.ts';

const formats = {
  pretty: prettyComparisons,
  json: jsonComparisons,
  markdown: markdownComparisons,
} as const;

/** What commander has parsed of the options. */
export interface CompareOptions extends ParsedPageOptions {
  readonly format: keyof typeof formats;
  readonly output?: string;
  readonly failOnWorse?: boolean;
}

/**
 * Compares two reports or pages, and writes the comparison.
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
  const { format, output, failOnWorse = false } = options;
  const pageOptions = await readPageOptions(command, options);
  const files = new Map<string, readonly ComparedPage[]>();
  for (const file of [from, to].filter(isFile)) {
    files.set(file, await readReports(file).catch(usageError(command)));
  }
  const urls = [from, to].filter((one) => !files.has(one));
  const targets = prepareTargets(command, urls, pageOptions, environment);
  const interruption = environment.listenForInterruption();
  const progress = progressLine(stderr);
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
    const terminal = output === undefined ? terminalOf(environment) : noTerminal;
    const text = formats[format](comparisons, terminal);
    if (output === undefined) stdout.write(text);
    else await writeOutput(output, text, interruption.signal);
    const isWorse = comparisons.pairs.some(
      ({ changes }) => changes.score < 0 || changes.broken.length > 0,
    );
    return failOnWorse && isWorse ? 1 : 0;
  } finally {
    progress.clear();
    interruption.release();
  }
}

/** A name that ends with .json is that of a file, also if there is none: the error is then about the file. */
function isFile(given: string): boolean {
  return !/^https?:\/\//i.test(given) && (/\.json$/i.test(given) || existsSync(given));
}
