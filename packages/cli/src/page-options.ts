import type { RenderMode } from '@sitegrade/core';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** What commander has parsed of the options below. */
export interface ParsedPageOptions {
  readonly allowAddress?: readonly string[];
  /** As typed. */
  readonly header?: readonly string[];
  readonly userAgent?: string;
  readonly ruleset?: string;
  readonly expectIndexable: boolean;
  /** Not an option of crawls. */
  readonly compareUserAgents?: boolean;
  /** Crawls have no `always`: it would take hours. */
  readonly render?: RenderMode;
  /** Of crawls: for the start page alone. */
  readonly speedRuns?: number;
  readonly browserFile?: string;
  readonly browserUrl?: string;
  readonly browserProxyListen?: string;
  readonly browserProxyHost?: string;
  /** `false` with `--no-browser-sandbox`. */
  readonly browserSandbox?: boolean;
}

/** Adds the options of commands that analyse single pages. */
export function addPageOptions(command: Command): Command {
  return addBrowserOptions(
    addAnalysisOptions(command).option(
      '--compare-user-agents',
      'request each page again with the user agents of ChatGPT, of a browser and of a phone; only for your own sites',
    ),
  );
}

/** Adds the options of commands that render or measure pages. */
export function addBrowserOptions(command: Command): Command {
  return addRenderOptions(command, ['auto', 'always', 'off'], 'each page');
}

/**
 * Adds the options of commands that render pages.
 *
 * @param measured - What is loaded to measure its speed.
 */
export function addRenderOptions(
  command: Command,
  modes: readonly RenderMode[],
  measured: string,
): Command {
  return command
    .option(
      '--speed-runs <count>',
      `load ${measured} 1 to 10 times as by a phone with a slow connection, to measure its speed; each takes 6 to 50 seconds`,
      parseRuns,
    )
    .addOption(
      new Option(
        '--render <pages>',
        `render pages in an installed Chromium, Chrome or Edge: auto if their HTML seems to depend on scripts${modes.includes('always') ? ', or always' : ''} (default: off)`,
      ).choices(modes),
    )
    .option('--browser-file <file>', 'the browser to render with, or to print a PDF with')
    .option(
      '--browser-url <url>',
      'a browser that someone else has started, in place of --browser-file, such as http://localhost:9222: only one that is for sitegrade alone',
    )
    .option(
      '--browser-proxy-listen <address>',
      'where the proxies of pages listen, if that browser is on another machine, such as 0.0.0.0',
    )
    .option('--browser-proxy-host <host>', 'the host under which that browser reaches this machine')
    .option(
      '--no-browser-sandbox',
      'render without the sandbox of the browser: only in a container that has nothing else',
    );
}

/** @throws InvalidArgumentError for another number than one from 1 to 10. */
function parseRuns(text: string): number {
  if (/^(?:[1-9]|10)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an integer from 1 to 10.');
}

/** Adds the options of all commands that analyse pages whose URLs the user has typed. */
export function addAnalysisOptions(command: Command): Command {
  return addCheckOptions(
    command.option(
      '--header <header>',
      "send a header, such as 'Authorization: Basic …', to the origins of the given URLs only; repeatable",
      collect,
    ),
  );
}

/** Adds the options of all commands that analyse pages. */
export function addCheckOptions(command: Command): Command {
  return command
    .option(
      '--allow-address <range>',
      'allow addresses of your own network, such as 10.0.0.0/8; repeatable',
      collect,
    )
    .option('--user-agent <text>', 'the User-Agent header of all requests')
    .option('--ruleset <file>', 'a JavaScript module that exports a ruleset of your own')
    .option('--no-expect-indexable', 'do not cap the score of pages that are kept from indexing');
}

/** Collects the values of an option that may be repeated. */
export function collect(text: string, others: readonly string[] = []): readonly string[] {
  return [...others, text];
}

/**
 * Parses headers such as `Name: value`.
 *
 * @throws Error without the value of any header: it may be a password. So commander must not parse them, whose
 * errors quote what was typed.
 */
export function parseHeaders(headers: readonly string[]): Readonly<Record<string, string>> {
  const parsed = new Map<string, readonly [string, string]>();
  for (const header of headers) {
    const [, name = '', value = ''] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/s.exec(header) ?? [];
    if (name === '') throw new Error("--header must have the form 'Name: value'.");
    const key = name.toLowerCase();
    if (parsed.has(key)) throw new Error(`--header ${name} is given twice.`);
    parsed.set(key, [name, value]);
  }
  return Object.fromEntries(parsed.values());
}
