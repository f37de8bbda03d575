import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, type Socket } from 'node:net';

/** What `/json/version` may have. */
const maxBodyBytes = 64 * 1024;

/** What a server made of a request. */
export type RemoteResponse =
  | { readonly kind: 'response'; readonly status: number; readonly body: string }
  /** A WebSocket, and what it has received already. */
  | { readonly kind: 'websocket'; readonly socket: Socket; readonly head: Buffer }
  /** A response that claims to open a WebSocket, and does not. */
  | { readonly kind: 'nonsense' };

/**
 * Sends a request to a browser. Chromium refuses those whose `Host` is a name with status 500, so that no page of the
 * Web can use it by its own name: then the request is sent again as for `localhost`.
 *
 * @param opensWebSocket - Whether it asks for one.
 * @throws an error with a `code` if there is no response, or the signal's reason.
 */
export async function requestRemote(
  url: URL,
  opensWebSocket: boolean,
  signal: AbortSignal,
): Promise<RemoteResponse> {
  const response = await send(url, opensWebSocket, {}, signal);
  const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  if (response.kind !== 'response' || response.status !== 500 || !isName) return response;
  return await send(url, opensWebSocket, { host: 'localhost' }, signal);
}

function send(
  url: URL,
  opensWebSocket: boolean,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RemoteResponse> {
  const key = randomBytes(16).toString('base64');
  const target = new URL(url);
  target.protocol = url.protocol.replace('ws', 'http');
  const send = target.protocol === 'https:' ? requestSecurely : requestPlainly;
  return new Promise((resolve, reject) => {
    const request = send(target, {
      // A separate connection, which nothing else uses later.
      agent: false,
      signal,
      headers: {
        ...headers,
        ...(opensWebSocket && {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': key,
          'sec-websocket-version': '13',
        }),
      },
    });
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.on('response', (response) => {
      readBody(response).then(
        (body) => resolve({ kind: 'response', status: response.statusCode ?? 0, body }),
        (error) => reject(signal.aborted ? signal.reason : error),
      );
    });
    request.on('upgrade', (response, stream, head) => {
      const socket = stream as Socket;
      if (opensWebSocket && isAccepted(response, key)) {
        resolve({ kind: 'websocket', socket, head });
        return;
      }
      socket.destroy();
      resolve({ kind: 'nonsense' });
    });
    request.end();
  });
}

/** Whether a response opens the WebSocket that was asked for (RFC 6455 section 4.1), without extensions. */
function isAccepted({ statusCode, headers }: IncomingMessage, key: string): boolean {
  const expected = createHash('sha1')
    .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  return (
    statusCode === 101 &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-accept'] === expected &&
    headers['sec-websocket-extensions'] === undefined
  );
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxBodyBytes) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
