import { expect, it } from 'vitest';
import { startSites } from './start-sites.ts';
import { pageOf, reasonOf, useRenderer } from './use-renderer.ts';

const sites = startSites();
const render = useRenderer(sites);
const site = 'http://site.test/';

it('reads a page as its scripts built it', async () => {
  sites.serve(
    site,
    `<!doctype html><title>A</title><div id="app"></div>
    <script src="/app.js"></script>`,
  );
  sites.serve('http://site.test/app.js', (_, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end(`fetch('/data').then((data) => data.text()).then((text) => {
      document.title = 'B';
      document.getElementById('app').innerHTML = '<h1>' + text + '</h1>';
      history.replaceState(null, '', '/built');
    })`);
  });
  sites.serve('http://site.test/data', 'from data');
  const page = pageOf(await render());
  expect(page.html).toContain('<!DOCTYPE html>\n<html><head><title>B</title>');
  expect(page.html).toContain('<div id="app"><h1>from data</h1></div>');
  expect(page.finalUrl).toBe('http://site.test/built');
  expect(page.isBusy).toBe(false);
  expect(page.requests.filter(({ url }) => !url.endsWith('.ico'))).toMatchObject([
    { url: site, type: 'document', status: 200 },
    { url: 'http://site.test/app.js', type: 'script', status: 200 },
    { url: 'http://site.test/data', type: 'fetch', status: 200 },
  ]);
  expect(page.ms).toBeGreaterThan(0);
});

it('is a phone with the given user agent', async () => {
  sites.serve(
    site,
    `<meta name="viewport" content="width=device-width"><script>
    onload = () => {
      document.title = [innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints,
        'ontouchstart' in window, navigator.userAgent, 'SharedWorker' in window].join(' ');
    };
    </script>`,
  );
  expect(pageOf(await render()).html).toContain(
    '<title>412 823 1.75 5 true test-agent/1.0 false</title>',
  );
  expect(sites.requests.map(({ headers }) => headers['user-agent'])).toEqual(['test-agent/1.0']);
});

it('follows redirects, and reports each', async () => {
  sites.serve(site, (_, response) => {
    response.writeHead(302, { location: 'http://other.test/' }).end();
  });
  sites.serve('http://other.test/', '<p>there</p>');
  const page = pageOf(await render());
  expect(page.finalUrl).toBe('http://other.test/');
  expect(page.requests.slice(0, 2)).toMatchObject([
    { url: site, type: 'document', status: 302 },
    { url: 'http://other.test/', type: 'document', status: 200 },
  ]);
});

it('keeps http, and reads error pages', async () => {
  sites.serve(site, (_, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
  });
  expect(pageOf(await render()).html).toContain('Not here');
  expect(sites.tunnels).toEqual([]);
});

it('says that a page never stops sending requests', async () => {
  sites.serve(site, `<p>here</p><script>setInterval(() => fetch('/again'), 100)</script>`);
  const page = pageOf(await render({ limits: { busyMs: 2_000 } }));
  expect(page.html).toContain('<p>here</p>');
  expect(page.isBusy).toBe(true);
});

it('does not wait for a file that never comes, nor for a stream of events', async () => {
  sites.serve('http://site.test/never.png', () => {});
  sites.serve(site, `<p>here</p><img src="/never.png">`);
  const page = pageOf(await render({ limits: { totalMs: 20_000, rulesMs: 5_000 } }));
  expect(page.html).toContain('<p>here</p>');
  expect(page.isBusy).toBe(true);

  sites.serve('http://site.test/events', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  });
  sites.serve(site, `<script>new EventSource('/events')</script>`);
  expect(pageOf(await render()).isBusy).toBe(false);
});

it('reads the page that a script goes to', async () => {
  sites.serve(site, `<script>location = '/second'</script>`);
  sites.serve('http://site.test/second', '<p>second</p>');
  const page = pageOf(await render());
  expect(page.html).toContain('<p>second</p>');
  expect(page.finalUrl).toBe('http://site.test/second');
});

it('does not wait for what a document before asked for', async () => {
  sites.serve('http://site.test/never', () => {});
  sites.serve(
    site,
    `<iframe src="http://frame.test/"></iframe><script>
    fetch('/never');
    setTimeout(() => { location = 'http://other.test/'; }, 200);
    </script>`,
  );
  sites.serve('http://frame.test/', '<script>fetch("http://site.test/never")</script>');
  sites.serve(
    'http://other.test/',
    '<p>there</p><iframe id="frame" src="http://frame.test/"></iframe><script>setTimeout(() => frame.remove(), 400)</script>',
  );
  const page = pageOf(await render({ limits: { totalMs: 1e8, busyMs: 1e8 } }));
  expect(page.finalUrl).toBe('http://other.test/');
  expect(page.isBusy).toBe(false);
});

it('loads frames of other sites and files of workers', async () => {
  sites.serve('http://other.test/', '<script src="/in-frame.js"></script>');
  sites.serve('http://site.test/worker.js', (_, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end(`fetch('/from-worker').then(() => postMessage('from a worker'))`);
  });
  sites.serve(
    site,
    `<iframe src="http://other.test/"></iframe><script>
    new Worker('/worker.js').onmessage = ({ data }) => { document.title = data; };
    </script>`,
  );
  const page = pageOf(await render());
  expect(page.html).toContain('<title>from a worker</title>');
  expect(sites.requests.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['http://other.test/in-frame.js', 'http://site.test/from-worker']),
  );
  expect(page.requests.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['http://other.test/in-frame.js', 'http://site.test/from-worker']),
  );
  expect(new Set(sites.requests.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['test-agent/1.0']),
  );
});

it('reads documents of any characters, in parts', async () => {
  const text = '😀'.repeat(600_000);
  sites.serve(site, (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<p>x${text}</p><script>document.body.append('lone \\ud83d')</script>`);
  });
  const { html } = pageOf(await render());
  expect(html).toContain(`<p>x${text}</p>`);
  expect(html).toContain('lone \ufffd');
});

it('measures the document before it leaves the browser', async () => {
  sites.serve(site, `<script>document.write('\\u00e4'.repeat(600))</script>`);
  const result = await render({ limits: { htmlBytes: 1_000 } });
  expect(reasonOf(result)).toBe('render_too_large');
  expect(pageOf(await render({ limits: { htmlBytes: 2_000 } })).html).toContain('ää');
});

it('collects errors that scripts do not catch, the first ones, cut', async () => {
  sites.serve(
    site,
    `<script>missing()</script><script>Promise.reject(new Error('refused'))</script>
    <script>throw new Error('long'.repeat(1000))</script>
    <script>Promise.reject({ toString() { throw 1; } })</script>
    <script>try { missing() } catch {}</script>
    <script>for (let i = 0; i < 20; i++) setTimeout(() => { throw 1 })</script>`,
  );
  const { scriptErrors } = pageOf(await render());
  expect(scriptErrors).toHaveLength(10);
  expect(scriptErrors).toContain('Uncaught ReferenceError: missing is not defined');
  expect(scriptErrors).toContain('Uncaught (in promise) Error: refused');
  expect(scriptErrors).toContain('An error without a message');
  expect(Math.max(...scriptErrors.map((error) => error.length))).toBe(300);
});

it('takes no error for one of the page that the page handles, or that we cause', async () => {
  sites.serve(
    site,
    `<script>
      addEventListener('error', (event) => { if (/handled/.test(event.message)) event.preventDefault(); });
      addEventListener('unhandledrejection', (event) => { if (/handled/.test(event.reason)) event.preventDefault(); });
      setTimeout(() => { throw new Error('handled'); });
      Promise.reject(new Error('handled, too'));
      navigator.serviceWorker?.register('/sw.js');
      setTimeout(() => { new SharedWorker('/shared.js'); });
      dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }));
      dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
      setTimeout(() => { throw new Error('of the page'); });
    </script>`,
  );
  expect(pageOf(await render()).scriptErrors).toEqual(['Uncaught Error: of the page']);
});

it('reads shadow roots as templates, also those in each other and closed ones', async () => {
  const element = (name: string, mode: string, content: string) => `customElements.define('${name}',
    class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: '${mode}' }).innerHTML = \`${content}\`; }
    });`;
  sites.serve(
    site,
    `<!doctype html><html lang="en"><title>A</title>
    <x-app>light</x-app><x-shut></x-shut><div id="empty"></div>
    <x-sent><template shadowrootmode="closed"><p>sent</p></template></x-sent>
    <form><input name="shadowRoot"></form><input type="date">
    <script>
      ${element('x-card', 'open', '<h2>card</h2><slot></slot>')}
      ${element('x-inner', 'closed', '<p>inner</p>')}
      ${element('x-app', 'open', '<x-card>slotted</x-card>')}
      ${element('x-shut', 'closed', '<h1>shut</h1><x-inner></x-inner><x-card></x-card>')}
      document.getElementById('empty').attachShadow({ mode: 'closed' }).innerHTML = '<p>of a div</p>';
    </script>`,
  );
  const { html } = pageOf(await render());
  const root = (content: string, mode = 'open') =>
    `<template shadowrootmode="${mode}">${content}</template>`;
  const card = (light: string) => `<x-card>${root('<h2>card</h2><slot></slot>')}${light}</x-card>`;
  expect(html).toContain('<!DOCTYPE html>\n<html lang="en"><head><title>A</title>');
  expect(html).toContain(`<x-app>${root(card('slotted'))}light</x-app>`);
  expect(html).toContain(
    `<x-shut>${root(`<h1>shut</h1><x-inner>${root('<p>inner</p>', 'closed')}</x-inner>${card('')}`, 'closed')}</x-shut>`,
  );
  expect(html).toContain(`<div id="empty">${root('<p>of a div</p>', 'closed')}</div>`);
  expect(html).toContain(`<x-sent>${root('<p>sent</p>', 'closed')}</x-sent>`);
  expect(html).toContain('<input type="date">');
  expect(html.endsWith('</body></html>')).toBe(true);
});
