const most = { entries: 25, characters: 200 } as const;

/** The first strings of a list, each shortened, for the value of an outcome. */
export function shortList(texts: Iterable<string>): readonly string[] {
  const list: string[] = [];
  for (const text of texts) {
    if (list.length === most.entries) break;
    const long = text.length > most.characters;
    // The cut may split a surrogate pair; stores accept only well-formed strings.
    list.push((long ? `${text.slice(0, most.characters - 1)}…` : text).toWellFormed());
  }
  return list;
}
