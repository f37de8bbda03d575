import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, type Dispatcher, request } from 'undici';
import { startDnsServer } from '../packages/audit/src/fetch/fixtures/dns-server.ts';
import { createNetwork } from '../packages/audit/src/fetch/network.ts';
import { parseTarget } from '../packages/audit/src/fetch/parse-target.ts';
import { auditPage } from '../packages/audit/src/report/audit-page.ts';
import { defaultRuleset } from '../packages/audit/src/scoring/ruleset.ts';
import { median } from '../scripts/budgets/time-node.ts';
import type { Goal } from './report/finding.ts';
import { publish } from './report/publish.ts';

// What a report costs on the network: requests, connections, round trips and time at a server that delays
// every response, and the CPU time and the rate of reports without delays, one, ten and thirty at a time. The server is
// a separate process, on loopback: connecting takes no time, so a round trip is one wait for a response.
//
//   npm run bench -- round-trips
//   npm run bench -- round-trips --delays 0,300 --reports 50

const option = (name: string, fallback: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const delays = option('delays', '0,100,300').split(',').map(Number);
const reports = Number(option('reports', '60'));
/** Reports of one owner at a time, and in all. */
const loads = [1, 10, 30];
/** What the sites speak. */
const kinds = ['http', 'https', 'http/2'];
const host = 'good.test';
const pem = (name: string) =>
  readFileSync(
    new URL(`../packages/audit/src/fetch/fixtures/tls/${name}`, import.meta.url),
    'utf8',
  );

/** What the server counted since it was last asked. */
interface Counts {
  readonly requests: number;
  readonly connections: number;
  /** Bytes that the server sent. */
  readonly bytes: number;
  /** The origins of the pages to report. */
  readonly sites: readonly string[];
  /** What was requested, in order: at most as many as two reports request. */
  readonly requested: readonly Requested[];
}

interface Requested {
  readonly method: string;
  readonly url: string;
}

if (process.argv.includes('--server')) serve();
else await measure();

/** A page as sites have it: links to itself and others, images, files, an icon and a sharing image. */
function pageOf(origin: string, external: string): string {
  const many = (count: number, tagAt: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => tagAt(index)).join('\n');
  return `<!doctype html><html lang=en><head><meta charset=utf-8><title>Bolts and nuts of all sizes</title>
<meta name=description content="Bolts and nuts in all sizes, from stock, for workshops and homes.">
<meta name=viewport content="width=device-width"><link rel=canonical href="${origin}/">
<link rel=icon href=/icon.png><link rel=stylesheet href=/a.css><link rel=stylesheet href=/b.css>
<script src=/a.js defer></script><script src=/b.js defer></script>
<meta property=og:image content="${origin}/share.png"></head><body><h1>Bolts and nuts</h1>
${many(30, (index) => `<p>About bolts and nuts of size ${index}: <a href="/page/${index}">bolts of size ${index}</a></p>`)}
${many(8, (index) => `<p><a href="${external}/page/${index}">the maker of bolts ${index}</a></p>`)}
${many(12, (index) => `<img src="/image/${index}.png" alt="Bolt ${index}" width=10 height=10>`)}
</body></html>`;
}

/** Bytes of responses by path: pages of 30 KB, images of 40 KB, files of 20 KB, as is common. */
function bodyOf(path: string, origin: string, external: string): [string, string] | null {
  if (path === '/') return ['text/html', pageOf(origin, external)];
  if (path === '/robots.txt') {
    return ['text/plain', `User-agent: *\nDisallow: /x\nSitemap: ${origin}/sitemap-index.xml\n`];
  }
  const xml = (root: string, entries: string) =>
    `<?xml version="1.0"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</${root}>`;
  if (path === '/sitemap-index.xml') {
    const children = [1, 2, 3].map(
      (id) => `<sitemap><loc>${origin}/sitemap-${id}.xml</loc></sitemap>`,
    );
    return ['application/xml', xml('sitemapindex', children.join(''))];
  }
  const sitemap = /^\/sitemap-(\d)\.xml$/.exec(path)?.[1];
  if (sitemap !== undefined) {
    const last = sitemap === '3' ? `<url><loc>${origin}/</loc></url>` : '';
    const urls = Array.from({ length: 500 }, (_, id) => `<url><loc>${origin}/p/${id}</loc></url>`);
    return ['application/xml', xml('urlset', `${urls.join('')}${last}`)];
  }
  if (path.startsWith('/page/'))
    return ['text/html', `<!doctype html><title>x</title>${'<p>text'.repeat(4_300)}`];
  if (/\.(?:css|js)$/.test(path))
    return [path.endsWith('js') ? 'text/javascript' : 'text/css', 'a{}\n'.repeat(5_000)];
  if (path.startsWith('/image/')) return ['image/png', 'x'.repeat(40_000)];
  if (/\.png$/.test(path)) return ['image/png', 'x'.repeat(4_000)];
  return null;
}

function serve(): void {
  const counts = { requests: 0, connections: 0, bytes: 0 };
  let requested: Requested[] = [];
  let delay = 0;
  let open = 0;
  const certificate = { cert: pem('good.pem'), key: pem('server.key') };
  /** Two sites: the second one has the external links of the first. */
  const sites = kinds.map((kind) => {
    const scheme = kind === 'http' ? 'http' : 'https';
    const origins = () =>
      servers.map((server) => `${scheme}://${host}:${(server.address() as AddressInfo).port}`);
    const listener: RequestListener = (request, response) => {
      counts.requests++;
      if (requested.length < 100) {
        const { method = '', url = '', headers } = request;
        const authority = headers.host ?? headers[':authority'];
        requested.push({ method, url: `${scheme}://${authority}${url}` });
      }
      const [origin = '', external = ''] = origins();
      const body = bodyOf(request.url ?? '', origin, external);
      const [type, text] = body ?? ['text/html', `<!doctype html>${'<p>Not found'.repeat(500)}`];
      const length = { 'content-type': type, 'content-length': text.length };
      setTimeout(() => response.writeHead(body === null ? 404 : 200, length).end(text), delay);
    };
    const create = () => {
      if (kind === 'http') return createHttpServer(listener);
      if (kind === 'https') return createHttpsServer(certificate, listener);
      // The interface of Node for both: what the listener uses is the same.
      return createSecureServer(certificate, listener as never);
    };
    const servers = [create(), create()];
    for (const server of servers) {
      server.listen(0, '127.0.0.1').on('connection', (socket) => {
        counts.connections++;
        open++;
        socket.once('close', () => {
          open--;
          counts.bytes += socket.bytesWritten;
        });
      });
    }
    return origins;
  });
  process.on('message', async (delayMs: number) => {
    // Bytes are counted when connections close.
    while (open > 0) await wait(5);
    process.send?.({ ...counts, requested, sites: sites.map((origins) => origins()[0]) });
    Object.assign(counts, { requests: 0, connections: 0, bytes: 0 });
    requested = [];
    delay = delayMs;
  });
  process.on('disconnect', () => process.exit());
}

async function measure(): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ['--server'], { execArgv: process.execArgv });
  const dns = await startDnsServer({ [host]: ['127.0.0.1'] });
  try {
    const { sites } = await setDelay(server, 0);
    const network = createNetwork({
      ports: 'any',
      allowAddresses: ['127.0.0.1'],
      nameServers: [dns.address],
      trustedCertificates: [pem('ca.pem')],
    });
    const report = (url: string) =>
      auditPage(parseTarget(url, network), {
        network,
        now: () => new Date(),
        randomBytes: (size) => new Uint8Array(size),
        ruleset: defaultRuleset,
        expectIndexable: true,
      });
    const waits: (string | number)[][] = [];
    const rates: (string | number)[][] = [];
    const cpu = new Map<string, number>();
    for (const [at, url] of sites.entries()) {
      const kind = kinds[at];
      // Node 20 does not (docs/adr/0040).
      if (kind === 'http/2' && !network.usesHttp2) continue;
      for (let warm = 0; warm < 10; warm++) await report(url);
      for (const delay of delays) {
        await setDelay(server, delay);
        const runs: number[] = [];
        for (let run = 0; run < 3; run++) {
          const startedAt = performance.now();
          await report(url);
          runs.push(performance.now() - startedAt);
        }
        const ms = median(runs);
        const { requests, connections, bytes } = await setDelay(server, 0);
        waits.push([
          `${kind}, ${delay} ms`,
          ...[requests / 3, connections / 3, Math.round(bytes / 3_000)],
          ...[delay === 0 ? '–' : ms / delay, Math.round(ms)],
        ]);
      }
      await setDelay(server, 0);
      await report(url);
      const { requested } = await setDelay(server, 0);
      const ways: Record<string, () => Promise<unknown>> = {
        'a report': () => report(url),
        'undici, the same requests': () => requestAll(requested),
      };
      for (const atOnce of loads) {
        for (const [way, run] of Object.entries(ways)) {
          // undici speaks HTTP/2 in another way, which is not what is compared.
          if (kind === 'http/2' && way !== 'a report') continue;
          for (let warm = 0; warm < 3; warm++) await run();
          const [cpuAtStart, loadAt] = [process.cpuUsage(), performance.now()];
          for (let done = 0; done < reports; done += atOnce) {
            await Promise.all(Array.from({ length: atOnce }, run));
          }
          const { user, system } = process.cpuUsage(cpuAtStart);
          const perSecond = (1_000 * reports) / (performance.now() - loadAt);
          const micros = (user + system) / reports;
          const perRequest = Math.round(micros / requested.length);
          rates.push([
            `${kind}, ${atOnce} at a time: ${way}`,
            micros / 1_000,
            perRequest,
            perSecond,
          ]);
          if (way === 'a report') cpu.set(`${kind} ${atOnce}`, micros / 1_000);
        }
      }
    }
    const goal = (kind: string, atMost: number): Goal => ({
      kind: 'goal',
      what: `CPU of a report with its requests, ten at a time, ${kind}`,
      measured: cpu.get(`${kind} 10`) ?? Number.NaN,
      unit: ' ms',
      atMost,
      missedBecause:
        'reading and all checks take about a third. undici alone takes a sixth of it by http, and half by https, where each new TLS connection takes 1.1 to 1.3 ms.',
    });
    publish(
      {
        kind: 'table',
        title: 'A report of a page with many requests, by the latency of its site',
        about:
          'A page with links, images, files, an icon and three sitemaps in an index; the site delays each response. Medians of three.',
        columns: ['', 'requests', 'connections', 'KB', 'round trips', 'ms'],
        rows: waits,
      },
      {
        kind: 'table',
        title: 'Whole reports at a time, without latency',
        about:
          'The same requests by undici, eight at a time on new connections, with their bodies read and nothing else.',
        columns: ['', 'ms of CPU time', 'µs a request', 'a second'],
        rows: rates,
      },
      goal('http', 15),
      goal('https', 20),
    );
  } finally {
    server.disconnect();
    await dns.close();
  }
}

/** As little as undici can do: eight requests at a time, as a report sends, on its own connections. */
async function requestAll(requested: readonly Requested[]): Promise<void> {
  const lookup: LookupFunction = (_, options, done) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
  const agent = new Agent({ connections: 8, connect: { lookup, ca: pem('ca.pem') } });
  const waiting = [...requested];
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const method = one.method as Dispatcher.HttpMethod;
      const { body } = await request(one.url, { method, dispatcher: agent });
      await body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 8 }, next));
  await agent.close();
}

/** Sets the delay, and returns what was counted before. */
function setDelay(server: ChildProcess, ms: number): Promise<Counts> {
  return new Promise((resolve) => {
    server.once('message', (counts: Counts) => resolve(counts));
    server.send(ms);
  });
}
