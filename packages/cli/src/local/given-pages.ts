import { realpathSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import type { AnalysisOptions } from '../analyze-pages.ts';
import { plainText } from '../plain-text.ts';
import { fileProblem, shortPath } from './file-problem.ts';
import { pathInside } from './find-file.ts';
import type { ParsedLocalOptions } from './local-options.ts';
import { type Argument, classifyArgument } from './local-path.ts';
import { localRuleset } from './local-ruleset.ts';
import {
  commonFolder,
  type LocalSite,
  openLocalSite,
  parseBaseUrl,
  withRealFolder,
} from './local-site.ts';

/** What the arguments of a command name: pages on the web, local pages, or one local folder. */
type Given =
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
  | { readonly kind: 'pages'; readonly files: readonly string[] }
  | { readonly kind: 'folder'; readonly folder: string };

const localFlags = {
  baseUrl: '--base-url',
  serverChecks: '--server-checks',
  root: '--root',
  externalLinks: '--external-links',
} as const satisfies Record<keyof ParsedLocalOptions, string>;

/** Distinguishes paths from URLs. A mixture, and an option that does not apply, end the command with exit code 2. */
export function readGiven(
  command: Command,
  given: readonly string[],
  options: ParsedLocalOptions,
): Given {
  const fail = (message: string) => command.error(`error: ${plainText(message)}`, { exitCode: 2 });
  const read: readonly (readonly [string, Argument])[] = given.map((argument) => [
    argument,
    classifyArgument(argument),
  ]);
  for (const [, argument] of read) if (argument.kind === 'wrong') fail(argument.problem);
  const of = (kind: Argument['kind']) =>
    read.filter(([, argument]) => argument.kind === kind).map(([path]) => path);
  const [folder] = of('folder');
  if (folder !== undefined) {
    if (given.length > 1)
      fail(`${folder} is a folder, which is crawled: run the command for it alone.`);
    return { kind: 'folder', folder };
  }
  const files = of('page');
  if (files.length === given.length) return { kind: 'pages', files };
  if (files.length > 0)
    fail('Some of these are local files, others are URLs: run the command for each kind.');
  for (const [name, flag] of Object.entries(localFlags)) {
    const isGiven = options[name as keyof ParsedLocalOptions] !== undefined;
    if (isGiven) fail(`${flag} is for local files.`);
  }
  return { kind: 'urls', urls: given };
}

/** Serves the folder of local pages. The caller closes it. A wrong option ends the command with exit code 2. */
export async function openGivenSite(
  command: Command,
  given: Exclude<Given, { kind: 'urls' }>,
  { baseUrl, root, externalLinks = false }: ParsedLocalOptions,
): Promise<LocalSite> {
  const fail = (message: string) => command.error(`error: ${plainText(message)}`, { exitCode: 2 });
  let site: LocalSite;
  try {
    const folder = given.kind === 'folder' ? given.folder : rootOf(given.files, root);
    site = await openLocalSite(folder, {
      ...(baseUrl !== undefined && { baseUrl: parseBaseUrl(baseUrl) }),
      hasExternalLinks: externalLinks,
    });
  } catch (error) {
    return fail(messageOf(error));
  }
  const files = given.kind === 'folder' ? [] : given.files;
  const lost = files.find((file) => site.fileOf(site.urlOf(file)) === null);
  if (lost === undefined) return site;
  await site.close();
  return fail(`${lost} is hidden, or a link out of its folder.`);
}

function messageOf(error: unknown): string {
  const problem = fileProblem(error);
  if (problem === null) return error instanceof Error ? error.message : String(error);
  const { path } = error as NodeJS.ErrnoException;
  return path === undefined ? problem : `${shortPath(path)}: ${problem}`;
}

function rootOf(files: readonly string[], root: string | undefined): string {
  if (root === undefined) return commonFolder(files);
  if (!statSync(root).isDirectory()) throw new Error(`--root ${root} is not a folder.`);
  const outside = files.find(
    (file) => pathInside(realpathSync(root), withRealFolder(file)) === null,
  );
  if (outside !== undefined) throw new Error(`${outside} is not in --root ${root}.`);
  return root;
}

/**
 * The options for local files: without the checks that do not apply to them. What real visitors had is not about them,
 * and Google must not get the URLs of pages that no one has seen.
 */
export function localOptionsOf(
  options: AnalysisOptions,
  { serverChecks = false, externalLinks = false, baseUrl }: ParsedLocalOptions,
): AnalysisOptions {
  const { ruleset } = options;
  return {
    ...options,
    ruleset: localRuleset(ruleset, {
      hasServerChecks: serverChecks,
      hasExternalLinks: externalLinks,
      hasRoot: baseUrl === undefined || parseBaseUrl(baseUrl).pathname === '/',
    }),
    fieldData: undefined,
  };
}
