import { TextDecoder } from '@exodus/bytes/encoding.js';
import type { Turns } from '../turns.ts';

/** Bytes decoded without looking at the clock: at most some milliseconds, in any encoding. */
const sliceBytes = { fast: 524_288, slow: 65_536 };

/**
 * Decodes a page in slices, so that a large one does not hold up the event loop. What cannot be
 * decoded, NUL and the noncharacters U+FFFE and U+FFFF become U+FFFD; a byte order mark is dropped.
 *
 * @param encoding - WHATWG name of the encoding, lower-case.
 */
export async function decodePage(
  body: Uint8Array,
  encoding: string,
  turns: Turns,
): Promise<string> {
  // The Encoding standard has no decoder for these labels: one U+FFFD stands for the whole page.
  if (encoding === 'replacement') return body.length === 0 ? '' : '\uFFFD';
  // Node 20's own TextDecoder decodes windows-1252 and several other encodings wrongly.
  const decoder = new TextDecoder(encoding);
  // Byte 0 is NUL in every encoding but UTF-16, and far faster to look for than the character.
  const mayHaveNul = encoding.startsWith('utf-16') || bytesOf(body).includes(0);
  const step = encoding === 'utf-8' && !mayHaveNul ? sliceBytes.fast : sliceBytes.slow;
  const slices: string[] = [];
  for (let at = 0; at < body.length; at += step) {
    if (turns.isOver()) await turns.next();
    const last = at + step >= body.length;
    const slice = decoder.decode(body.subarray(at, at + step), { stream: !last });
    const withoutNul = mayHaveNul ? slice.replaceAll('\0', '\uFFFD') : slice;
    slices.push(withoutNoncharacters(withoutNul));
  }
  return slices.length === 1 ? (slices[0] ?? '') : slices.join('');
}

/** Without the noncharacters that some databases refuse. Decoders never bring lone surrogates. */
function withoutNoncharacters(text: string): string {
  if (!text.includes('\uFFFE') && !text.includes('\uFFFF')) return text;
  return text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
