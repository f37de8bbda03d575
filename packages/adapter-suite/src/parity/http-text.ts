/** A response as sent over the wire. */
export interface ResponseText {
  readonly status: number;
  /** Names as sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body without chunk framing. */
  readonly body: Buffer;
  /** All bytes of the response. */
  readonly bytes: Buffer;
}

/** The head of a request, with the length of the request. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly headBytes: number;
  /** `Infinity` if only the end of the connection ends it. */
  readonly bodyBytes: number;
}

const endOfHead = '\r\n\r\n';

/** Reads the head of a request; `undefined` while it is incomplete. */
export function readRequestHead(bytes: Buffer): RequestHead | undefined {
  const end = bytes.indexOf(endOfHead);
  if (end === -1) return undefined;
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const headers = headersOf(lines);
  const isChunked = headerOf(headers, 'transfer-encoding') !== undefined;
  const bodyBytes = isChunked ? Infinity : Number(headerOf(headers, 'content-length') ?? 0);
  return { method, path, headBytes: end + endOfHead.length, bodyBytes };
}

/**
 * Reads a response from the beginning of what a server sent.
 *
 * @param method The request's: a response to HEAD has no body.
 * @param isEnd Whether the server will send nothing more.
 * @returns `undefined` while it is incomplete.
 */
export function readHttpText(
  bytes: Buffer,
  method: string,
  isEnd: boolean,
): ResponseText | undefined {
  const end = bytes.indexOf(endOfHead);
  if (end === -1) return isEnd ? { status: 0, headers: [], body: bytes, bytes } : undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const headers = headersOf(lines);
  const start = end + endOfHead.length;
  const whole = (body: Buffer, length: number): ResponseText => ({
    status,
    headers,
    body,
    bytes: bytes.subarray(0, length),
  });

  if (method === 'HEAD' || status === 204 || status === 304) return whole(Buffer.alloc(0), start);
  if (headerOf(headers, 'transfer-encoding') === 'chunked') {
    const chunked = readChunks(bytes, start);
    return chunked && whole(chunked.body, chunked.end);
  }
  const given = headerOf(headers, 'content-length');
  const length = given === undefined ? bytes.length - start : Number(given);
  if (!isEnd && (given === undefined || bytes.length < start + length)) return undefined;
  return whole(bytes.subarray(start, start + length), Math.min(bytes.length, start + length));
}

function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  let position = start;
  for (;;) {
    const endOfSize = bytes.indexOf('\r\n', position);
    if (endOfSize === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', position, endOfSize), 16);
    const next = endOfSize + 2 + size + 2;
    if (bytes.length < next) return undefined;
    chunks.push(bytes.subarray(endOfSize + 2, next - 2));
    if (size === 0) return { body: Buffer.concat(chunks), end: next };
    position = next;
  }
}

function headersOf(lines: readonly string[]): [string, string][] {
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
}

function headerOf(headers: readonly (readonly [string, string])[], name: string) {
  return headers.find((header) => header[0].toLowerCase() === name)?.[1];
}
