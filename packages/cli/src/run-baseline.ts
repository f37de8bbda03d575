import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { analyzePages } from './analyze-pages.ts';
import { type Baseline, baselineOf, readBaseline } from './baseline.ts';
import type { Environment } from './environment.ts';
import { isAnalyzed, isFailed } from './findings.ts';
import { toJson } from './formats/json.ts';
import type { ParsedLocalOptions } from './local/local-options.ts';
import type { ParsedPageOptions } from './page-options.ts';
import {
  preparePages,
  readGivenUrls,
  readPageOptions,
  requireUsable,
  usageError,
} from './page-targets.ts';
import { plainText } from './plain-text.ts';
import { progressLine } from './progress.ts';
import { requireWritable, writeOutput } from './write-output.ts';

/** What commander has parsed of the options. */
export interface BaselineOptions extends ParsedPageOptions, ParsedLocalOptions {
  readonly output: string;
}

/**
 * Analyses the pages, and writes their findings to the file of accepted ones.
 *
 * @returns the exit code.
 */
export async function runBaseline(
  command: Command,
  given: readonly string[],
  options: BaselineOptions,
  environment: Environment,
): Promise<number> {
  const { stderr } = environment;
  const { output } = options;
  const urls = await readGivenUrls(command, given, environment);
  try {
    requireWritable(output);
  } catch (error) {
    return usageError(command)(error);
  }
  const pageOptions = await readPageOptions(command, options, environment);
  const before: Baseline | undefined = existsSync(output)
    ? await readBaseline(output).catch(usageError(command))
    : undefined;
  const { targets, site } = await preparePages(
    command,
    urls,
    { ...pageOptions, local: options },
    environment,
  );
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
    if (failed.length > 0) {
      stderr.write('Nothing was written.\n');
      return 3;
    }
    const analyses = pages.filter(isAnalyzed).map(({ analysis }) => analysis);
    const baseline = baselineOf(analyses, before);
    await writeOutput(output, toJson(baseline), interruption.signal);
    const count = baseline.accepted.length;
    const entries = count === 1 ? '1 accepted finding' : `${count} accepted findings`;
    stderr.write(`Wrote ${plainText(output)}: ${entries}.\n`);
    return 0;
  } finally {
    progress.clear();
    interruption.release();
    await pageOptions.renderer?.close();
    await site?.close();
  }
}
