import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/**
 * Text with its character references decoded. NUL, surrogates and the noncharacters that some
 * databases refuse become U+FFFD.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state
 */
export function decodeText(text: string): string {
  return text.includes('&') ? withoutNoncharacters(decodeHTML(text)) : text;
}

/** An attribute's value with its character references decoded: `&copy=1` is not one there. */
export function decodeAttribute(value: string): string {
  return value.includes('&') ? withoutNoncharacters(decodeHTMLAttribute(value)) : value;
}

function withoutNoncharacters(text: string): string {
  return text.includes('\uFFFE') || text.includes('\uFFFF')
    ? text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    : text;
}
