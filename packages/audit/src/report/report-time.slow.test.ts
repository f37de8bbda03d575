import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as startTimer } from 'node:timers';
import { describe, expect, it } from 'vitest';
import { ownFetcher, testNetwork } from '../fetch/fixtures/fetching.ts';
import { countResources, heapInUse, leakedResources } from '../fetch/fixtures/resources.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { stopTime } from '../fixtures/fake-time.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { pageOf } from '../probes/fixtures/page-of.ts';
import { probeAll } from '../probes/fixtures/probed-site.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditPage } from './audit-page.ts';

const options = {
  now: () => new Date('2026-01-01T00:00:00Z'),
  randomBytes: (size: number) => new Uint8Array(size),
  ruleset: defaultRuleset,
  expectIndexable: true,
};

/** A page with URLs for every probe. */
const page = `<!doctype html><html lang=en><head><title>x</title><link rel=canonical href=/to/1>
  ${Array.from({ length: 6 }, (_, index) => `<link rel=alternate hreflang=d${index} href=/lang/${index}>`).join('')}
  <link rel=icon href=/icon><link rel=stylesheet href=/style><script src=/script></script>
  <meta property=og:image content=/image></head><body>
  ${Array.from({ length: 30 }, (_, index) => `<a href=/link/${index}>x</a><img src=/img/${index}>`).join('')}`;

/** Long, and quick to parse: the time is that of requests. */
const endlessPart = `<p>${'text '.repeat(3_000)}`;

let redirectCount = 0;
/** Servers that never finish a response, or fail. */
const faults: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  hangs: () => {},
  drips: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<'), 10);
    response.once('close', () => clearInterval(timer));
  },
  'drips its headers': ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nX: ');
    const timer = setInterval(() => socket?.write('a'), 10);
    socket?.once('close', () => clearInterval(timer));
  },
  'redirects endlessly': (response) => {
    response.writeHead(302, { location: `/again/${++redirectCount}` }).end();
  },
  'redirects endlessly and slowly': (response) => {
    const timer = startTimer(
      () => response.writeHead(302, { location: `/${++redirectCount}` }).end(),
      90,
    );
    response.once('close', () => clearTimeout(timer));
  },
  'sends an endless body': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => {
      if (!response.writableNeedDrain) response.write(endlessPart);
    }, 10);
    response.once('close', () => clearInterval(timer));
  },
  'resets the connection': ({ socket }) => socket?.resetAndDestroy(),
  'responds with 404': (response) => response.writeHead(404).end(),
};
const names = Object.keys(faults);

/** A site with a page, where all other requests have a fault. */
const startSite = (faultOf: (request: IncomingMessage) => string) =>
  startHttp((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(page);
    else faults[faultOf(request)]?.(response);
  });

const network = (totalMs: number) =>
  testNetwork({ allowAddresses: ['127.0.0.1'], limits: { totalMs, headersMs: 600_000 } });

/** Audits a page with a time limit of 700 ms, all of which passes as soon as the page was read. */
async function auditInTime(url: string) {
  const pass = stopTime();
  const reading = {
    receive: () => {},
    startReading: () => undefined,
    finishReading: () => void setImmediate(() => pass(700)),
    keep: () => {},
    close: () => {},
  };
  return await auditPage(parseTarget(url, network(60_000)), {
    ...options,
    network: network(700),
    memory: { open: () => reading },
  });
}

describe('a report is complete at its time limit if everything except the page', () => {
  it.each(names)('%s', async (fault) => {
    const site = await startSite(() => fault);
    const { audit } = await auditInTime(site.url);
    expect(audit.httpStatus).toBe(200);
    await expect.poll(() => site.open()).toBe(0);
  });

  it.each(names)('%s, except robots.txt', async (fault) => {
    const site = await startSite(({ url }) =>
      url === '/robots.txt' ? 'responds with 404' : fault,
    );
    const { audit } = await auditInTime(site.url);
    expect(audit.httpStatus).toBe(200);
    await expect.poll(() => site.open()).toBe(0);
  });
});

it('probes take at most five seconds if no server responds', async () => {
  let waiting = 0;
  const site = await startSite(() => {
    waiting++;
    return 'hangs';
  });
  const fetcher = ownFetcher(network(60_000));
  const pass = stopTime();
  const probing = probeAll({
    fetcher,
    ...(await pageOf(page, site.url)),
    response: { url: site.url, finalUrl: site.url, status: 200, redirects: [], headers: new Map() },
    robots: { kind: 'none', status: 404 },
    userAgent: 'sitegrade',
    cpu: openCpuAccount(),
    randomBytes: options.randomBytes,
  });
  await expect.poll(() => waiting).toBe(4);
  pass(2_500);
  await expect.poll(() => waiting).toBe(8);
  pass(2_500);
  const facts = await probing;
  expect(waiting).toBe(8);
  expect(facts.links.sample.at(-1)?.probe.kind).toBe('skipped');
  await fetcher.close();
});

describe('a client that disconnects', () => {
  it.each(names.slice(0, 6))('ends a report whose site %s', async (fault) => {
    const asked = new EventEmitter();
    const site = await startSite(({ url }) => {
      if (url === '/robots.txt') return 'responds with 404';
      asked.emit('fault');
      return fault;
    });
    // Some faults end the report soon.
    const isAsked = once(asked, 'fault');
    const client = new AbortController();
    const audit = auditPage(parseTarget(site.url, network(60_000)), {
      ...options,
      network: network(60_000),
      signal: client.signal,
    });
    const ended = audit.catch((error: unknown) => error);
    // No time limit ends the report.
    stopTime();
    await isAsked;
    client.abort(new Error('disconnected'));
    expect(await ended).toMatchObject({ message: 'disconnected' });
    await expect.poll(() => site.open()).toBe(0);
  });
});

it('mixed reports leak no resources', async () => {
  let next = 0;
  const site = await startSite(() => names[next++ % names.length] ?? '');
  const before = countResources();
  const auditMany = async (times: number) => {
    let started = 0;
    const work = async () => {
      while (started < times) {
        const hasty = started++ % 3 > 0;
        const client = new AbortController();
        const limits = network(hasty ? 80 : 400);
        const audit = auditPage(parseTarget(site.url, network(60_000)), {
          ...options,
          network: limits,
          signal: client.signal,
        });
        if (started % 4 === 0) setTimeout(() => client.abort(new Error('disconnected')), 30);
        await audit.catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  };
  await auditMany(40);
  expect(await leakedResources(before, 30_000)).toEqual({});
  const heapBefore = await heapInUse();
  await auditMany(120);
  expect(await leakedResources(before, 30_000)).toEqual({});
  expect(site.open()).toBe(0);
  // A leaked fetcher takes about 12 KB, the facts of a page more.
  expect((await heapInUse()) - heapBefore).toBeLessThan(2_000_000);
});
