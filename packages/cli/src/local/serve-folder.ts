import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { contentTypeOf } from './content-types.ts';
import { findFile } from './find-file.ts';

/** A server of a folder, on 127.0.0.1. */
interface FolderServer {
  readonly port: number;
  /** Ends all connections. Can be called twice. */
  close(): Promise<void>;
}

/** Requests at a time: a report sends fewer. */
const maxConnections = 64;

/**
 * Serves a folder on a free port of 127.0.0.1, as hosts of static sites do: clean URLs, `404.html` for what is
 * missing, text compressed and, except HTML, as UTF-8. It lists no folders.
 *
 * @param root - The folder, without links.
 * @param site - The URL of the folder. Requests with another `Host` are refused: pages that someone has open in a browser
 * could send them.
 */
export async function serveFolder(root: string, site: URL): Promise<FolderServer> {
  const server = createServer((request, response) => {
    respond(root, site, request, response).catch(() => response.destroy());
  });
  server.maxConnections = maxConnections;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let closing: Promise<unknown> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      closing ??= once(server.close(), 'close');
      server.closeAllConnections();
      await closing;
    },
  };
}

async function respond(
  root: string,
  site: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '', headers } = request;
  if (headers.host !== site.host) return end(response, 421);
  if (method !== 'GET' && method !== 'HEAD') return end(response, 405, { allow: 'GET, HEAD' });
  const [pathname = '', query] = url.split(/\?(.*)/s);
  const found = findFile(root, pathBelow(site, pathname));
  if (found.kind === 'folder') {
    return end(response, 301, {
      location: `${site.pathname.slice(0, -1)}${found.pathname}${query === undefined ? '' : `?${query}`}`,
    });
  }
  const isFound = found.kind === 'file';
  const shown = isFound ? found : findFile(root, '/404.html');
  const file = shown.kind === 'file' ? await openFile(shown.realPath) : null;
  if (file === null) return end(response, 404);
  try {
    await send(file, shown.kind === 'file' ? shown.path : '', isFound ? 200 : 404, {
      request,
      response,
    });
  } finally {
    await file.close();
  }
}

/** The path below that of the site; one that is never found for what is outside it. */
function pathBelow(site: URL, pathname: string): string {
  return pathname.startsWith(site.pathname) ? `/${pathname.slice(site.pathname.length)}` : '//';
}

/** It may have been replaced since it was found: a link is not followed, and a pipe does not wait for a writer. */
async function openFile(realPath: string): Promise<FileHandle | null> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(realPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

async function send(
  file: FileHandle,
  name: string,
  status: 200 | 404,
  {
    request: { method, headers },
    response,
  }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const { type, isText } = contentTypeOf(name);
  const { size } = await file.stat();
  // What is empty would be no valid gzip.
  const isCompressed =
    isText && size > 0 && /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  response.writeHead(status, {
    'content-type': type,
    ...(isCompressed ? { 'content-encoding': 'gzip' } : { 'content-length': size }),
  });
  if (method === 'HEAD' || size === 0) return void response.end();
  // No more than was announced, even if the file grows.
  const content = file.createReadStream({ autoClose: false, start: 0, end: size - 1 });
  if (isCompressed) await pipeline(content, createGzip(), response);
  else await pipeline(content, response);
}

function end(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-length': 0, ...headers }).end();
}
