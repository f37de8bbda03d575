import { readFile } from 'node:fs/promises';
import { plainText } from './plain-text.ts';

/**
 * Reads a JSON file that the user named.
 *
 * @throws Error with the file, if it cannot be read or is not JSON.
 */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`${file} could not be read: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : `${error}`;
    throw new Error(`${file} is not JSON: ${plainText(reason)}`);
  }
}
