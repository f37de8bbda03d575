import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

const html =
  '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1><p>Text.</p></html>';

/**
 * Starts a website on loopback until the test ends. Paths that begin with `/file` are not HTML.
 *
 * @param beforeResponse - Delays the response to a path until it resolves.
 * @returns its origin. Contexts need it in `network.allowAddresses`, and any port.
 */
export async function startPageServer(
  beforeResponse?: (path: string) => Promise<void>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    await beforeResponse?.(request.url ?? '/');
    const isFile = request.url?.startsWith('/file') ?? false;
    response.setHeader('content-type', isFile ? 'application/pdf' : 'text/html').end(html);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}
