import {
  type Context,
  cruxFieldData,
  type FieldData,
  type OperationListener,
  type Renderer,
} from '@sitegrade/core';
import { loadRuleset, trimUrl, whiteSpaceIn } from '@sitegrade/core/internal';
import type { Command } from 'commander';
import { type AnalysisOptions, contextFor } from './analyze-pages.ts';
import { browserAdvice } from './browser-advice.ts';
import type { Environment, Output } from './environment.ts';
import { isFailed, type Page } from './findings.ts';
import { type Format, formatOf, type OutputFile, outputsOf } from './format-names.ts';
import { localOptionsOf, openGivenSite, readGiven } from './local/given-pages.ts';
import type { ParsedLocalOptions } from './local/local-options.ts';
import type { LocalSite } from './local/local-site.ts';
import { nearest } from './nearest.ts';
import { loadRendererPackage } from './optional-packages.ts';
import { type ParsedPageOptions, parseHeaders } from './page-options.ts';
import { plainText } from './plain-text.ts';
import { hasOtherScheme, maxUrls, parseTarget, readUrls, type Target } from './target.ts';
import { requireWritable } from './write-output.ts';

/**
 * Reads the options. Wrong ones end the command with exit code 2.
 *
 * @param printing - How a PDF was asked for, if one was: it needs the renderer, too.
 */
export async function readPageOptions(
  command: Command,
  parsed: ParsedPageOptions,
  environment: Pick<Environment, 'loadRenderer' | 'variables'>,
  printing?: string,
): Promise<AnalysisOptions> {
  const { allowAddress = [], header = [], userAgent, ruleset: file, expectIndexable } = parsed;
  const { compareUserAgents = false, render = 'off', speedRuns = 0 } = parsed;
  const ruleset =
    file === undefined ? undefined : await loadRuleset(file).catch(usageError(command));
  try {
    const headers = parseHeaders(header);
    const measuring = speedRuns === 0 ? undefined : '--speed-runs 1';
    const usage = printing ?? (render === 'off' ? measuring : '--render auto');
    const fieldData = fieldDataOf(environment);
    const renderer =
      usage === undefined ? undefined : await createRenderer(command, usage, parsed, environment);
    return {
      allowAddresses: allowAddress,
      headers,
      userAgent,
      ruleset,
      expectIndexable,
      compareUserAgents,
      render,
      speedRuns,
      renderer,
      fieldData,
    };
  } catch (error) {
    return usageError(command)(error);
  }
}

/** The data of real visitors, if there is a key for it. */
function fieldDataOf({ variables }: Pick<Environment, 'variables'>): FieldData | undefined {
  const { CRUX_API_KEY: apiKey } = variables;
  return apiKey ? cruxFieldData({ apiKey }) : undefined;
}

/** Creates the renderer, whose browser starts with the first page. The caller closes it. */
/** How many pages are loaded at once, and one more: it is kept for other owners, and there are none. */
const pages = 2 + 1;

async function createRenderer(
  command: Command,
  usage: string,
  {
    browserFile,
    browserUrl,
    browserProxyListen: listen = '',
    browserProxyHost: host = '',
    browserSandbox = true,
  }: ParsedPageOptions,
  environment: Pick<Environment, 'loadRenderer' | 'variables'>,
): Promise<Renderer> {
  const { chromiumRenderer } = await loadRendererPackage(
    command,
    `sitegrade ${usage}`,
    environment,
  );
  const hasProxy = listen !== '' || host !== '';
  if (hasProxy && browserUrl === undefined)
    throw new Error('--browser-proxy-listen and --browser-proxy-host need --browser-url.');
  if (browserUrl !== undefined) {
    if (browserFile !== undefined || !browserSandbox)
      throw new Error('Use --browser-url without --browser-file and --no-browser-sandbox.');
    return chromiumRenderer({
      pages,
      trustedRemoteBrowser: browserUrl,
      ...(hasProxy && { proxy: { listen, host } }),
    });
  }
  return chromiumRenderer({
    pages,
    sandbox: browserSandbox,
    ...(browserFile !== undefined && { executablePath: browserFile }),
  });
}

/** The format of {@link formatOf}. A wrong file name, and a file that cannot be written, ends the command with exit code 2. */
export function readFormat<Allowed extends Format>(
  command: Command,
  options: { readonly format?: Allowed; readonly output?: string },
  allowed: readonly Allowed[],
): Allowed | 'pretty' {
  try {
    if (options.output !== undefined) requireWritable(options.output);
    return formatOf(options, allowed);
  } catch (error) {
    return usageError(command)(error);
  }
}

/** The outputs of {@link outputsOf}. A wrong file name, a file that cannot be written, and a PDF for a terminal, ends the command with exit code 2. */
export function readOutputs<Allowed extends Format>(
  command: Command,
  options: { readonly format?: Allowed; readonly output?: readonly string[] },
  allowed: readonly Allowed[],
  { stdout }: Pick<Environment, 'stdout'>,
): readonly OutputFile<Allowed>[] {
  try {
    const outputs = outputsOf(options, allowed);
    if (stdout.isTTY && outputs.some(({ format, file }) => format === 'pdf' && file === undefined))
      throw new Error('A PDF is not shown in a terminal. Name a file: --output report.pdf');
    for (const { file } of outputs) if (file !== undefined) requireWritable(file);
    return outputs;
  } catch (error) {
    return usageError(command)(error);
  }
}

/** A target with the context that may fetch it. */
type PreparedTarget = Target & { readonly context: Context };

/** The given URLs, with those of standard input in place of `-`. None, or too many, end the command with exit code 2. */
export async function readGivenUrls(
  command: Command,
  given: readonly string[],
  { stdin }: Pick<Environment, 'stdin'>,
): Promise<readonly string[]> {
  const read = given.includes('-') ? await readUrls(stdin).catch(usageError(command)) : [];
  const urls = given.flatMap((url) => (url === '-' ? read : [url]));
  if (urls.length > maxUrls) {
    const message = 'error: There are more than 1,000 URLs. Run the command for parts of them.';
    command.error(message, { exitCode: 2 });
  }
  if (urls.length === 0) {
    command.error('error: There are no URLs on standard input.', { exitCode: 2 });
  }
  return urls;
}

/** The pages to analyse. */
interface PreparedPages {
  readonly targets: readonly PreparedTarget[];
  /** Of local pages. The caller closes it. */
  readonly site: LocalSite | null;
}

/**
 * Creates the contexts of URLs, or of local pages, whose folder is then served. A folder, and a wrong URL or option, end
 * the command with exit code 2.
 */
export async function preparePages(
  command: Command,
  given: readonly string[],
  options: AnalysisOptions & { readonly local: ParsedLocalOptions },
  environment: Environment,
): Promise<PreparedPages> {
  const pages = readGiven(command, given, options.local);
  if (pages.kind === 'urls') {
    return { targets: prepareTargets(command, pages.urls, options, environment), site: null };
  }
  if (pages.kind === 'folder') {
    const message = `error: ${plainText(pages.folder)} is a folder: name its pages.`;
    return command.error(message, { exitCode: 2 });
  }
  const { now, stderr } = environment;
  const onOperation = reportFailures(stderr);
  requireLoadable(command, options, options.local);
  const site = await openGivenSite(command, pages, options.local);
  const local = localOptionsOf(options, options.local);
  const targets = [...new Set(pages.files.map(site.urlOf))].map((url) => {
    const target = { url, isLocalhost: false, port: null };
    return { ...target, context: site.contextOf(contextFor(target, local, { now, onOperation })) };
  });
  return { targets, site };
}

/** A browser has no certificate for local files that are served as if from https: that ends the command with exit code 2. */
export function requireLoadable(
  command: Command,
  { render = 'off', speedRuns = 0 }: Pick<AnalysisOptions, 'render' | 'speedRuns'>,
  { baseUrl = '' }: ParsedLocalOptions,
): void {
  if ((render === 'off' && speedRuns === 0) || !/^https:/i.test(baseUrl)) return;
  const message =
    'error: A browser does not load local files from an https: URL: leave out --base-url, or --render and --speed-runs.';
  command.error(message, { exitCode: 2 });
}

/** Parses URLs, and creates the context of each. A wrong URL or option ends the command with exit code 2. */
export function prepareTargets(
  command: Command,
  urls: readonly string[],
  options: AnalysisOptions,
  { now, stderr }: Environment,
): readonly PreparedTarget[] {
  const onOperation = reportFailures(stderr);
  return [...new Set(urls.map(trimUrl))].map((url) =>
    prepareTarget(command, url, options, { now, onOperation }),
  );
}

/**
 * Writes once why there is no browser, and no data of real visitors, and why the browser refused a page: each report says
 * only that it was so.
 */
export function reportFailures(stderr: Output): OperationListener {
  const said = new Set<string>();
  const say = (option: string, message: string | undefined) => {
    if (message === undefined || said.has(option)) return;
    said.add(option);
    stderr.write(`${option}: ${plainText(message)}\n`);
  };
  return (event) => {
    if (event.type === 'field_data.failed') say('CRUX_API_KEY', event.error.message);
    if (event.type !== 'rendering.failed' || event.error === null) return;
    const { reason, error, url } = event;
    if (reason === 'renderer_unavailable') say('--render', browserAdvice(error.message));
    if (reason === 'render_refused') say(`--render ${url}`, error.message);
  };
}

/** The same for one URL. */
export function prepareTarget(
  command: Command,
  url: string,
  options: AnalysisOptions,
  more: Parameters<typeof contextFor>[2],
): PreparedTarget {
  const target = parseTarget(url);
  if (target === null) {
    const similar = nearest(
      url,
      (command.parent ?? command).commands.map((subcommand) => subcommand.name()),
    );
    if (hasOtherScheme(url)) {
      const wrong = `error: ${plainText(JSON.stringify(url))}: only URLs with http:// or https:// can be analysed.`;
      return command.error(wrong, { exitCode: 2 });
    }
    const hint = similar === undefined ? '' : `\n(Did you mean the command ${similar}?)`;
    const where = whiteSpaceIn(url);
    const message = `error: ${plainText(JSON.stringify(url))} is not a URL, nor a file or folder here. ${where === undefined ? '' : `${where} `}Use the form https://example.com/page.`;
    return command.error(message + hint, { exitCode: 2 });
  }
  try {
    return { ...target, context: contextFor(target, options, more) };
  } catch (error) {
    return usageError(command)(error);
  }
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
      .replace(/^cruxFieldData: apiKey/, 'CRUX_API_KEY')
      .replace(/^(network\.\w+)(?:\[\d+\])?/, (whole, name: string) => flags[name] ?? whole);
    return command.error(`error: ${message}`, { exitCode: 2 });
  };
}
