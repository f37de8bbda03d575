import { namedReference } from './named-references.ts';
import { numericReference } from './numeric-references.ts';

/** Text with its character references decoded. */
export function decodeText(text: string): string {
  return text.includes('&') ? decode(text, false) : text;
}

/** An attribute's value with its character references decoded: `&copy=1` is none there. */
export function decodeAttribute(value: string): string {
  return value.includes('&') ? decode(value, true) : value;
}

/** Source: https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state */
function decode(text: string, inAttribute: boolean): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1; ) {
    const reference =
      text[at + 1] === '#' ? numericReference(text, at) : namedReference(text, at, inAttribute);
    if (reference !== null) {
      parts.push(text.slice(from, at), reference.text);
      from = at + reference.length;
    }
    at = text.indexOf('&', reference === null ? at + 1 : from);
  }
  parts.push(text.slice(from));
  return parts.join('');
}
