/** Why there is no value at a place of a JSON text. */
export function whyNoValue(text: string, at: number): string {
  if (at >= text.length) return 'it ends too early';
  const next = text[at];
  if (next === ']' || next === '}') return `a comma stands before the ${next}`;
  if (next === ',') return 'a value is missing before a comma';
  if (next === "'" || next === '“' || next === '”')
    return 'the quotation marks are not straight double ones';
  if (next === '&') return 'its quotation marks are written as HTML';
  return 'this is no JSON value';
}

/** Why there is no name of a member at a place of a JSON text. */
export function whyNoName(text: string, at: number): string {
  if (at >= text.length) return 'it ends too early';
  const next = text[at] ?? '';
  if (next === '}') return 'a comma stands before the }';
  if (next === ',') return 'there is a comma too many';
  return /[\w$]/.test(next) ? 'a name has no quotation marks' : whyNoValue(text, at);
}

/** Why there is no comma, and not the end either, at a place of a JSON text. */
export function whyNoComma(text: string, at: number, end: string): string {
  if (at >= text.length) return `the ${end} at its end is missing`;
  return text[at - 1] === '"' && /[\p{L}\p{N}]/u.test(text[at] ?? '')
    ? 'a comma is missing, or a quotation mark in a text has no backslash before it'
    : 'a comma is missing';
}
