/** Only the first @ signs are checked. */
const maxAtSigns = 1_000;
/** Source: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
const maxLocalLength = 64;
const maxDomainLength = 253;
/** File extensions, as in `icon@2x.png`. */
const fileEnding = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|mjs|ts|json|html?|php|pdf|mp4)$/;
/** Placeholder domains in forms and examples. Source: https://www.rfc-editor.org/rfc/rfc2606 */
const example =
  /(?:^|\.)(?:example\.(?:com|net|org|edu)|example|test|invalid|localhost|domain\.com|email\.com|yourdomain\.\w+)$/;

/**
 * The email addresses in a text, lower-case.
 *
 * @param onCut - Called if the rest of the text is left out.
 * @param isWhole - Whether the text from one offset to another may be an address.
 */
export function addressesIn(
  text: string,
  onCut: () => void,
  isWhole: (start: number, end: number) => boolean = () => true,
): readonly string[] {
  const found = new Set<string>();
  let at = text.indexOf('@');
  for (let checked = 0; at !== -1; checked++) {
    if (checked === maxAtSigns) {
      onCut();
      break;
    }
    const before = text.slice(Math.max(0, at - maxLocalLength), at);
    const after = text.slice(at + 1, at + 1 + maxDomainLength);
    const local = localPartOf(before);
    const domain = /^(?:[a-z0-9][a-z0-9-]{0,62}\.)+[a-z]{2,24}(?![a-z0-9@-])/i.exec(after)?.[0];
    if (
      local &&
      domain &&
      isReal(domain.toLowerCase()) &&
      isWhole(at - local.length, at + 1 + domain.length)
    ) {
      found.add(`${local}@${domain}`.toLowerCase());
    }
    at = text.indexOf('@', at + 1);
  }
  return [...found];
}

/** The local part at the end of a text; `''` if there is none. */
function localPartOf(text: string): string {
  let start = text.length;
  while (start > 0 && /[\w.+%-]/.test(text[start - 1] ?? '')) start--;
  return text.slice(start).replace(/^[.%+-]+/, '');
}

function isReal(domain: string): boolean {
  return !fileEnding.test(domain) && !example.test(domain);
}
