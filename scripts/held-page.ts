import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page whose response a test delays. */
export interface HeldPage {
  readonly url: string;
  /** Resolves when the page is requested. */
  readonly asked: Promise<void>;
  /** Sends the response. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a server with one page, on a free port of 127.0.0.1. */
export async function startHeldPage(): Promise<HeldPage> {
  let askedFor: () => void = () => {};
  let release: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    askedFor = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer(async (request, response) => {
    if (request.url !== '/held') {
      response.writeHead(404).end();
      return;
    }
    askedFor();
    await released;
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<title>At last</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/held`,
    asked,
    release,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
