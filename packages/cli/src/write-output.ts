import { randomBytes } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that it is complete or not there: to a file beside it, which then takes its name. A link to a
 * file stays a link. What is not a file, such as /dev/stdout or a pipe, is written to.
 *
 * @throws Error with the path if it cannot be written.
 */
export async function writeOutput(file: string, text: string, signal: AbortSignal): Promise<void> {
  try {
    const existing = await stat(file).catch(ifMissing);
    if (existing === null) await replaceFile(file, text, signal);
    else if (existing.isFile()) await replaceFile(await realpath(file), text, signal);
    else await writeFile(file, text, { signal });
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} could not be written: ${reason}`, { cause: error });
  }
}

async function replaceFile(file: string, text: string, signal: AbortSignal): Promise<void> {
  const suffix = randomBytes(6).toString('hex');
  const temporary = join(dirname(file), `.${basename(file)}.${suffix}.tmp`);
  try {
    await writeFile(temporary, text, { signal });
    signal.throwIfAborted();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replaceAll(temporary, file), { cause: error });
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
