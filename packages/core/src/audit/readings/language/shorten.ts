/** Shortens a string for use in a summary. */
export function shorten(text: string, longest = 40): string {
  if (text.length <= longest) return text;
  // The cut may split a surrogate pair; stores accept only well-formed strings.
  return `${text.slice(0, longest - 1)}…`.toWellFormed();
}
