import type { TimeSlices } from '../limits/time-slices.ts';

/** The engine copies shorter strings when they are cut from a longer one. */
const shortestSlice = 13;

/**
 * Copies a string that was cut from a page. The engine represents a substring as a reference into
 * its parent, so one word would keep the whole page in memory.
 */
export function flattenString(text: string): string {
  if (text.length < shortestSlice) return text;
  // A string of one byte per character must not become one of two.
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}

/** Replaces every string in lists, sets, maps and records with a {@link flattenString} copy, in slices. */
export async function flattenStrings(value: unknown, slices: TimeSlices): Promise<void> {
  const left: unknown[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (slices.isOver()) await slices.next();
    if (next instanceof Set || next instanceof Map) {
      copyEntries(next);
      continue;
    }
    if (!isRecord(next)) continue;
    let before = { text: '', copy: '' };
    for (const [key, entry] of Object.entries(next)) {
      if (typeof entry === 'string') {
        if (entry.length < shortestSlice) continue;
        // The visible and the accessible text of a link are mostly the same string.
        if (entry !== before.text) before = { text: entry, copy: flattenString(entry) };
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
  return typeof value === 'string' ? flattenString(value) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
