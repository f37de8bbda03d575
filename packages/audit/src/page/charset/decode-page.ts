import { isAscii, isUtf8, transcode } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import type { TimeSlices } from '../../limits/time-slices.ts';

/** Bytes decoded without checking the clock: a few milliseconds at most, in any encoding. */
const sliceBytes = { fast: 262_144, slow: 65_536 };
const byteOrderMark = [0xef, 0xbb, 0xbf];
/** U+FFFD encoded as UTF-8. */
const writtenReplacement = Buffer.from('\uFFFD');

/** The text of a page. */
export interface DecodedPage {
  readonly text: string;
  /** Invalid byte sequences; a U+FFFD that is encoded in the page does not count. */
  readonly undecodable: number;
  /** Whether NUL or noncharacters became U+FFFD, which browsers do not show. */
  readonly replaced: boolean;
}

/**
 * Decodes a page in slices, so that a large one does not block the event loop. Invalid bytes, NUL and
 * the noncharacters U+FFFE and U+FFFF become U+FFFD; a byte order mark is dropped.
 *
 * @param encoding - WHATWG name of the encoding, lower-case.
 */
export async function decodePage(
  body: Uint8Array,
  encoding: string,
  slices: TimeSlices,
): Promise<DecodedPage> {
  // The Encoding standard has no decoder for these labels: the whole page becomes one U+FFFD.
  if (encoding === 'replacement') {
    const undecodable = body.length === 0 ? 0 : 1;
    return { text: '\uFFFD'.repeat(undecodable), undecodable, replaced: false };
  }
  const bytes = bytesOf(body);
  // Byte 0 is NUL in every encoding except UTF-16, and searching it is far faster than the character.
  const mayHaveNul = encoding.startsWith('utf-16') || bytes.includes(0);
  const pieces: string[] = [];
  let replaced = false;
  const isValid = isPlain(body, encoding);
  let undecodable = isValid ? 0 : 0 - (await countReplacementCharacters(bytes, encoding, slices));
  for (const slice of isValid
    ? plainSlices(bytes, mayHaveNul ? sliceBytes.slow : sliceBytes.fast)
    : decodedSlices(bytes, encoding)) {
    if (!isValid && slice.includes('\uFFFD')) undecodable += slice.split('\uFFFD').length - 1;
    const withoutNul = mayHaveNul ? slice.replaceAll('\0', '\uFFFD') : slice;
    const piece = withoutNoncharacters(withoutNul);
    replaced ||= piece !== slice;
    pieces.push(piece);
    if (slices.isOver()) await slices.next();
  }
  const text = pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('');
  return { text, undecodable, replaced };
}

/** How often U+FFFD itself is encoded in the bytes: only UTF-8 pages contain it in practice. */
async function countReplacementCharacters(
  bytes: Buffer,
  encoding: string,
  slices: TimeSlices,
): Promise<number> {
  if (encoding !== 'utf-8') return 0;
  let count = 0;
  for (let start = 0; start < bytes.length; start += sliceBytes.slow) {
    if (slices.isOver()) await slices.next();
    // With what a character at its end needs, and no place for another one.
    const end = start + sliceBytes.slow + writtenReplacement.length - 1;
    count += timesIn(bytes.subarray(start, end), writtenReplacement);
  }
  return count;
}

function timesIn(bytes: Buffer, text: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length))
    count += 1;
  return count;
}

/** Whether the bytes are valid UTF-8 and decode alike in the page's encoding. */
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

/** Replaces the noncharacters that some databases refuse. Decoders never produce lone surrogates. */
function withoutNoncharacters(text: string): string {
  if (!text.includes('\uFFFE') && !text.includes('\uFFFF')) return text;
  return text.replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Decodes valid UTF-8, in half the time of a decoder that has to validate it. */
function decodeUtf8(bytes: Buffer): string {
  // One byte per character for ASCII; `toString('utf8')` is slow to detect that.
  if (isAscii(bytes)) return bytes.toString('latin1');
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}

/** The last offset up to a limit at which a character of valid UTF-8 begins. */
function characterStart(bytes: Uint8Array, limit: number): number {
  if (limit >= bytes.length) return bytes.length;
  let at = limit;
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
