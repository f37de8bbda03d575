import type { Turns } from './turns.ts';

/** Shorter texts are copied anyway when they are cut from a longer one. */
const shortestSlice = 13;

/**
 * A copy of a text that was cut from a page. The engine keeps no copy of its own in it, and so keeps
 * the whole page as long as there is a word of it.
 */
export function ownCopy(text: string): string {
  if (text.length < shortestSlice) return text;
  // What has one byte a character is to have no two in its copy.
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}

/** Puts an {@link ownCopy} in place of every text in lists, sets, maps and records, in turns. */
export async function ownCopies(value: unknown, turns: Turns): Promise<void> {
  const left: unknown[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (turns.isOver()) await turns.next();
    if (next instanceof Set || next instanceof Map) {
      copyEntries(next);
      continue;
    }
    if (!isRecord(next)) continue;
    let before = { text: '', copy: '' };
    for (const [key, entry] of Object.entries(next)) {
      if (typeof entry === 'string') {
        if (entry.length < shortestSlice) continue;
        // What a link shows is mostly what is read out for it, and one text.
        if (entry !== before.text) before = { text: entry, copy: ownCopy(entry) };
        next[key] = before.copy;
      } else if (typeof entry === 'object' && entry !== null) {
        left.push(entry);
      }
    }
  }
}

function copyEntries(collection: Set<unknown> | Map<unknown, unknown>): void {
  const copies = [...collection.entries()].map((entry) => entry.map(copyOf));
  collection.clear();
  for (const [key, value] of copies) {
    if (collection instanceof Set) collection.add(key);
    else collection.set(key, value);
  }
}

function copyOf(value: unknown): unknown {
  return typeof value === 'string' ? ownCopy(value) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
