import { upperCaseEscapes } from './robots-pattern.ts';

/**
 * A URL as two spellings of it compare: parsed, without its fragment and the mark of an empty query,
 * escapes of letters, digits, `-`, `.`, `_` and `~` undone and the others upper-case (RFC 3986
 * §6.2.2).
 */
export function comparableUrl(url: URL): string {
  const [whole = ''] = url.href.split('#', 1);
  const href = url.search === '' && whole.endsWith('?') ? whole.slice(0, -1) : whole;
  if (!href.includes('%')) return href;
  return upperCaseEscapes(href).replace(
    /%(?:[46][1-9A-F]|[57][0-9A]|3[0-9]|2D|2E|5F|7E)/g,
    (octet) => decodeURIComponent(octet),
  );
}
