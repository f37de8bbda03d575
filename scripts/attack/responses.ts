import { type Attack, failures, type Outcome, report, withTarget } from './attack.ts';
import type { AttackedServer, Owner } from './start-server.ts';
import { html, type Reply, type Site } from './start-target.ts';

// Responses and URLs that browsers tolerate, and that must not fail a report with a 500.

const attackers: readonly Owner[] = ['first', 'second', 'third', 'fourth'];

/** Heads of a response that switches protocols, or pretends to. */
const upgrades = [
  '101 Switching Protocols\r\n',
  '101 Switching Protocols\r\nContent-Length: 0\r\n',
  '101 Switching Protocols\r\nConnection: close\r\n',
  '101 Switching Protocols\r\nUpgrade: websocket\r\n',
  '101 Switching Protocols\r\nConnection: Upgrade\r\n',
  '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
  '101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n',
  '101 Switching Protocols\r\nTransfer-Encoding: chunked\r\n',
  '101 Switching Protocols\r\nConnection: Upgrade, close\r\nUpgrade:\r\n',
  '101\r\n',
  '100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\n',
  '103 Early Hints\r\n\r\nHTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n',
  '200 OK\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
  '204 No Content\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r\n',
  '426 Upgrade Required\r\nConnection: Upgrade\r\nUpgrade: TLS/1.0\r\n',
  '302 Found\r\nLocation: /other\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n',
].map((head): Reply => ({ raw: `HTTP/1.1 ${head}\r\n<title>x</title>` }));

/** A page that causes every kind of request of a report. */
const asking = html(`<!doctype html><html lang=en><head><title>A page</title>
<link rel=canonical href=/canonical><link rel=alternate hreflang=de href=/de>
<link rel=icon href=/icon><link rel=stylesheet href=/style><meta property=og:image content=/image>
<script src=/script></script></head><body><a href=/link>x</a><img src=/picture alt=x>`);

const oddUrls = [
  'about:blank',
  'mailto:a@b.org',
  'javascript:void(0)',
  'data:text/html,x',
  'feed:https://example.com/',
  'tel:1',
  'blob:null/x',
  'urn:x',
  'http://',
  'http:///x',
  'https://[',
  'x-:',
  'file:///etc/passwd',
];

/** The places where a page and its site can contain a URL. */
const siteWith: Readonly<Record<string, (url: string) => Site>> = {
  canonical: (url) => page(`<link rel=canonical href="${url}">`),
  'canonical in a Link header': (url) => ({
    '*': html('<title>x</title>', { link: `<${url}>; rel="canonical"` }),
  }),
  hreflang: (url) => page(`<link rel=alternate hreflang=de href="${url}">`),
  'hreflang in a Link header': (url) => ({
    '*': html('<title>x</title>', { link: `<${url}>; rel="alternate"; hreflang="de"` }),
  }),
  icon: (url) => page(`<link rel=icon href="${url}">`),
  'next page': (url) => page(`<link rel=next href="${url}"><link rel=amphtml href="${url}">`),
  preview: (url) =>
    page(`<meta property=og:image content="${url}"><meta property=og:url content="${url}">`),
  refresh: (url) => page(`<meta http-equiv=refresh content="0; url=${url}">`),
  base: (url) => page(`<base href="${url}"><link rel=canonical href=x><a href=y>x</a>`),
  content: (url) =>
    page(`<a href="${url}">x</a><img src="${url}"><script src="${url}"></script>
      <iframe src="${url}"></iframe><form action="${url}"></form>`),
  'robots.txt': (url) => ({
    '/robots.txt': { body: `Sitemap: ${url}\n` },
    '*': html('<title>x</title>'),
  }),
  sitemap: (url) => ({
    '/sitemap.xml': { body: `<urlset><url><loc>${url}</loc></url></urlset>` },
    '*': html('<title>x</title>'),
  }),
  redirect: (url) => ({
    '/': html('<link rel=canonical href=/x><a href=/y>x</a>'),
    '*': { status: 302, headers: { location: url } },
  }),
};

export const responseAttacks: readonly Attack[] = [
  { name: 'upgrades instead of the page', run: upgradesAt((reply) => ({ '*': reply })) },
  {
    name: 'upgrades in other responses',
    run: upgradesAt((reply) => ({ '/': asking, '*': reply })),
  },
  ...Object.entries(siteWith).map(([position, siteOf]) => ({
    name: `odd URLs: ${position}`,
    isLong: position !== 'content',
    run: (server: AttackedServer) => reportsOf(server, oddUrls.map(siteOf)),
  })),
];

function upgradesAt(siteOf: (reply: Reply) => Site): Attack['run'] {
  return (server) => reportsOf(server, upgrades.map(siteOf));
}

/** A report of each site, a few at a time. */
async function reportsOf(server: AttackedServer, sites: readonly Site[]) {
  const outcomes: Outcome[] = [];
  const left = sites.entries();
  await Promise.all(
    attackers.map(async (owner) => {
      for (const [, site] of left) {
        outcomes.push(await withTarget(site, (origin) => report(server, owner, origin)));
      }
    }),
  );
  return [failures(outcomes)];
}

function page(content: string): Site {
  return { '*': html(`<!doctype html><html lang=en><title>x</title>${content}`) };
}
