import { startServer } from '@sitegrade/audit/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { analyzePage } from './analyze-page.ts';
import { createReport } from './create-report.ts';
import { listReports } from './list-reports.ts';

/** A page on loopback, and a context that may fetch it. */
async function start(analyses = {}) {
  const requested: string[] = [];
  const origin = await startServer(({ url = '' }, response) => {
    requested.push(url);
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (url !== '/held') {
      response.setHeader('content-type', 'text/html').end('<!DOCTYPE html><title>Bread</title>');
    }
  });
  const events: SitegradeEvent[] = [];
  const context = createContext({
    store: memoryStore(),
    now: () => new Date('2026-06-01T12:00:00.000Z'),
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    analyses,
    onEvent: (event) => void events.push(event),
  });
  return { context, origin, events, requested };
}

it('finds what a report finds, and stores nothing', async () => {
  const { context, origin, events } = await start();
  const analysis = await analyzePage(context, 'ann', { url: `${origin}/bread#top` });
  expect((await listReports(context, 'ann')).total).toBe(0);
  expect(events).toEqual([]);

  const report = await createReport(context, 'ann', { url: `${origin}/bread` });
  const { id, websiteId, shareToken, ...rest } = report;
  expect(Object.keys(analysis).sort()).toEqual(Object.keys(rest).sort());
  expect(analysis.checks['meta-description']).toMatchObject({ status: 'fail', deduction: 5 });
  const { url, finalUrl, domain, title, score, result, createdAt, fixFirst } = rest;
  expect(analysis).toMatchObject({
    url,
    finalUrl,
    domain,
    title,
    score,
    result,
    createdAt,
    fixFirst,
  });
});

it('analyses a site in development, with allowLocalhost', async () => {
  const { origin, requested } = await start();
  const { port } = new URL(origin);
  const context = createContext({ store: memoryStore(), network: { allowLocalhost: true } });
  for (const url of [`http://localhost:${port}/bread`, `localhost:${port}/bread`]) {
    const analysis = await analyzePage(context, 'ann', { url });
    const finalUrl = `http://localhost:${port}/bread`;
    expect(analysis).toMatchObject({ finalUrl, domain: `localhost:${port}`, title: 'Bread' });
    // The other requests of a report are allowed, too.
    expect(analysis.checks['robots-txt-fetch']?.status).toBe('pass');
  }
  expect(requested).toContain('/robots.txt');
});

it('shares the limits of concurrent analyses, or waits for a slot', async () => {
  const { context, origin, requested } = await start({ perOwner: 1 });
  const controller = new AbortController();
  const { signal } = controller;
  const held = analyzePage(context, 'ann', { url: `${origin}/held` }, { signal });
  const second = { url: `${origin}/bread` };
  await expect(analyzePage(context, 'ann', second)).rejects.toMatchObject({ code: 'rate_limited' });
  const waiting = analyzePage(context, 'ann', second, { wait: true });
  expect(requested).not.toContain('/bread');

  controller.abort(new Error('left'));
  await expect(held).rejects.toThrow('left');
  expect((await waiting).title).toBe('Bread');
});

it('refuses a URL that is invalid or not allowed', async () => {
  const { context } = await start();
  const codeOf = (url: string) => analyzePage(context, 'ann', { url }).catch(({ code }) => code);
  expect(await codeOf('')).toBe('invalid_input');
  expect(await codeOf('http://10.0.0.1/')).toBe('url_not_allowed');
});

/** A site whose requests are kept with their header `x-key`. */
async function startKeyed(pageOf: (other: string) => (url: string) => string | undefined) {
  const received: string[] = [];
  const serve = (name: string, respond: (url: string) => string | undefined) =>
    startServer(({ url = '', headers }, response) => {
      received.push(`${name} ${url} ${headers['x-key'] ?? 'without'}`);
      const body = respond(url);
      if (body === undefined) response.writeHead(404).end();
      else if (body.startsWith('http')) response.writeHead(302, { location: body }).end();
      else response.setHeader('content-type', 'text/html').end(body);
    });
  let site = '';
  const other = await serve('other', (url) => (url === '/back' ? `${site}/returned` : links(site)));
  const respond = pageOf(other);
  site = await serve('site', respond);
  const context = createContext({
    store: memoryStore(),
    network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
  });
  return { context, site, received };
}

const links = (...origins: string[]) =>
  `<!DOCTYPE html><title>Bread</title>${origins
    .flatMap((origin) => [`<a href="${origin}/linked">a</a>`, `<img src="${origin}/back">`])
    .join('')}`;

it('sends headers to the origin of the URL, and to no other', async () => {
  const { context, site, received } = await startKeyed(
    (other) => (url) => (url === '/' ? `<base href="/">${links(other, '')}` : undefined),
  );
  await analyzePage(context, 'ann', { url: `${site}/` }, { headers: { 'X-Key': 'secret' } });
  expect(received).toContain('site / secret');
  expect(received).toContain('site /robots.txt secret');
  expect(received).toContain('site /linked secret');
  expect(received).toContain('other /linked without');
  expect(received).toContain('other /back without');
  expect(received).toContain('site /returned without');
  expect(received.filter((line) => /^other .*secret/.test(line))).toEqual([]);
});

it('sends no headers once the page has redirected to another origin', async () => {
  const { context, site, received } = await startKeyed(
    (other) => (url) => (url === '/' ? `${other}/page` : undefined),
  );
  await analyzePage(context, 'ann', { url: `${site}/` }, { headers: { 'X-Key': 'secret' } });
  expect(received).toContain('site / secret');
  expect(received).toContain('other /page without');
  expect(received).toContain('site /linked without');
  expect(received.filter((line) => line.startsWith('other') && line.includes('secret'))).toEqual(
    [],
  );
});

it('refuses a header that cannot be sent', async () => {
  const { context, origin } = await start();
  const analysis = analyzePage(context, 'ann', { url: origin }, { headers: { Host: 'evil.test' } });
  await expect(analysis).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'The header Host cannot be set.',
  });
});

it('reports each request when it is sent and when it has ended, also one that fails', async () => {
  const { context, origin, requested } = await start();
  const lines: string[] = [];
  const onRequest = (url: string) => {
    lines.push(`+ ${url}`);
    return () => void lines.push(`- ${url}`);
  };
  await analyzePage(context, 'ann', { url: `${origin}/bread` }, { onRequest });
  expect(lines.slice(0, 2).sort()).toEqual([`+ ${origin}/bread`, `+ ${origin}/robots.txt`]);
  const urlsOf = (mark: string) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
  expect(urlsOf('+').sort()).toEqual(urlsOf('-').sort());
  const sent = urlsOf('+').filter((url) => url.startsWith(origin));
  expect(sent.length).toBeGreaterThanOrEqual(requested.length);

  lines.length = 0;
  const failing = { url: origin.replace(/:\d+$/, ':1') };
  await expect(analyzePage(context, 'ann', failing, { onRequest })).rejects.toThrow();
  expect(urlsOf('-')).toContain(`${failing.url}/`);
});
