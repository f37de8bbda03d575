const most = { entries: 25, characters: 200 } as const;

/** Texts for the value of an outcome: the first ones, each cut, so that a report stays readable. */
export function shortList(texts: Iterable<string>): readonly string[] {
  const list: string[] = [];
  for (const text of texts) {
    if (list.length === most.entries) break;
    const long = text.length > most.characters;
    // A surrogate pair must not be cut in two: stores take only well-formed text.
    list.push((long ? `${text.slice(0, most.characters - 1)}…` : text).toWellFormed());
  }
  return list;
}
