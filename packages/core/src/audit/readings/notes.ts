const notes = new WeakMap<object, Set<string>>();

/** Notes for the report what of a page is left out because of a limit. */
export function addNote(page: object, note: string): void {
  const own = notes.get(page) ?? new Set();
  notes.set(page, own.add(note));
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
  addNote(page, `only the first ${max.toLocaleString('en')} ${what}`);
  return list.slice(0, max);
}

/** What readings and checks have left out of a page so far. */
export function notesOn(page: object): readonly string[] {
  return [...(notes.get(page) ?? [])];
}
