import { connect } from 'node:net';
import { type Attack, blockOf, failures, report, withTarget } from './attack.ts';
import type { AttackedServer, Owner } from './start-server.ts';
import { html, packed, type Site } from './start-target.ts';

// Pages and requests that block the event loop, and so all other requests.

const list = (length: number, part: (at: number) => string) =>
  Array.from({ length }, (_, at) => part(at)).join('');
const jsonLd = (written: string): Site => ({
  '/': packed(`<title>x</title><script type=application/ld+json>${written}</script>`),
});
const robotsTxt = (written: string, page = '<title>x</title>'): Site => ({
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: written },
  '/': html(page),
});
/** The maximum number of terms of a page. */
const terms = list(100, (at) => `${at ? ',' : ''}"t${at}":"https://example.com/${at}"`);
const longLinks = list(100, (at) => `<a href="/${'ab'.repeat(990)}${at}">x</a>`);

const sites: Readonly<Record<string, () => Site>> = {
  'JSON-LD: a list of contexts': () => {
    return jsonLd(`{"@context":[{${terms}}${',{}'.repeat(60_000)}],"@type":"Thing"}`);
  },
  'JSON-LD: nested contexts': () => {
    const depth = 180;
    const chain = `${'{"@context":{"u":"v"},"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    return jsonLd(`{"@context":{${terms}},"a":[${list(40, () => `${chain},`)}1]}`);
  },
  '1,000 canonical links of escapes': () => ({
    '/': packed(
      `<title>x</title>${list(1_000, (at) => `<link rel=canonical href="/${'%41%7e'.repeat(330)}${at}">`)}`,
    ),
  }),
  'robots.txt: 18,000 groups': () =>
    robotsTxt(
      list(18_000, (at) => `User-agent: *\nDisallow: /${at}\n`),
      longLinks,
    ),
  'robots.txt: 32,000 patterns': () =>
    robotsTxt(`User-agent: *\n${list(32_000, (at) => `Disallow:*a*b*${at % 10}\n`)}`, longLinks),
  'robots.txt: 400 long sitemap lines': () =>
    robotsTxt(list(400, (at) => `Sitemap: https://${'ä'.repeat(600)}.${at}.example/\n`)),
  'a sitemap of 60,000 namespaces': () => ({
    '/sitemap.xml': { body: `<urlset ${list(60_000, (at) => `xmlns:a${at}="x" `)}></urlset>` },
    '/': html('<title>x</title>'),
  }),
  'long hreflang': () => ({
    '/': packed(
      `<title>x</title>${list(10_000, (at) => `<link rel=alternate hreflang="${'en-'.repeat(600)}${at}" href=/${at}>`)}`,
    ),
  }),
  'aria-labelledby': () => ({
    '/': packed(
      `${list(2_000, (at) => `<p id=l${at}>${'word '.repeat(200)}</p>`)}${list(2_000, (at) => `<a href=/ aria-labelledby="${list(300, (id) => `l${(at + id) % 2_000} `)}">x</a>`)}`,
    ),
  }),
  '4,000 buttons of long labels': () => ({
    '/': packed(
      `<title>x</title>${list(4_000, (at) => `<button aria-label="${at} ${'wörd '.repeat(400)}">${'wörd '.repeat(400)}</button>`)}`,
    ),
  }),
  'long lists of images': () => ({
    '/': packed(
      `<title>x</title>${list(4_000, (at) => `<a href=/${at}>${'word '.repeat(50)}<img src=/${at} srcset="${'a 1w, '.repeat(330)}" alt="${'word '.repeat(400)}"></a>`)}`,
    ),
  }),
  'JSON-LD: 1.8 MB of articles': () => ({
    '/': packed(
      `<title>x</title>${list(12, () => `<script type=application/ld+json>[${'{"@context":"https://schema.org","@type":"Article","author":{"name":"x"}},'.repeat(2_000)}{}]</script>`)}`,
    ),
  }),
  'nested microdata': () => ({
    '/': packed('<div itemscope itemtype=https://schema.org/Thing itemprop=a>'.repeat(20_000)),
  }),
};

const attackers: readonly Owner[] = ['first', 'second', 'third'];

export const blockAttacks: readonly Attack[] = [
  ...Object.entries(sites).map(([name, site]) => ({
    name,
    run: (server: AttackedServer) =>
      withTarget(site(), async (origin) => {
        await server.figures();
        const outcome = await report(server, 'first', origin);
        return [blockOf(await server.figures()), failures([outcome])];
      }),
  })),
  {
    name: 'twelve bombs of three keys',
    run: (server) =>
      withTarget({ '/': packed('<p>word '.repeat(32 * 1024 * 1024)) }, async (origin) => {
        await server.figures();
        const outcomes = await Promise.all(
          Array.from({ length: 12 }, (_, at) =>
            report(server, attackers[at % 3] ?? 'first', origin),
          ),
        );
        return [blockOf(await server.figures()), failures(outcomes)];
      }),
  },
  {
    name: '20,000 wrong keys on one socket',
    async run(server) {
      await server.figures();
      await pipelineWrongKeys(server.address, 20_000);
      return [blockOf(await server.figures())];
    },
  },
];

/** Resolves when all are refused, or the server closes the connection. */
function pipelineWrongKeys(address: string, count: number): Promise<void> {
  const { hostname, port } = new URL(address);
  const request = `GET /api/v1/reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sitegrade_wrong\r\n\r\n`;
  return new Promise((resolve) => {
    let refused = 0;
    const socket = connect(Number(port), hostname);
    socket.setEncoding('latin1').on('data', (part: string) => {
      refused += part.split('HTTP/1.1 401').length - 1;
      if (refused >= count) socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve());
    socket.write(request.repeat(count));
  });
}
