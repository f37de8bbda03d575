import type { Context } from '@sitegrade/core';
import { type Command, InvalidArgumentError } from 'commander';
import { type AnalysisOptions, contextFor } from './analyze-pages.ts';
import type { Environment } from './environment.ts';
import { isFailed, type Page } from './findings.ts';
import { nearest } from './nearest.ts';
import { plainText } from './plain-text.ts';
import { loadRuleset } from './ruleset-file.ts';
import { parseTarget, type Target } from './target.ts';

/** What commander has parsed of the options below. */
export interface ParsedPageOptions {
  readonly allowAddress?: readonly string[];
  readonly header?: Readonly<Record<string, string>>;
  readonly userAgent?: string;
  readonly ruleset?: string;
  readonly expectIndexable: boolean;
}

/** Adds the options of commands that analyse pages. */
export function addPageOptions(command: Command): Command {
  return command
    .option(
      '--allow-address <range>',
      'allow addresses of your own network, such as 10.0.0.0/8; repeatable',
      (range: string, others: readonly string[] = []) => [...others, range],
    )
    .option(
      '--header <header>',
      "send a header, such as 'Authorization: Basic …', to the origin of the URL only; repeatable",
      parseHeader,
    )
    .option('--user-agent <text>', 'the User-Agent header of all requests')
    .option('--ruleset <file>', 'a JavaScript module that exports a ruleset of your own')
    .option('--no-expect-indexable', 'do not cap the score of pages that are kept from indexing');
}

function parseHeader(
  header: string,
  others: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*?)[ \t]*$/s.exec(header) ?? [];
  // Without the text: it may be a password.
  if (name === '') throw new InvalidArgumentError("Write it as 'Name: value'.");
  const isRepeated = Object.keys(others).some((one) => one.toLowerCase() === name.toLowerCase());
  if (isRepeated) throw new InvalidArgumentError(`The header ${name} is given twice.`);
  return { ...others, [name]: value };
}

/**
 * Reads the options. Wrong ones end the command with exit code 2.
 */
export async function readPageOptions(
  command: Command,
  parsed: ParsedPageOptions,
): Promise<AnalysisOptions> {
  const { allowAddress = [], header = {}, userAgent, ruleset: file, expectIndexable } = parsed;
  const ruleset =
    file === undefined ? undefined : await loadRuleset(file).catch(usageError(command));
  return { allowAddresses: allowAddress, headers: header, userAgent, ruleset, expectIndexable };
}

/** A target with the context that may fetch it. */
export type PreparedTarget = Target & { readonly context: Context };

/** Parses URLs, and creates the context of each. A wrong URL or option ends the command with exit code 2. */
export function prepareTargets(
  command: Command,
  urls: readonly string[],
  options: AnalysisOptions,
  { now }: Environment,
): readonly PreparedTarget[] {
  return [...new Set(urls)].map((url) => {
    const target = parseTarget(url);
    if (target === null) {
      const similar = nearest(
        url,
        (command.parent ?? command).commands.map((one) => one.name()),
      );
      const hint = similar === undefined ? '' : `\n(Did you mean the command ${similar}?)`;
      const message = `error: ${plainText(JSON.stringify(url))} is not a URL. Use the form https://example.com/page.`;
      return command.error(message + hint, { exitCode: 2 });
    }
    try {
      return { ...target, context: contextFor(target, options, now) };
    } catch (error) {
      return usageError(command)(error);
    }
  });
}

/** A URL or a header that core refuses as wrong is wrong usage, not a page that could not be fetched. */
export function requireUsable(command: Command, pages: readonly Page[]): void {
  for (const page of pages) {
    if (!isFailed(page) || page.error.code !== 'invalid_input') continue;
    const { message, issues = {} } = page.error;
    const subject = 'headers' in issues ? '--header' : JSON.stringify(page.url);
    command.error(`error: ${subject}: ${message}`, { exitCode: 2 });
  }
}

/** The flags of options of the context. */
const flags: Readonly<Record<string, string>> = {
  'network.allowAddresses': '--allow-address',
  'network.userAgent': '--user-agent',
};

/** Ends the command with the message of an error and exit code 2. */
export function usageError(command: Command): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error)) throw error;
    const message = error.message
      .replace(/^createContext: /, '')
      .replace(/^(network\.\w+)(?:\[\d+\])?/, (whole, name: string) => flags[name] ?? whole);
    return command.error(`error: ${message}`, { exitCode: 2 });
  };
}
