import { scanTokens } from './scan-tokens.ts';
import { content } from './token-sink.ts';

/** What a start tag's attributes come to, whatever their order: equal for equal ones. */
export function attributeSignature(source: string): string {
  const attributes = new Map<string, string>();
  const tokens = scanTokens(source, {
    text: () => {},
    plainText: () => {},
    endTag: () => {},
    doctype: () => {},
    allowsCdata: () => false,
    startTag: ({ attributes: count, offsets, text }) => {
      for (let index = 0; index < 4 * count; index += 4) {
        const name = text.slice(offsets[index], offsets[index + 1]).toLowerCase();
        if (!attributes.has(name)) {
          attributes.set(name, text.slice(offsets[index + 2], offsets[index + 3]));
        }
      }
      return content.markup;
    },
  });
  while (!tokens.readOn(source.length + 1));
  return JSON.stringify([...attributes].sort(([left], [right]) => (left < right ? -1 : 1)));
}
