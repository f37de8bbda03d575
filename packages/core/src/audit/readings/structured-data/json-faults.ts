/** Why a JSON text has no value at an offset. */
export function whyNoValue(text: string, at: number): string {
  if (at >= text.length) return 'it ends too early';
  const next = text[at];
  if (next === ']' || next === '}') return `there is a comma before the ${next}`;
  if (next === ',') return 'a value is missing before a comma';
  if (next === "'" || next === '“' || next === '”')
    return 'the quotation marks are not straight double quotes';
  if (next === '&') return 'its quotation marks are escaped as HTML';
  return 'this is not a JSON value';
}

/** Why a JSON text has no member name at an offset. */
export function whyNoName(text: string, at: number): string {
  if (at >= text.length) return 'it ends too early';
  const next = text[at] ?? '';
  if (next === '}') return 'there is a comma before the }';
  if (next === ',') return 'there is an extra comma';
  return /[\w$]/.test(next) ? 'a name has no quotation marks' : whyNoValue(text, at);
}

/** Why a JSON text has neither a comma nor the closing bracket at an offset. */
export function whyNoComma(text: string, at: number, end: string): string {
  if (at >= text.length) return `the closing ${end} is missing`;
  return text[at - 1] === '"' && /[\p{L}\p{N}]/u.test(text[at] ?? '')
    ? 'a comma is missing, or a quotation mark in a string has no backslash before it'
    : 'a comma is missing';
}
