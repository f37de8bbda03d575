import type { Command } from 'commander';
import { mostPagesInMemory } from '../crawl-site.ts';
import type { Environment } from '../environment.ts';
import type { Format } from '../format-names.ts';
import type { ParsedPageOptions } from '../page-options.ts';
import { plainText } from '../plain-text.ts';
import type { ParsedLocalOptions } from './local-options.ts';

/** The options of reports that are read here. */
interface FolderOptions extends ParsedPageOptions, ParsedLocalOptions {
  readonly format?: Format;
  readonly output?: readonly string[];
  readonly quiet?: boolean;
  readonly minScore?: number;
  readonly failOn?: readonly string[];
}

/** The options of reports that crawls have, too. */
const shared: ReadonlySet<string> = new Set([
  'format',
  'output',
  'quiet',
  'minScore',
  'failOn',
  'header',
  'allowAddress',
  'userAgent',
  'ruleset',
  'expectIndexable',
  'baseUrl',
  'serverChecks',
  'render',
  'browserFile',
  'browserUrl',
  'browserProxyListen',
  'browserProxyHost',
  'browserSandbox',
]);

/**
 * Crawls a folder that was given instead of pages. Options that only reports have end the command with exit code 2.
 *
 * @returns the exit code.
 */
export async function runFolder(
  program: Command,
  folder: string,
  options: FolderOptions,
  environment: Environment,
): Promise<number> {
  const other = program.options.find(
    (option) =>
      !shared.has(option.attributeName()) &&
      program.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (other !== undefined) {
    const message = `error: ${plainText(folder)} is a folder, which is crawled, without ${other.long}. Name its pages to have reports of them.`;
    return program.error(message, { exitCode: 2 });
  }
  const { runCrawl } = await import('../run-crawl.ts');
  return runCrawl(
    program,
    folder,
    { ...options, maxPages: mostPagesInMemory, source: 'both', concurrency: 2 },
    environment,
  );
}
