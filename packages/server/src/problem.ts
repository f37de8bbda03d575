import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Media type of a problem document. */
export const problemType = 'application/problem+json; charset=utf-8';

/**
 * A problem document of RFC 9457 with the members that the API's own errors have.
 *
 * @param code Stable, for programs.
 * @param detail A sentence for users.
 */
export function problem(status: number, code: string, detail: string): string {
  const title = STATUS_CODES[status];
  return JSON.stringify({ type: 'about:blank', title, status, detail, code, message: detail });
}

/** Errors of Node's HTTP parser that are not a 400. */
const parserErrors: Readonly<
  Record<string, readonly [status: number, code: string, detail: string]>
> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers must be at most 16 KiB long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'A chunk has too long an extension.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not come in time.'],
};
const malformed = [400, 'malformed_request', 'The request is not well-formed.'] as const;

/** Responds to bytes that are not a request, in the format of the API's errors, and closes the connection. */
export function sendClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, detail] = parserErrors[error.code ?? ''] ?? malformed;
  const body = problem(status, code, detail);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `Content-Type: ${problemType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
