import type { Socket } from 'node:net';
import { fetchError } from './fetch-error.ts';

/**
 * Makes a socket of undici return each interim response as `102 Processing` without headers. A client must be able to
 * parse those that it does not expect (RFC 9110 section 15.2), while undici fails on a `100 Continue`, and on all with
 * `Connection: close` or of HTTP/1.0. Time limits apply as to 102, and `101` remains an error: nothing was requested
 * that a server could switch to.
 *
 * Only complete, valid heads at the start of a response are replaced. undici parses everything else as it arrives, so
 * both agree on where a response begins. Responses must not be pipelined.
 *
 * Also closes the connection if a response declares a length too large to parse. undici reports the same error for
 * conflicting lengths, so the page would be reported as invalid HTTP, not as too large.
 *
 * @param maxHeadBytes - The size of an interim head. undici gets a longer one as it is.
 */
export function readInterimResponses(socket: Socket, maxHeadBytes: number): void {
  let isStart = false;
  let held: Buffer = Buffer.alloc(0);

  const write = socket.write.bind(socket);
  socket.write = ((...args: Parameters<Socket['write']>) => {
    isStart ||= isRequestHead(args[0]);
    return write(...args);
  }) as Socket['write'];

  /** What undici gets of the bytes that a response begins with; it is empty while more are needed. */
  const begin = (bytes: Buffer): Buffer => {
    const { count, rest } = skipInterim(bytes, maxHeadBytes);
    const interim = Array<Buffer>(count).fill(processing);
    if (canBecomeInterim(rest) && rest.length <= maxHeadBytes) {
      held = rest;
      return Buffer.concat(interim);
    }
    isStart = false;
    held = Buffer.alloc(0);
    if (isOversized(rest)) socket.destroy(fetchError('body_too_large'));
    return count === 0 ? rest : Buffer.concat([...interim, rest]);
  };

  const read = socket.read.bind(socket);
  socket.read = (size) => {
    let chunk: Buffer | null = read(size);
    while (isStart && chunk !== null) {
      const bytes = begin(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
      if (socket.destroyed) return null;
      if (bytes.length > 0) return bytes;
      chunk = read(size);
    }
    return chunk;
  };
}

/** Whether undici writes the beginning of a request. Bodies are bytes, and sizes of their chunks begin with a line. */
function isRequestHead(written: string | Uint8Array): boolean {
  return typeof written === 'string' && !written.startsWith('\r\n');
}

const processing = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/** An interim response other than 101, as strict as undici is. */
const interimHead =
  /^[\r\n]*HTTP\/1\.[01] 1(?!01)\d\d(?: [^\r\n\0]*)?\r\n(?:[!#$%&'*+.^`|~\w-]+:[^\r\n\0]*\r\n)*\r\n$/;

/** The number of complete interim responses that bytes begin with, and what comes after them. */
function skipInterim(
  bytes: Buffer,
  maxHeadBytes: number,
): { readonly count: number; readonly rest: Buffer } {
  let start = 0;
  let count = 0;
  for (;;) {
    const rest = bytes.subarray(start);
    if (!beginsAsInterim(rest)) return { count, rest };
    const end = rest.indexOf(headEnd, lineStart(rest));
    const size = end + headEnd.length;
    if (end < 0 || size > maxHeadBytes) return { count, rest };
    if (!interimHead.test(rest.toString('latin1', 0, size))) return { count, rest };
    start += size;
    count++;
  }
}

/** Whether the head of an interim response has begun and is not complete. */
function canBecomeInterim(bytes: Buffer): boolean {
  return beginsAsInterim(bytes) && !bytes.includes(headEnd, lineStart(bytes));
}

function beginsAsInterim(bytes: Buffer): boolean {
  const start = lineStart(bytes);
  const begun = bytes.toString('latin1', start, start + 10);
  return 'HTTP/1.1 1'.startsWith(begun) || 'HTTP/1.0 1'.startsWith(begun);
}

/** Clients skip empty lines before a response. */
function lineStart(bytes: Buffer): number {
  let start = 0;
  while (bytes[start] === 13 || bytes[start] === 10) start++;
  return start;
}

/** Sixteen digits are at least a petabyte, and more than some parsers can represent. */
const oversizedLength = /^content-length:[ \t]*\d{16,}[ \t]*$/im;

function isOversized(response: Buffer): boolean {
  const end = response.subarray(0, 64 * 1024).indexOf(headEnd);
  return oversizedLength.test(response.toString('latin1', 0, end < 0 ? 64 * 1024 : end));
}
