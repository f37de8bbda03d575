import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { extname, relative, resolve, sep } from 'node:path';
import { SitegradeError } from '@sitegrade/core';
import { maxHtmlBytes } from './tools/analyze.ts';

const extensions: readonly string[] = ['.html', '.htm', '.xhtml'];

/**
 * Reads an HTML file below a directory. The name may come from a page, so that no other kind of file is read,
 * none whose name or folder begins with a dot, and none that a symbolic link leads to elsewhere.
 *
 * @param directory - Its own path may have symbolic links.
 * @param path - Relative to the directory, or absolute.
 * @throws SitegradeError `invalid_input`, `not_found` or `page_too_large`.
 */
export async function readHtmlFile(directory: string, path: string): Promise<string> {
  if (path.includes('\0')) throw refused();
  const root = await realpath(directory);
  // Before the file system is asked: nothing is said of files elsewhere, not even whether they exist.
  if (!isBelow(resolve(directory), resolve(directory, path))) throw refused();
  const file = await realpath(resolve(directory, path)).catch(notFound);
  // As for a file that does not exist: nothing is revealed about files elsewhere, even if links lead to them.
  if (!isBelow(root, file)) notFound();
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    // A folder, or a file without permission.
    .catch(notFound);
  try {
    if (!(await handle.stat()).isFile()) throw refused();
    const buffer = Buffer.alloc(maxHtmlBytes + 1);
    let length = 0;
    // Not its size, which may grow meanwhile.
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (length > maxHtmlBytes) throw tooLarge();
      if (bytesRead === 0) break;
    }
    return new TextDecoder().decode(buffer.subarray(0, length));
  } finally {
    await handle.close();
  }
}

function isBelow(root: string, file: string): boolean {
  const parts = relative(root, file).split(sep);
  if (parts.some((part) => part === '' || part.startsWith('.'))) return false;
  // On Windows, a path on another drive stays absolute.
  return !parts[0]?.includes(':') && extensions.includes(extname(file).toLowerCase());
}

function refused(): SitegradeError {
  const message = `Only ${extensions.join(', ')} files below the working directory are read.`;
  return new SitegradeError('invalid_input', message);
}

function notFound(): never {
  throw new SitegradeError('not_found', 'There is no such file, or it cannot be read.');
}

function tooLarge(): SitegradeError {
  return new SitegradeError('page_too_large', 'The file must be at most 2 MB.');
}
