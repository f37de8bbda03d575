/** Length of the white space that a text begins with, as the standard's tree rules see it. */
export function leadingSpace(text: string): number {
  let at = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 9 && code !== 13 && code !== 12) break;
  }
  return at;
}

/** Whether a text is white space only, as the standard's tree rules see it. */
export function isBlank(text: string): boolean {
  return leadingSpace(text) === text.length;
}
