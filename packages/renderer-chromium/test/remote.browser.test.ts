import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Renderer, RenderResult } from '@sitegrade/core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bundleScript } from '../../../scripts/bundle-script.ts';
import { chromiumRenderer } from '../src/chromium-renderer.ts';
import { type StartedBrowser, startBrowser } from './start-browser.ts';
import { startSites } from './start-sites.ts';
import { limits, pageOf, reasonOf, useRenderer } from './use-renderer.ts';

const sites = startSites();
const { serveSlowly } = sites;
const render = useRenderer(sites);
const site = 'http://site.test/';

/** A renderer that loads pages in a browser that is there. */
function remoteRenderer(address: string, pages = 2): Renderer {
  const renderer = chromiumRenderer({ trustedRemoteBrowser: address, pages });
  onTestFinished(() => renderer.close());
  return renderer;
}

const messageOf = (result: RenderResult) => String((result as { cause?: Error }).cause?.message);

beforeEach(() => {
  sites.serve(site, '<p>here</p>');
});

/** What of a page does not differ from time to time. */
function comparable(result: RenderResult) {
  const { ms, screenshot, requests, ...page } = pageOf(result);
  const sorted = requests.map(({ url, status, type }) => `${type} ${url} ${status}`).sort();
  return { ...page, requests: sorted, isPictured: screenshot !== null && screenshot.length > 500 };
}

describe('a browser that someone else has started', () => {
  it.each([
    ['its port', ({ url }: StartedBrowser) => url],
    ['its port on a name', ({ port }: StartedBrowser) => `http://localhost:${port}/`],
    ['its WebSocket', ({ webSocket }: StartedBrowser) => webSocket],
  ])('renders a page the same as one of ours, with the address of %s', async (_, addressOf) => {
    sites.serve(
      site,
      `<!doctype html><html lang="en"><head><title>Shell</title><link rel="icon" href="data:,"></head><body>
      <div id="root" style="width: 900px; color: #888; background: #fff">wide</div>
      <iframe src="http://other.test/"></iframe><script>
      new Worker(URL.createObjectURL(new Blob(['fetch("http://site.test/worker")'])));
      fetch('/data').then(() => { document.title = 'Built'; });
      document.body.append(typeof SharedWorker);
      throw new Error('oops');
      </script></body></html>`,
    );
    sites.serve('http://site.test/data', '{}');
    sites.serve('http://site.test/worker', '{}');
    sites.serve('http://other.test/', '<p>frame</p>');
    const browser = await startBrowser();
    const changes = { screenshot: true, headers: { 'x-own': '1' } };
    const ours = await render(changes);
    const sent = sites.requests.filter(({ headers }) => headers['x-own'] === '1').length;
    const theirs = await render(changes, remoteRenderer(addressOf(browser)));
    expect(comparable(theirs)).toEqual(comparable(ours));
    expect(comparable(theirs)).toMatchObject({ isPictured: true, html: /<title>Built/ });
    expect(sites.requests.filter(({ headers }) => headers['x-own'] === '1')).toHaveLength(2 * sent);
  });

  it('measures pages and prints documents', async () => {
    const browser = await startBrowser();
    const renderer = remoteRenderer(browser.url);
    const before = await browser.targets('page');
    sites.requireLogin();
    const request = { url: site, proxy: sites.proxy(), userAgent: 'x', headers: {}, limits };
    const throttling = { latencyMs: 1, downloadKbps: 10_000, uploadKbps: 10_000, cpuSlowdown: 1 };
    const { signal } = new AbortController();
    const measured = renderer.measure?.(
      { ...request, throttling, film: true, isNavigationAllowed: () => true },
      signal,
    );
    expect(await measured).toMatchObject({
      kind: 'measured',
      film: expect.arrayContaining([expect.anything()]),
    });
    const html = '<p>Printed</p>';
    const printed = renderer.print?.(
      { html, limits: { totalMs: 120_000, htmlBytes: 1_000, pdfBytes: 1_000_000 } },
      signal,
    );
    expect(await printed).toMatchObject({ kind: 'printed' });
    await expect.poll(() => browser.targets('page')).toEqual(before);
  });

  it('gets the credentials of a proxy that requires them, before the page', async () => {
    const browser = await startBrowser();
    const renderer = remoteRenderer(browser.url);
    sites.requireLogin();
    sites.serve(
      site,
      `<p>here</p><img src="/a.png"><iframe src="http://other.test/"></iframe><script>
      new WebSocket('ws://site.test/socket');
      new Worker(URL.createObjectURL(new Blob(['fetch("http://site.test/worker")'])));
      </script>`,
    );
    sites.serve('http://other.test/', '<img src="/b.png">');
    const page = pageOf(await render({}, renderer));
    expect(page.requests[0]).toMatchObject({ url: site, status: 200 });
    expect(page.requests.filter(({ url }) => url.includes('127.0.0.1'))).toEqual([]);
    const proxy = `${sites.proxy().replace(/\/\/.*@/, '//')}/`;
    expect(sites.challenges).toEqual([proxy]);
    expect(sites.requests.map(({ url }) => url).sort()).toEqual([
      'http://other.test/',
      'http://other.test/b.png',
      site,
      'http://site.test/a.png',
      'http://site.test/worker',
    ]);
    await expect.poll(() => sites.tunnels).toEqual(['site.test:80']);
    // Credentials of one page are not used for another.
    await render({}, renderer);
    expect(sites.challenges).toEqual([proxy, proxy]);
  });

  it('gives them to nothing else', async () => {
    sites.requireLogin();
    sites.serve(site, (_, response) => {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end('<p>asks</p>');
    });
    const browser = await startBrowser();
    const page = pageOf(await render({}, remoteRenderer(browser.url)));
    expect(page.requests[0]?.status).toBe(407);
    sites.serve(site, (request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' });
      response.end(`<p>${request.headers.authorization}</p>`);
    });
    expect(pageOf(await render({}, remoteRenderer(browser.url))).html).toContain('undefined');
  });

  it('closes what a page opens', async () => {
    sites.serve(
      site,
      `<p>here</p><script>
      const opened = window.open('/opened');
      const timer = setInterval(() => {
        if (!opened.closed) return;
        clearInterval(timer);
        fetch('/closed');
      }, 10);
      </script><script src="/wait.js"></script>`,
    );
    sites.serve('http://site.test/opened', '<p>opened</p>');
    const wait = serveSlowly('http://site.test/wait.js');
    sites.serve('http://site.test/closed', (_, response) => {
      response.end();
      wait.respond();
    });
    // Without this flag, it would not open.
    const browser = await startBrowser(0, ['--disable-popup-blocking']);
    const page = pageOf(await render({}, remoteRenderer(browser.url)));
    expect(page.requests.map(({ url }) => url)).toContain('http://site.test/closed');
  });

  it('ends workers that would survive a page', async () => {
    sites.serve(site, '<iframe src="http://other.test/"></iframe><script src="/wait.js"></script>');
    const wait = serveSlowly('http://site.test/wait.js');
    sites.serve('http://other.test/', `<script>new SharedWorker('/shared.js')</script>`);
    const started = new Promise<void>((isRequested) => {
      sites.serve('http://other.test/shared.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript').end('');
        isRequested();
      });
    });
    const browser = await startBrowser();
    const pending = render({ limits: { busyMs: 100 } }, remoteRenderer(browser.url));
    await Promise.all([started, wait.requested]);
    await expect.poll(() => browser.targets('shared_worker')).toEqual([]);
    wait.respond();
    pageOf(await pending);
  });

  it('lets the pages of others alone, and is not ended', async () => {
    const browser = await startBrowser();
    const [first, second] = [remoteRenderer(browser.url), remoteRenderer(browser.webSocket)];
    const before = await browser.targets('page');
    const slow = serveSlowly('http://slow.test/');
    const waiting = render({ url: 'http://slow.test/' }, first);
    await slow.requested;
    // Pages of both load while the other one has its own open.
    sites.serve('http://site.test/frame', '<p>frame</p>');
    sites.serve(site, '<iframe src="/frame"></iframe><p>here</p>');
    expect(pageOf(await render({}, second)).html).toContain('here');
    expect(await browser.targets('page')).toContain('http://slow.test/');
    await second.close();
    await second.close();
    expect(reasonOf(await render({}, second))).toBe('renderer_unavailable');
    slow.respond();
    expect(pageOf(await waiting).html).toContain('slow');
    await first.close();
    await expect.poll(() => browser.targets('page')).toEqual(before);
    expect(browser.isRunning()).toBe(true);
  });

  it('keeps nothing of a page that is loading when the renderer is closed', async () => {
    const browser = await startBrowser();
    const before = await browser.targets('page');
    const renderer = remoteRenderer(browser.url);
    const slow = serveSlowly(site);
    const pending = render({}, renderer);
    await slow.requested;
    await renderer.close();
    expect(messageOf(await pending)).toBe('The renderer was closed.');
    await expect.poll(() => browser.targets('page')).toEqual(before);
  });

  it('keeps nothing of a process that is killed', async () => {
    const browser = await startBrowser();
    const before = await browser.targets('page');
    sites.serve(site, '<script>while (true);</script>');
    const script = bundleScript(resolve(import.meta.dirname, 'render-until-killed.process.ts'));
    const child = spawn(process.execPath, [script, sites.proxy(), browser.url], {
      stdio: 'inherit',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => sites.requests.length).toBeGreaterThan(0);
    expect((await browser.targets('page')).length).toBeGreaterThan(before.length);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => browser.targets('page')).toEqual(before);
  });

  it('that is frozen costs a page its time only, and serves the next one later', async () => {
    const browser = await startBrowser();
    const renderer = remoteRenderer(browser.url);
    const slow = serveSlowly(site);
    const pending = render({ limits: { totalMs: 8_000 } }, renderer);
    await slow.requested;
    browser.signal('SIGSTOP');
    expect(reasonOf(await pending)).toBe('render_timed_out');
    // A page that has no connection yet.
    const next = await render({ limits: { totalMs: 500 } }, renderer);
    expect(reasonOf(next)).toBe('renderer_unavailable');
    expect(messageOf(next)).toBe('The browser was not ready in time.');
    browser.signal('SIGCONT');
    sites.serve(site, '<p>here</p>');
    expect(pageOf(await render({}, renderer)).html).toContain('here');
  });

  it('that is killed ends its pages, and is used again when it is there again', async () => {
    const browser = await startBrowser();
    const renderer = remoteRenderer(browser.url);
    const slow = serveSlowly('http://slow.test/');
    const pending = render({ url: 'http://slow.test/' }, renderer);
    await slow.requested;
    await browser.kill();
    expect(reasonOf(await pending)).toBe('render_crashed');
    const again = await startBrowser(browser.port);
    expect(again.webSocket).not.toBe(browser.webSocket);
    expect(pageOf(await render({}, renderer)).html).toContain('here');
  });
});
