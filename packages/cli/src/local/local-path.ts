import { type Stats, statSync } from 'node:fs';
import { trimUrl } from '@sitegrade/core/internal';
import { hasOtherScheme, parseTarget } from '../target.ts';
import { isPageName } from './content-types.ts';
import { fileProblem, shortPath } from './file-problem.ts';

/** What an argument of the command means. */
export type Argument =
  | { readonly kind: 'url' }
  | { readonly kind: 'folder' | 'page'; readonly path: string }
  /** `problem` is a sentence for the user. */
  | { readonly kind: 'wrong'; readonly problem: string };

const url: Argument = { kind: 'url' };

/**
 * Whether an argument is a URL or the path of a local file or folder. With `http://` or `https://` it is a URL, and what
 * begins with `.`, `/` or a drive is a path. Anything else is a path if there is such a file or folder, otherwise a
 * URL; it is wrong if it may be a host, too, or if it looks like the name of a file that is not there.
 */
export function classifyArgument(argument: string): Argument {
  if (/^https?:/i.test(trimUrl(argument)) || hasOtherScheme(argument)) return url;
  const stats = statOf(argument);
  const isPath = /^(?:[./\\]|[a-z]:[\\/])/i.test(argument);
  if (stats === null) {
    if (isPath) return wrong(argument, whyNot(argument));
    return looksLikePath(argument)
      ? wrong(argument, `There is no file of this name. Write https://${argument} for a website.`)
      : url;
  }
  if (!isPath && mayBeHost(argument)) {
    const what = stats.isDirectory() ? 'folder' : 'file';
    const website = `https://${argument}`;
    return wrong(
      argument,
      `It is a ${what} here, and may be a host, too. Write ./${argument} for the ${what}, ${website} for the website.`,
    );
  }
  if (stats.isDirectory()) return { kind: 'folder', path: argument };
  if (stats.isFile() && isPageName(argument)) return { kind: 'page', path: argument };
  return wrong(argument, 'Only folders, and files that end with .html, .htm or .xhtml, are pages.');
}

/** Whether it would be analysed as a URL, and does not look like a page: `example.com`, `localhost`. */
function mayBeHost(argument: string): boolean {
  const [host = ''] = argument.split(/[/?#\\]/, 1);
  return !isPageName(host) && parseTarget(host) !== null;
}

/** Whether what is not there is rather a file than a URL: in a folder that is there, or a page, not on a host. */
function looksLikePath(argument: string): boolean {
  const [, folder = '', separator] = /^([^/?#\\]*)([/\\]?)/.exec(argument) ?? [];
  const isFolder = separator !== '' && statOf(folder)?.isDirectory() === true;
  const isHost = parseTarget(folder) !== null && !isPageName(folder);
  if (!isHost) return isFolder || isPageName(argument);
  return isFolder && isPageName(argument);
}

/** Why a path leads to nothing. */
function whyNot(path: string): string {
  try {
    statSync(path);
  } catch (error) {
    const isThere =
      error instanceof Error && 'code' in error && !/^ENO(?:ENT|TDIR)$/.test(String(error.code));
    if (isThere) return fileProblem(error) ?? error.message;
  }
  return 'There is no file or folder of this name.';
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function wrong(argument: string, reason: string): Argument {
  return { kind: 'wrong', problem: `${JSON.stringify(shortPath(argument))}: ${reason}` };
}
