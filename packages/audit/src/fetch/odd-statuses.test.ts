import { describe, expect, it } from 'vitest';
import { siteFiles } from '../probes/probe-facts.ts';
import { auditPage } from '../report/audit-page.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { failureOf, testDns, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { pem, startHttp, startRawServer, startTls } from './fixtures/servers.ts';
import { parseTarget } from './parse-target.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>';
const upgrade = 'Connection: upgrade\r\nUpgrade: websocket\r\n';

/** Responses that switch to a protocol that was not requested, or have a status below 100. */
const odd: readonly string[] = [
  ...['', upgrade, 'Upgrade: x\r\n', 'Connection: upgrade\r\n', 'Connection: close\r\n'].flatMap(
    (lines) => [
      `HTTP/1.1 101 Switching\r\n${lines}\r\n`,
      `HTTP/1.1 101 Switching\r\n${lines}\r\nhello`,
      `HTTP/1.1 101 Switching\r\n${lines}\r\n${ok}`,
    ],
  ),
  'HTTP/1.0 101 Switching\r\n\r\n',
  'HTTP/1.1 101 Switching\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 101 Switching\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 101 Switching\r\n\r\n',
  `HTTP/1.1 101 Switching\r\n\r\nHTTP/1.1 101 Switching\r\n${upgrade}\r\n`,
  'HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 099 Less\r\n\r\n',
];

const refused = { code: 'page_unreachable', reason: 'http_protocol_error' };

describe.each(odd)('%j', (answer) => {
  it.each([
    ['whole', {}],
    ['without its body', { cutAt: 0 }],
  ])('is not a valid response, read %s', async (_how, request) => {
    const server = await startRawServer(answer);
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await failureOf(fetcher.fetch(new URL(server.url), request))).toMatchObject(refused);
    await expect.poll(() => server.open()).toBe(0);
  });

  it('is not valid after a redirect', async () => {
    const server = await startRawServer(answer);
    const first = await startHttp((_request, response) =>
      response.writeHead(302, { location: server.url }).end(),
    );
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    const failure = await failureOf(fetcher.fetch(new URL(first.url)));
    expect(failure).toMatchObject(refused);
    expect(failure.message).toMatch(/^The page redirects/);
  });

  it('is not valid over TLS', async () => {
    const dns = await testDns({ 'good.test': ['127.0.0.1'] });
    const server = await startTls(({ socket }) => socket.end(answer), {
      cert: pem('good.pem'),
      key: pem('server.key'),
    });
    const fetcher = testFetcher({
      allowAddresses: ['127.0.0.1'],
      nameServers: [dns.address],
      trustedCertificates: [pem('ca.pem')],
    });
    const url = new URL(`https://good.test:${server.port}/`);
    expect(await failureOf(fetcher.fetch(url))).toMatchObject(refused);
  });
});

const page = `<!doctype html><html lang=en><head><title>x</title><link rel=canonical href=/canonical>
<link rel=alternate hreflang=de href=/de><link rel=icon href=/icon.png><script src=/s.js></script>
<link rel=stylesheet href=/s.css><meta property=og:image content=/shared.png></head>
<body><img src=/image.png><a href=/link>x</a>`;

/** The requests of a report, by path. All others get a valid response. */
const paths: readonly string[] = [
  ...['/', '/robots.txt', '/sitemap.xml', '/sitegrade-', '/canonical', '/de', '/icon.png', '/s.js'],
  ...['/s.css', '/shared.png', '/image.png', '/link', ...Object.values(siteFiles)],
];

it.each(paths)('a report with status 101 for %s is complete', async (path) => {
  let sent = 0;
  const site = await startHttp(({ url = '', socket }, response) => {
    if (path === '/' ? url === '/' : url.startsWith(path)) {
      sent++;
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    } else if (url === '/') response.setHeader('content-type', 'text/html').end(page);
    else response.writeHead(404).end();
  });
  const network = testNetwork({ allowAddresses: ['127.0.0.1'] });
  const auditing = auditPage(parseTarget(site.url, network), {
    network,
    now: () => new Date('2026-01-01T00:00:00Z'),
    randomBytes: (size) => new Uint8Array(size),
    ruleset: defaultRuleset,
    expectIndexable: true,
  });
  if (path === '/') expect(await failureOf(auditing)).toMatchObject(refused);
  else expect((await auditing).audit.httpStatus).toBe(200);
  expect(sent).toBeGreaterThan(0);
});
