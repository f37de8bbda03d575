import { realpathSync, type Stats, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

/** What a folder has for a path of its site. */
type Found =
  | {
      readonly kind: 'file';
      /** Below the folder as given, with its links. */
      readonly path: string;
      /** Without links: inside the folder. */
      readonly realPath: string;
    }
  /** The page of a folder is at one path only, which ends with a slash. */
  | { readonly kind: 'folder'; readonly pathname: string }
  | { readonly kind: 'missing' };

const missing: Found = { kind: 'missing' };

/** The page of a folder. */
const index = 'index.html';

/**
 * The file for a path, as hosts of static sites find it: `/about` is about, or about.html; `/about/` is
 * about/index.html, and `/about/index.html` leads there. Nothing outside the folder is found, even if links lead to
 * it, nor hidden files, except `.well-known`, nor what is neither a file nor a folder, such as pipes and devices.
 *
 * @param root - The folder, without links.
 * @param pathname - As in a URL, with its escapes, below the path of the site.
 */
export function findFile(root: string, pathname: string): Found {
  const names = namesOf(pathname);
  if (names === null) return missing;
  const last = names.at(-1);
  if (last === '' || last === undefined) {
    return fileAt(root, [...names.slice(0, -1), index]) ?? missing;
  }
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const file = fileAt(root, names) ?? fileAt(root, [...names.slice(0, -1), `${last}.html`]);
  if (file !== null) {
    return basename(file.path) === index ? { kind: 'folder', pathname: folder } : file;
  }
  const hasPage = fileAt(root, [...names, index]) !== null;
  return hasPage ? { kind: 'folder', pathname: `${pathname}/` } : missing;
}

/** The names between the slashes, decoded; `null` for what no file of a site is called. */
function namesOf(pathname: string): readonly string[] | null {
  try {
    const names = pathname.split('/').slice(1).map(decodeURIComponent);
    // On Windows, the first colon names a drive or a stream of a file.
    const isWrong = names.some(
      (name, at) =>
        /[/\\\0]/.test(name) ||
        (sep === '\\' && name.includes(':')) ||
        (name === '' && at < names.length - 1) ||
        isHidden(name, at),
    );
    return isWrong ? null : names;
  } catch {
    return null;
  }
}

/** Also `.` and `..`. */
function isHidden(name: string, at: number): boolean {
  return name.startsWith('.') && !(at === 0 && name === '.well-known');
}

function fileAt(root: string, names: readonly string[]): Extract<Found, { kind: 'file' }> | null {
  const path = join(root, ...names);
  try {
    const realPath = realpathSync(path);
    const inside = pathInside(root, realPath);
    if (inside === null || inside.split(sep).some(isHidden)) return null;
    const stats: Stats = statSync(realPath);
    return stats.isFile() ? { kind: 'file', path, realPath } : null;
  } catch {
    return null;
  }
}

/** A path below a folder, both without links; `null` if it is not. */
export function pathInside(folder: string, path: string): string | null {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}
