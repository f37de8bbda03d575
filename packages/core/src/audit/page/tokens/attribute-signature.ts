import { scanTokens } from './scan-tokens.ts';
import type { TagToken } from './tag-token.ts';
import { content } from './token-sink.ts';

/** A string that is equal for start tags with equal attributes, in any order. */
export function attributeSignature({ attributes: count, offsets, text }: TagToken): string {
  if (count === 0) return '';
  const part = (index: number) => text.slice(offsets[index], offsets[index + 1]);
  // Neither a name nor JSON begins with a space.
  if (count === 1) return ` ${part(0).toLowerCase()}=${part(2)}`;
  const values = new Map<string, string>();
  for (let index = 0; index < 4 * count; index += 4) {
    const name = part(index).toLowerCase();
    if (!values.has(name)) values.set(name, part(index + 2));
  }
  return JSON.stringify([...values].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The {@link attributeSignature} of the start tag that a string consists of. */
export function signatureOfTag(source: string): string {
  let signature = '';
  const tokens = scanTokens(source, {
    text: () => {},
    plainText: () => {},
    startTag: (token) => {
      signature = attributeSignature(token);
      return content.markup;
    },
    endTag: () => {},
    doctype: () => {},
    allowsCdata: () => false,
  });
  while (!tokens.readNext(source.length + 1));
  return signature;
}
