/**
 * The character at an offset; -1 past the end of the text. After one out-of-range call, the engine
 * permanently deoptimizes `charCodeAt` at that call site.
 */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : -1;
}

/** Whether a character is what the standard calls white space. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

/** Whether a character is an ASCII letter. */
export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Whether a lower-case name is at an offset, ignoring case. */
export function matchesNameAt(text: string, name: string, at: number): boolean {
  for (let index = 0; index < name.length; index++) {
    const code = codeAt(text, at + index);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** Cuts a string to a length, without splitting a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
