/** An answer as it came over the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** From the first byte sent to the last one read, in milliseconds. */
  readonly ms: number;
}

/** An answer's bytes so far: what they are, and how many of them belong to it. */
export interface ParsedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly length: number;
}

/**
 * Reads one answer; `undefined` while it is not whole. `ended` says that the server has hung up.
 *
 * @throws Error where it is no HTTP/1.1, or ends too soon.
 */
export function parseReply(
  bytes: Buffer,
  hasBody: (status: number) => boolean,
  ended: boolean,
): ParsedReply | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) {
    if (ended) throw new Error(`hung up after ${bytes.length} bytes`);
    return undefined;
  }
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const [, digits] = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(statusLine) ?? [];
  if (digits === undefined) throw new Error(`no status line of HTTP/1.1: ${statusLine}`);
  const status = Number(digits);
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`no header: ${line}`);
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const start = headEnd + 4;
  const body = hasBody(status) ? bodyOf(bytes.subarray(start), headers, ended) : noBody;
  if (body === undefined) {
    if (ended) throw new Error('hung up in the middle of a body');
    return undefined;
  }
  return { status, headers, body: body.bytes, length: start + body.length };
}

const noBody = { bytes: new Uint8Array(), length: 0 };

interface Body {
  readonly bytes: Uint8Array;
  readonly length: number;
}

function bodyOf(rest: Buffer, headers: Headers, ended: boolean): Body | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return chunksOf(rest);
  const announced = headers.get('content-length');
  if (announced === null) return ended ? { bytes: rest, length: rest.length } : undefined;
  const length = Number(announced);
  return rest.length < length ? undefined : { bytes: rest.subarray(0, length), length };
}

function chunksOf(rest: Buffer): Body | undefined {
  const chunks: Uint8Array[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (rest.length < next) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), length: next };
    chunks.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
