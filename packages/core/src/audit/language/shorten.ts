/** A text for a sentence: cut, where it is longer than anybody would read. */
export function shorten(text: string, longest = 40): string {
  if (text.length <= longest) return text;
  // A surrogate pair must not be cut in two: stores take only well-formed text.
  return `${text.slice(0, longest - 1)}…`.toWellFormed();
}
