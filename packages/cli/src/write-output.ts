import { randomBytes } from 'node:crypto';
import { accessSync, constants, type Stats, statSync } from 'node:fs';
import {
  type FileHandle,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Writes a file so that it is complete or not there: to a file beside it, which then takes its name. A file that
 * exists keeps its mode and, where that is allowed, its owner and group. A link stays a link. What is not a file,
 * such as /dev/stdout or a pipe, is written to.
 *
 * @throws Error with the path if it cannot be written.
 */
export async function writeOutput(
  file: string,
  text: string | Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  try {
    const existing = await stat(file).catch(ifMissing);
    if (existing === null) await replaceFile(await linkEnd(file), text, null, signal);
    else if (existing.isFile()) await replaceFile(await realpath(file), text, existing, signal);
    else await writeFile(file, text, { signal });
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} could not be written: ${reason}`, { cause: error });
  }
}

/**
 * Refuses a file that could not be written, before the work whose result it is for.
 *
 * @throws Error with the path and the reason.
 */
export function requireWritable(file: string): void {
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw new Error(`${file} is a folder. Name a file in it.`);
  if (existing !== undefined && !existing.isFile()) return;
  const folder = dirname(file);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory())
    throw new Error(`${file} cannot be written: there is no folder ${folder}.`);
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(`${file} cannot be written: this user may not write to ${folder}.`, { cause });
  }
}

/** The path of a missing file, where a chain of links that leads to it ends. */
async function linkEnd(file: string): Promise<string> {
  const target = await readlink(file).catch(() => null);
  if (target === null) return file;
  return linkEnd(resolve(await realpath(dirname(file)), target));
}

async function replaceFile(
  file: string,
  text: string | Uint8Array,
  existing: Stats | null,
  signal: AbortSignal,
): Promise<void> {
  const suffix = randomBytes(6).toString('hex');
  const temporary = join(dirname(file), `.${basename(file)}.${suffix}.tmp`);
  try {
    const handle = await open(temporary, 'wx', existing === null ? 0o666 : 0o600);
    try {
      await handle.writeFile(text, { signal });
      if (existing !== null) await keepAccess(handle, existing);
    } finally {
      await handle.close();
    }
    signal.throwIfAborted();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replaceAll(temporary, file), { cause: error });
  }
}

/** Gives a new file the owner, the group and the mode of the one that it replaces. */
async function keepAccess(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const created = await handle.stat();
  if (created.uid !== uid || created.gid !== gid) {
    await handle
      .chown(uid, gid)
      .catch(() => handle.chown(created.uid, gid))
      .catch(() => {});
  }
  const kept = await handle.stat();
  // Members of another group must not get what the group of the file had.
  const allowed = kept.gid === gid ? 0o777 : 0o707 | ((mode & 0o007) << 3);
  const wanted = mode & allowed;
  // Where a file system has one mode for all files, changing it is an error.
  if ((kept.mode & 0o777) !== wanted) await handle.chmod(wanted);
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
