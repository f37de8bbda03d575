import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import type { Turns } from '../turns.ts';
import { characterStart, decodeUtf8 } from './decode-utf8.ts';

/** Bytes decoded without looking at the clock: at most some milliseconds, in any encoding. */
const sliceBytes = { fast: 262_144, slow: 65_536 };
/** What is looked for without looking at the clock. */
const callsPerLook = 1_024;
const byteOrderMark = [0xef, 0xbb, 0xbf];
/** U+FFFD as it is written in UTF-8. */
const writtenReplacement = Buffer.from('\uFFFD');

/** The text of a page. */
export interface DecodedPage {
  readonly text: string;
  /** Places in the bytes that are nothing in the page's encoding; a U+FFFD that is written is none. */
  readonly undecodable: number;
}

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
): Promise<DecodedPage> {
  // The Encoding standard has no decoder for these labels: one U+FFFD stands for the whole page.
  if (encoding === 'replacement') {
    return body.length === 0 ? { text: '', undecodable: 0 } : { text: '\uFFFD', undecodable: 1 };
  }
  const bytes = bytesOf(body);
  // Byte 0 is NUL in every encoding but UTF-16, and far faster to look for than the character.
  const mayHaveNul = encoding.startsWith('utf-16') || bytes.includes(0);
  const slices: string[] = [];
  const isFaultless = isPlain(body, encoding);
  let undecodable = isFaultless ? 0 : 0 - (await writtenReplacements(bytes, encoding, turns));
  for (const slice of isFaultless
    ? plainSlices(bytes, mayHaveNul ? sliceBytes.slow : sliceBytes.fast)
    : decodedSlices(bytes, encoding)) {
    if (!isFaultless && slice.includes('\uFFFD')) undecodable += slice.split('\uFFFD').length - 1;
    const withoutNul = mayHaveNul ? slice.replaceAll('\0', '\uFFFD') : slice;
    slices.push(withoutNoncharacters(withoutNul));
    if (turns.isOver()) await turns.next();
  }
  return { text: slices.length === 1 ? (slices[0] ?? '') : slices.join(''), undecodable };
}

/** How often U+FFFD is in the bytes as a character: from UTF-8 alone do pages bring it along. */
async function writtenReplacements(bytes: Buffer, encoding: string, turns: Turns): Promise<number> {
  if (encoding !== 'utf-8') return 0;
  let count = 0;
  let at = bytes.indexOf(writtenReplacement);
  while (at >= 0) {
    count += 1;
    if (count % callsPerLook === 0 && turns.isOver()) await turns.next();
    at = bytes.indexOf(writtenReplacement, at + writtenReplacement.length);
  }
  return count;
}

/** Whether the bytes are UTF-8 without a fault, and that is the page's encoding or means the same. */
function isPlain(body: Uint8Array, encoding: string): boolean {
  return encoding === 'utf-8' ? isUtf8(body) : encoding === 'windows-1252' && isAscii(body);
}

function* plainSlices(bytes: Buffer, step: number): Generator<string> {
  let at = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
  while (at < bytes.length) {
    const end = characterStart(bytes, at + step);
    yield decodeUtf8(bytes.subarray(at, end));
    at = end;
  }
}

function* decodedSlices(bytes: Buffer, encoding: string): Generator<string> {
  // Node 20's own TextDecoder decodes windows-1252 and several other encodings wrongly.
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += sliceBytes.slow) {
    const stream = at + sliceBytes.slow < bytes.length;
    yield decoder.decode(bytes.subarray(at, at + sliceBytes.slow), { stream });
  }
}

/** Without the noncharacters that some databases refuse. Decoders never bring lone surrogates. */
function withoutNoncharacters(text: string): string {
  if (!text.includes('\uFFFE') && !text.includes('\uFFFF')) return text;
  return text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
