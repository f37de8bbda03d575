import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problem, problemType } from './problem.ts';

/** What Node says of bytes that it cannot take for a request; all else is a 400. */
const answers: Readonly<Record<string, readonly [status: number, code: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The headers must be at most 16 KiB long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'A chunk has too long an extension.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not come in time.'],
};
const malformed = [400, 'malformed_request', 'The request is not well-formed.'] as const;

/** Answers what never became a request as the API answers errors, and hangs up. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, detail] = answers[error.code ?? ''] ?? malformed;
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
