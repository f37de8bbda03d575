import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that it is complete or not there: to a file beside it, which then takes its name.
 *
 * @throws Error with the path if it cannot be written.
 */
export async function writeOutput(file: string, text: string, signal: AbortSignal): Promise<void> {
  const suffix = randomBytes(6).toString('hex');
  const temporary = join(dirname(file), `.${basename(file)}.${suffix}.tmp`);
  try {
    await writeFile(temporary, text, { signal });
    signal.throwIfAborted();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.replaceAll(temporary, file);
    throw new Error(`${file} could not be written: ${reason}`, { cause: error });
  }
}
