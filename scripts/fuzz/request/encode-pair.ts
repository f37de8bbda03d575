import type { PairStyle, SentText } from './request-plan.ts';

/** Bytes of a text, also of one that is no UTF-8. A lone surrogate becomes what it would be in UTF-8. */
export function bytesOf(text: SentText): Uint8Array {
  if (typeof text !== 'string') return Uint8Array.from(text.notUtf8);
  return Buffer.concat(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(character);
      return Buffer.from([0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
    }),
  );
}

/** Writes `name=value` for a query or a form, one byte a character (latin1). */
export function encodePair(name: string, value: SentText, style: PairStyle): string {
  return `${encode(bytesOf(name), style)}=${encode(bytesOf(value), style)}`;
}

function encode(bytes: Uint8Array, style: PairStyle): string {
  return Array.from(bytes, (byte, index) => {
    const mayStay = style !== 'all escaped' && isPlain(byte, bytes, index, style);
    if (mayStay) return String.fromCharCode(byte);
    if (byte === 0x20 && style === 'few escapes') return '+';
    const hex = byte.toString(16).padStart(2, '0');
    return `%${style === 'lower-case escapes' ? hex : hex.toUpperCase()}`;
  }).join('');
}

/** Whether a byte means itself. Raw, everything does that ends neither pair nor request line. */
function isPlain(byte: number, bytes: Uint8Array, index: number, style: PairStyle): boolean {
  if (style !== 'raw bytes') return /[A-Za-z0-9\-._~[\]]/.test(String.fromCharCode(byte));
  if (byte === 0x25) {
    return !/^[0-9a-f]{2}/i.test(Buffer.from(bytes.subarray(index + 1, index + 3)).toString());
  }
  return byte > 0x20 && byte !== 0x7f && !'&=+#'.includes(String.fromCharCode(byte));
}
