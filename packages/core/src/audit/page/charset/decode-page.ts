import { TextDecoder } from '@exodus/bytes/encoding.js';
import type { Turns } from '../turns.ts';

/** Bytes decoded without looking at the clock: at most some milliseconds in any encoding. */
const sliceBytes = 131_072;

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
  const slices: string[] = [];
  for (let at = 0; at < body.length; at += sliceBytes) {
    if (turns.isOver()) await turns.next();
    const last = at + sliceBytes >= body.length;
    slices.push(storable(decoder.decode(body.subarray(at, at + sliceBytes), { stream: !last })));
  }
  return slices.length === 1 ? (slices[0] ?? '') : slices.join('');
}

/** Without what databases refuse or spoil. Decoders never bring lone surrogates. */
function storable(text: string): string {
  let result = text;
  for (const bad of ['\0', '\uFFFE', '\uFFFF']) {
    if (result.includes(bad)) result = result.replaceAll(bad, '\uFFFD');
  }
  return result;
}
