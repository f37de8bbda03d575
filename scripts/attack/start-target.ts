import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/** A response of the hostile site. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether the body goes on without an end: three bytes every two seconds. */
  readonly trickles?: boolean;
}

/** Responses by path; every other path is a 404. */
export type Site = Readonly<Record<string, Reply>>;

/** A hostile site on loopback. */
interface Target {
  readonly origin: string;
  close(): void;
}

/** The page that other owners request reports of. */
export const tinyPage: Reply = html(
  '<!doctype html><html lang=en><title>A page</title><h1>A page</h1><p>Nothing to see.',
);

/** An uncompressed page. */
export function html(body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

/** A page in Brotli, which compresses 20 MB of repetition to a few bytes. */
export function packed(page: string): Reply {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
    body: brotliCompressSync(page, { params }),
  };
}

/** Serves a site on a free port of 127.0.0.1, `*` for every other path. */
export async function startTarget(site: Site): Promise<Target> {
  const server = createServer((request, response) => {
    const reply = site[request.url ?? ''] ?? site['*'] ?? { status: 404 };
    response.writeHead(reply.status ?? 200, reply.headers);
    if (!reply.trickles) return void response.end(reply.body);
    response.write(reply.body);
    const timer = setInterval(() => response.write('   '), 2_000);
    response.once('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
