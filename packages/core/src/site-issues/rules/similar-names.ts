import type { Site } from '../site.ts';

/** The maximum number of words of a name. */
const mostWords = 4;

/**
 * The names in which the titles of pages differ, or their main headings: “Berlin” and “Bad Homburg” of “Plumbers in
 * Berlin” and “Plumbers in Bad Homburg”. `null` if they are not all different, or differ in something else, such
 * as a number.
 */
export function* namesIn(
  site: Site,
  pages: readonly number[],
): Generator<null, readonly string[] | null> {
  for (const field of ['title', 'h1'] as const) {
    const texts: string[][] = [];
    for (const index of pages) {
      yield null;
      texts.push((site.pages.get(index)?.outline?.[field] ?? '').split(' '));
    }
    const names = yield* differences(texts);
    if (names !== null) return names;
  }
  return null;
}

/** What is between the words that all texts begin with and those that all end with. */
function* differences(
  texts: readonly (readonly string[])[],
): Generator<null, readonly string[] | null> {
  const [first = []] = texts;
  let [start, end] = [first.length, first.length];
  for (const text of texts) {
    yield null;
    let same = 0;
    while (same < start && text[same] === first[same]) same++;
    start = same;
    same = 0;
    while (same < end && text.at(-1 - same) === first.at(-1 - same)) same++;
    end = same;
  }
  if (start + end === 0) return null;
  const names = new Set<string>();
  for (const text of texts) {
    yield null;
    const words = text.slice(start, text.length - end);
    // Without the comma after it.
    const name = words.join(' ').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    if (words.length === 0 || words.length > mostWords || !isName(name)) return null;
    names.add(name);
  }
  return names.size === texts.length ? [...names] : null;
}

/** Begins with a capital letter, or one of a script without them, and has no digits. */
function isName(text: string): boolean {
  return /^[\p{Lu}\p{Lt}\p{Lo}]\P{N}*$/u.test(text);
}
