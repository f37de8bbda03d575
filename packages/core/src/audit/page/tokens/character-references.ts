import { namedReference } from './named-references.ts';
import { numericReference } from './numeric-references.ts';

/** Text with its character references decoded. */
export function decodeText(text: string): string {
  return text.includes('&') ? decode(text, false, Number.POSITIVE_INFINITY) : text;
}

/**
 * An attribute's value with its character references decoded: `&copy=1` is not one there.
 *
 * @param limit - Characters of the result that matter: what follows may stay undecoded.
 */
export function decodeAttribute(value: string, limit: number): string {
  return value.includes('&') ? decode(value, true, limit) : value;
}

/** Source: https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state */
function decode(text: string, inAttribute: boolean, limit: number): string {
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1; ) {
    const reference =
      text[at + 1] === '#' ? numericReference(text, at) : namedReference(text, at, inAttribute);
    if (reference !== null) {
      parts.push(text.slice(from, at), reference.text);
      length += at - from + reference.text.length;
      from = at + reference.length;
    }
    if (length + at - from > limit) break;
    at = text.indexOf('&', reference === null ? at + 1 : from);
  }
  parts.push(text.slice(from));
  return parts.join('');
}
