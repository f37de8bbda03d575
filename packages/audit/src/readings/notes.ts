import { countText } from './count-text.ts';

/**
 * The property of a page that has its notes. The symbol is the same in every copy of this package: a ruleset that
 * was required may run in a report of functions that were imported.
 */
const notes: unique symbol = Symbol.for('@sitegrade/core: notes');

interface Noted {
  readonly [notes]?: Set<string>;
}

/** Adds a note to the report: what of the page is left out because of a limit. */
export function addNote(page: object, note: string): void {
  const existing = notesOf(page) ?? new Set();
  existing.add(note);
  Object.defineProperty(page, notes, { value: existing, configurable: true });
}

/**
 * The first of a list. If there are more, the report says so.
 *
 * @param what - Completes "only the first 100 …": "canonical links are read".
 */
export function firstOf<Item>(
  page: object,
  list: readonly Item[],
  max: number,
  what: string,
): readonly Item[] {
  if (list.length <= max) return list;
  addNote(page, `only the first ${countText(max)} ${what}`);
  return list.slice(0, max);
}

/** What readings and checks have left out of a page so far. */
export function notesOn(page: object): readonly string[] {
  return [...(notesOf(page) ?? [])];
}

function notesOf(page: Noted): Set<string> | undefined {
  return page[notes];
}
