import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Context } from '@sitegrade/core';
import { localSiteContext } from '@sitegrade/core/internal';
import { isPageName } from './content-types.ts';
import { fileProblem, shortPath } from './file-problem.ts';
import { findFile, pathInside } from './find-file.ts';
import { serveFolder } from './serve-folder.ts';

/** Without `--base-url`. It has no port, so that results are the same in every run. */
const defaultBaseUrl = new URL('http://localhost/');

/** A folder that is served as a website. */
export interface LocalSite {
  /** The URL of the folder, which ends with a slash. */
  readonly baseUrl: URL;
  /**
   * The URL of a file in the folder; of a page named index.html, that of its folder. It ends without .html if the
   * canonical link of the page does.
   */
  readonly urlOf: (file: string) => string;
  /** The file of a URL, relative to the working directory and with slashes; `null` if it is not in the folder. */
  readonly fileOf: (url: string) => string | null;
  /** The origin that the canonical link of a page names, if it is another one; otherwise `null`. */
  readonly otherOriginOf: (url: string) => string | null;
  /**
   * The paths to crawl, as in robots.txt, where a folder is not the whole of its origin.
   *
   * @param include - Those that the user wants, which may be outside the folder.
   * @throws Error if all are.
   */
  readonly includeOf: (include: readonly string[] | undefined) => readonly string[] | undefined;
  /** Its pages, as URLs, at most `most`, and why others cannot be read, as lines for the user. */
  readonly pages: (most: number) => {
    readonly urls: readonly string[];
    readonly unreadable: readonly string[];
  };
  /** The context in which requests to the site reach the folder. */
  readonly contextOf: (context: Context) => Context;
  /** Ends the server. */
  readonly close: () => Promise<void>;
}

/** Serves a folder. The caller closes it. */
export async function openLocalSite(
  folder: string,
  {
    baseUrl = defaultBaseUrl,
    hasExternalLinks,
  }: { readonly baseUrl?: URL | undefined; readonly hasExternalLinks: boolean },
): Promise<LocalSite> {
  const root = realpathSync(folder);
  const canonicals = new Map<string, string | null>();
  const canonicalOf = (file: string, url: string): URL | null => {
    const path = resolve(file);
    const known = canonicals.get(path);
    const href = known === undefined ? canonicalHref(path) : known;
    canonicals.set(path, href);
    return href === null ? null : new URL(href, url);
  };
  const server = await serveFolder(root, baseUrl);
  const below = (path: string) => {
    const names = relative(root, path).split(sep);
    if (names.at(-1) === 'index.html') names[names.length - 1] = '';
    return new URL(names.map(encodeURIComponent).join('/'), baseUrl).href;
  };
  const fileOf = (url: string) => {
    const parsed = URL.canParse(url) ? new URL(url) : null;
    if (parsed?.host !== baseUrl.host || !parsed.pathname.startsWith(baseUrl.pathname)) return null;
    const pathname = `/${parsed.pathname.slice(baseUrl.pathname.length)}`;
    const found = findFile(root, pathname);
    const file = found.kind === 'folder' ? findFile(root, found.pathname) : found;
    if (file.kind !== 'file') return null;
    return relative(process.cwd(), resolve(folder, relative(root, file.path)))
      .split(sep)
      .join('/');
  };
  return {
    baseUrl,
    urlOf(file) {
      const url = below(withRealFolder(file));
      const clean = url.replace(/\.html$/, '');
      const isClean = canonicalOf(file, url)?.pathname === new URL(clean).pathname;
      return isClean ? clean : url;
    },
    fileOf,
    otherOriginOf(url) {
      const file = fileOf(url);
      const canonical = file === null ? null : canonicalOf(file, url);
      return canonical === null || canonical.origin === baseUrl.origin ? null : canonical.origin;
    },
    includeOf: (include) =>
      baseUrl.pathname === '/' ? include : patternsBelow(baseUrl.pathname, include),
    pages(most) {
      const unreadable: string[] = [];
      const found = pagesBelow(root, root, most, (path, problem) => {
        unreadable.push(`${shortPath(relative(root, path))}: ${problem}`);
      });
      return { urls: [...found].map(below), unreadable };
    },
    contextOf: (context) =>
      localSiteContext(context, baseUrl.href, {
        serverPort: server.port,
        isAlone: !hasExternalLinks,
      }),
    close: server.close,
  };
}

/** The pages in a folder, without those that are not served or are what a server shows instead of others. */
function* pagesBelow(
  root: string,
  folder: string,
  most: number,
  onUnreadable: (path: string, problem: string) => void,
): Generator<string> {
  let count = 0;
  const entries = orUnreadable(folder, onUnreadable, () =>
    readdirSync(folder, { withFileTypes: true }),
  );
  for (const entry of entries?.toSorted(byName) ?? []) {
    if (entry.name.startsWith('.')) continue;
    const path = resolve(folder, entry.name);
    const isErrorPage = folder === root && /^(?:404|500)\.html$/i.test(entry.name);
    const isPage = entry.isFile() && isPageName(entry.name) && !isErrorPage;
    const found = entry.isDirectory()
      ? pagesBelow(root, path, most - count, onUnreadable)
      : isPage && isReadable(path, onUnreadable)
        ? [path]
        : [];
    for (const page of found) {
      if (count >= most) return;
      count += 1;
      yield page;
    }
  }
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

function isReadable(path: string, onUnreadable: (path: string, problem: string) => void): boolean {
  return (
    orUnreadable(path, onUnreadable, () => {
      accessSync(path, constants.R_OK);
      return true;
    }) ?? false
  );
}

/** What is read of a file or folder; `null` if it cannot be read, which costs no other one. */
function orUnreadable<Read>(
  path: string,
  onUnreadable: (path: string, problem: string) => void,
  read: () => Read,
): Read | null {
  try {
    return read();
  } catch (error) {
    const problem = fileProblem(error);
    if (problem === null) throw error;
    onUnreadable(path, problem);
    return null;
  }
}

/** Bytes of a page in which its canonical link is searched. */
const headBytes = 256 * 1024;

/** The canonical link of a page as it is written; `null` without one, or if the page cannot be read. */
function canonicalHref(file: string): string | null {
  const buffer = Buffer.alloc(headBytes);
  const handle = orUnreadable(
    file,
    () => {},
    () => openSync(file, 'r'),
  );
  if (handle === null) return null;
  try {
    const html = buffer.toString('utf8', 0, readSync(handle, buffer));
    for (const [tag] of html.matchAll(/<link\s[^<>]*>/gi)) {
      const [, href = ''] = /\shref\s*=\s*["']?([^\s"'>]+)/i.exec(tag) ?? [];
      const isCanonical = /\srel\s*=\s*["']?canonical\b/i.test(tag);
      if (isCanonical && href !== '' && URL.canParse(href, defaultBaseUrl.href)) return href;
    }
    return null;
  } finally {
    closeSync(handle);
  }
}

/** A path whose folders are not links. The file may be one, which leads nowhere but to the folder that is served. */
export function withRealFolder(file: string): string {
  return join(realpathSync(dirname(file)), basename(file));
}

/** The folder that has all these files, as near to them as possible. */
export function commonFolder(files: readonly string[]): string {
  const [first = '.', ...others] = files.map((file) => dirname(withRealFolder(file)));
  return others.reduce((folder, other) => {
    let common = folder;
    while (common !== other && pathInside(common, other) === null && dirname(common) !== common)
      common = dirname(common);
    return common;
  }, first);
}

/** The `--base-url` of the user. @throws Error for what cannot be the URL of a folder. */
export function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isUsable =
    url !== null && /^https?:\/\//i.test(text) && url.username === '' && url.password === '';
  if (!isUsable || url.search !== '' || url.hash !== '') {
    throw new Error(
      '--base-url must be the URL of the folder on the web, such as https://example.com/ or https://example.com/docs/.',
    );
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** What patterns of paths, as in robots.txt, match below a path. @throws Error if that is nothing. */
function patternsBelow(pathname: string, patterns: readonly string[] = ['*']): readonly string[] {
  const below = patterns.flatMap((pattern) => {
    if (pattern.startsWith('*')) return [pathname + pattern];
    if (pattern.startsWith(pathname)) return [pattern];
    return pathname.startsWith(pattern) ? [pathname] : [];
  });
  if (below.length > 0) return below;
  throw new Error(`--include has no path below ${pathname}, where --base-url has the folder.`);
}
