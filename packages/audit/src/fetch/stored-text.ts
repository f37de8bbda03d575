/** Characters of a text that another server sent, such as a header's value, that a report stores. */
const storedLength = 300;

/** The part of another server's text that a report stores, without half a surrogate pair. */
export function storedText(text: string): string {
  return text.slice(0, storedLength).toWellFormed();
}
