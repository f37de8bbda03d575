import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from './mutant.ts';

/**
 * The file's text with the change made.
 *
 * @throws Error where the text to find is not there exactly once: the list has to follow the code.
 */
export function changedText(text: string, { file, find, replace }: Change): string {
  const found = text.split(find).length - 1;
  if (found !== 1)
    throw new Error(`${file} holds ${JSON.stringify(find)} ${found} times, not once`);
  return text.replace(find, () => replace);
}

/**
 * Makes the changes in a copy of the repository.
 *
 * @returns what puts everything back.
 * @throws Error where a change cannot be made; nothing is changed then.
 */
export async function applyChanges(
  root: string,
  changes: readonly Change[],
): Promise<() => Promise<void>> {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const change of changes) {
    const text = after.get(change.file) ?? (await readFile(join(root, change.file), 'utf8'));
    if (!before.has(change.file)) before.set(change.file, text);
    after.set(change.file, changedText(text, change));
  }
  const writeAll = async (texts: ReadonlyMap<string, string>) => {
    for (const [file, text] of texts) await writeFile(join(root, file), text);
  };
  await writeAll(after);
  return () => writeAll(before);
}
