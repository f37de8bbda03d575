/** A part of a URL with its percent-encoding undone; as written if that is not UTF-8. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
