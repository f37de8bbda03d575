import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';

/** The title of `/hidden`: bidirectional controls and marks, and controls of terminals. */
const hiddenTitle = 'Bread \u202egpj.exe\u2066 \u0007\u009b31m \u061c\u200f';

/** The same in the HTML of a page. */
export const shownTitle =
  'Bread &lt;U+202E>gpj.exe&lt;U+2066> &lt;U+0007>&lt;U+009B>31m &lt;U+061C>&lt;U+200F>';

/** A site for the suite to analyse, and two servers that must stay out of reach. */
export interface TestSite {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** `127.0.0.1:3000`, which analyses may reach. */
  readonly address: string;
  /** Also allowed, but nothing listens there. */
  readonly closedAddress: string;
  /** Port of a server on loopback that analyses may not reach. */
  readonly privatePort: number;
  /** Number of connections to the private server. */
  readonly privateConnections: () => number;
  /** Number of open requests for `/slow`. */
  readonly slowRequests: () => number;
  /** Number of open requests for `/held`. */
  readonly heldRequests: () => number;
  /** Responds to the requests for `/held`. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

/** Starts the site. Its paths are named after their behaviour. */
export async function startTestSite(): Promise<TestSite> {
  let slow = 0;
  const held = new Set<ServerResponse>();
  let connections = 0;
  const hidden = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const privatePort = await listen(hidden);
  const site = createServer(
    pages(privatePort, held, (change) => {
      slow += change;
    }),
  );
  const address = `127.0.0.1:${await listen(site)}`;
  return {
    url: `http://${address}`,
    address,
    closedAddress: `127.0.0.1:${await closedPort()}`,
    privatePort,
    privateConnections: () => connections,
    slowRequests: () => slow,
    heldRequests: () => held.size,
    release: () => {
      for (const response of held) sendHtml(response, 200, page('Held'));
      held.clear();
    },
    close: async () => {
      site.closeAllConnections();
      site.close();
      hidden.close();
    },
  };
}

function pages(
  privatePort: number,
  held: Set<ServerResponse>,
  countSlow: (change: 1 | -1) => void,
): RequestListener {
  return (request, response) => {
    const path = request.url ?? '/';
    const html = (status: number, body: string) => sendHtml(response, status, body);
    const redirect = (location: string) => response.writeHead(302, { location }).end();

    if (path === '/slow') {
      countSlow(1);
      response.once('close', () => countSlow(-1));
      return;
    }
    // A report requests its page once more with an origin.
    const isAgain = request.headers.origin !== undefined;
    if ((path === '/held' && !isAgain) || path === '/crawl/?still') return held.add(response);
    const crawled = crawlPages[path];
    if (crawled) return html(200, crawled);
    if (path === '/crawl/old') return response.writeHead(301, { location: '/crawl/bread' }).end();
    if (path === '/complex') return html(200, '<b><i>'.repeat(30_000));
    if (path === '/to-page') return redirect('/');
    if (path === '/loop') return redirect('/loop');
    if (path === '/to-private') return redirect(`http://127.0.0.1:${privatePort}/`);
    if (path === '/to-credentials')
      return redirect(`http://ann:dsn-pass@127.0.0.1:${privatePort}/`);
    if (path === '/to-broken-credentials') return redirect('http://ann:dsn-pass@[');
    if (path === '/pdf' || path === '/crawl/file.pdf')
      return response.writeHead(200, { 'content-type': 'application/pdf' }).end();
    if (path === '/big') return html(200, 'x'.repeat(300_000));
    if (path === '/hidden') return html(200, page(hiddenTitle));
    if (path === '/') return html(200, page('A test site'));
    return html(404, page('Not here'));
  };
}

/** The pages of a site to crawl: two with the same title, and links to a file, a redirect and a missing page. */
const crawlPages: Readonly<Record<string, string>> = {
  '/crawl/': shopPage('A shop', ['bread', 'cakes', 'file.pdf', 'gone', 'old', 'secret']),
  '/crawl/bread': shopPage('Bread', ['']),
  '/crawl/cakes': shopPage('Bread', ['bread']),
  '/crawl/secret': shopPage('A secret', ['']),
  '/crawl/many': shopPage(
    'Many links',
    Array.from({ length: 12 }, (_, index) => `gone-${index}`),
  ),
  '/crawl/?held': shopPage('A slow shop', ['?still']),
};

function shopPage(title: string, links: readonly string[]): string {
  const list = links.map((name) => `<a href="/crawl/${name}">To ${name || 'the shop'}</a>`);
  return page(title).replace('</body>', `${list.join(' ')}</body>`);
}

function sendHtml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}

function page(title: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/**
 * A port that nothing listens on: that of the client of an open connection, which other servers do not get, as they
 * would one that was closed.
 */
async function closedPort(): Promise<number> {
  const server = createTcpServer((socket) => socket.unref()).unref();
  const client = connect(await listen(server), '127.0.0.1').unref();
  await once(client, 'connect');
  return client.localPort ?? 0;
}
