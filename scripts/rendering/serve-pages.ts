import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file that a server on loopback sends. */
export interface ServedFile {
  readonly body: string;
  /** Default: an HTML page. */
  readonly type?: string;
}

/** A server on loopback. */
export interface ServedPages {
  /** Such as `http://127.0.0.1:49152`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves files by their paths; everything else is not found. */
export async function servePages(files: ReadonlyMap<string, ServedFile>): Promise<ServedPages> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = files.get(pathname);
    response.setHeader('content-type', file?.type ?? 'text/html; charset=utf-8');
    if (file === undefined) response.writeHead(404).end('<!doctype html><title>Not found</title>');
    else response.end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
