import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** What a URL of the sites responds with: HTML, or what a function writes. */
type Content = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** Sites that a browser reaches through a proxy, under any name. */
export interface Sites {
  /** The address of the proxy, with credentials if it requires them. */
  proxy(): string;
  /** Lets the proxy require credentials during a test. */
  requireLogin(): void;
  /** The URLs, and hosts of tunnels, that were requested without the credentials. */
  readonly challenges: readonly string[];
  /** The URLs that were requested, with the headers. */
  readonly requests: readonly {
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  /** The hosts that tunnels were requested to. None is opened. */
  readonly tunnels: readonly string[];
  /** Defines what a URL responds with. Others respond with 404. */
  serve(url: string, content: Content): void;
  /** Lets a URL respond with a page once that is asked for. */
  readonly serveSlowly: (url: string) => {
    readonly requested: Promise<void>;
    readonly respond: () => void;
  };
}

/** Starts a forward proxy for the tests of a file, which is all sites at once. */
export function startSites(): Sites {
  const contents = new Map<string, Content>();
  const requests: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const tunnels: string[] = [];
  const login = 'user:p%2Fw';
  const authorization = `Basic ${Buffer.from('user:p/w').toString('base64')}`;
  const challenge = { 'proxy-authenticate': 'Basic realm="x"', connection: 'close' };
  let requiresLogin = false;
  const challenges: string[] = [];
  const isUnknown = ({ headers, url = '' }: IncomingMessage): boolean => {
    if (!requiresLogin || headers['proxy-authorization'] === authorization) return false;
    challenges.push(url);
    return true;
  };
  const ownHost = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const server = createServer((request, response) => {
    if (isUnknown(request)) {
      response.writeHead(407, challenge).end();
      return;
    }
    if (request.url === `http://${ownHost()}/`) {
      response.destroy();
      return;
    }
    const url = request.url ?? '';
    if (!url.endsWith('/favicon.ico')) requests.push({ url, headers: request.headers });
    const content = contents.get(url) ?? contents.get(url.replace(/\?.*$/, ''));
    if (typeof content === 'function') {
      content(request, response);
      return;
    }
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(content);
  });
  server.on('connect', (request, socket) => {
    socket.on('error', () => {});
    if (isUnknown(request)) {
      socket.end(
        'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nConnection: close\r\n\r\n',
      );
      return;
    }
    tunnels.push(request.url ?? '');
    socket.destroy();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    contents.clear();
    requests.length = 0;
    tunnels.length = 0;
    requiresLogin = false;
    challenges.length = 0;
  });
  return {
    proxy: () => `http://${requiresLogin ? `${login}@` : ''}${ownHost()}`,
    requireLogin() {
      requiresLogin = true;
    },
    challenges,
    requests,
    tunnels,
    serve(url, content) {
      contents.set(url, content);
    },
    serveSlowly(url) {
      let respond: () => void = () => {};
      const requested = new Promise<void>((isRequested) => {
        contents.set(url, (_, response) => {
          respond = () => response.setHeader('content-type', 'text/html').end('<p>slow</p>');
          isRequested();
        });
      });
      return { requested, respond: () => respond() };
    },
  };
}
