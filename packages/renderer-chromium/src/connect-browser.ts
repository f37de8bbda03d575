import type { Socket } from 'node:net';
import { type Browser, requireVersion } from './browser.ts';
import { connectProtocol } from './protocol-connection.ts';
import { isHttp, type RemoteAddress, versionUrlOf, webSocketOf } from './remote-address.ts';
import { type RemoteResponse, requestRemote } from './remote-request.ts';
import { RenderFault } from './render-ending.ts';
import { late, waitAtMost } from './wait-at-most.ts';
import { webSocketTransport } from './websocket-transport.ts';

interface ConnectOptions {
  /** How long it may take until it has answered. */
  readonly connectMs: number;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

/**
 * Connects to a browser that someone else has started. It is never ended, only the connection to it.
 *
 * @throws RenderFault `renderer_unavailable` that says why it cannot be used, and what to do, without secrets of the
 * address.
 */
export async function connectBrowser(
  address: RemoteAddress,
  { connectMs, signal }: ConnectOptions,
): Promise<Browser> {
  const { shown } = address;
  const attempt = new AbortController();
  const end = (): void => attempt.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const connecting = connect(address, attempt.signal);
  try {
    const browser = await waitAtMost(connectMs, connecting);
    if (browser !== late) return browser;
    throw unavailable(
      `${shown} did not answer within ${connectMs} ms. Check that a browser runs there and is not overloaded.`,
    );
  } catch (error) {
    attempt.abort(error);
    connecting.then(
      (browser) => browser.kill(),
      () => {},
    );
    signal.throwIfAborted();
    throw error instanceof RenderFault ? error : unavailable(whyNot(shown, error));
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function connect(address: RemoteAddress, signal: AbortSignal): Promise<Browser> {
  const { url, shown } = address;
  const webSocketUrl = isHttp(url) ? await findWebSocket(address, signal) : url;
  const response = await requestRemote(webSocketUrl, true, signal);
  if (response.kind !== 'websocket') throw unavailable(whyRefused(shown, response));
  const browser = handleOf(response.socket, response.head);
  const onAbort = () => void browser.kill();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await requireVersion(browser.connection, shown);
    return browser;
  } catch (error) {
    await browser.kill();
    throw error instanceof RenderFault ? error : unavailable(notBrowser(shown));
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** @throws RenderFault if the server names none. */
async function findWebSocket(address: RemoteAddress, signal: AbortSignal): Promise<URL> {
  const response = await requestRemote(versionUrlOf(address), false, signal);
  if (response.kind === 'response' && response.status === 200) {
    const found = webSocketOf(address, nameIn(response.body));
    if (found !== null) return found;
    throw unavailable(notBrowser(address.shown));
  }
  throw unavailable(
    response.kind === 'websocket' ? notBrowser(address.shown) : whyRefused(address.shown, response),
  );
}

function nameIn(body: string): unknown {
  try {
    return JSON.parse(body)?.webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
}

/** The browser behind a WebSocket. */
function handleOf(socket: Socket, head: Buffer): Browser {
  const exited = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const connection = connectProtocol(webSocketTransport(socket, head));
  return {
    connection,
    isShared: true,
    exited,
    async kill() {
      connection.end(new Error('The connection to the browser was closed.'));
    },
  };
}

const unavailable = (message: string) => new RenderFault('renderer_unavailable', message);

const notBrowser = (shown: string) =>
  `${shown} is not a browser that can be used. Pass the address of Chromium, Chrome or Edge with --remote-debugging-port: http:// with its host and port, or the ws:// that it prints.`;

function whyRefused(
  shown: string,
  response: Exclude<RemoteResponse, { kind: 'websocket' }>,
): string {
  if (response.kind === 'nonsense') return notBrowser(shown);
  const { status } = response;
  if (status === 401 || status === 403)
    return `${shown} refused the connection (status ${status}). Check the token or password in the address.`;
  if (status === 404)
    return `${shown} has no browser there (status 404). Correct the path of the address; http:// without a path finds it.`;
  return `${shown} responded with status ${status}. Check that a browser runs there, and its address.`;
}

/** Without the message of the error, which can quote the address. */
function whyNot(shown: string, error: unknown): string {
  const { code = 'no code' } = error as { readonly code?: string };
  if (code.startsWith('HPE_')) return notBrowser(shown);
  if (code === 'ECONNREFUSED')
    return `Nothing listens at ${shown} (${code}). Start the browser with --remote-debugging-port, or correct the address.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host of ${shown} cannot be resolved (${code}). Correct the address, or check the network.`;
  return `${shown} cannot be reached (${code}). Check the address, and that the browser runs.`;
}
