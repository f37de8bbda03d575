import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { profilesFolder } from '../src/profile-folders.ts';
import { profilesOf } from './browser-processes.ts';
import { startSites } from './start-sites.ts';
import { pageOf, reasonOf, useRenderer } from './use-renderer.ts';

const sites = startSites();
const render = useRenderer(sites);
const site = 'http://site.test/';
const urls = () => sites.requests.map(({ url }) => url);

/** For what must not wait for a limit. */
const unlimited = { totalMs: 1e8, busyMs: 1e8, rulesMs: 1e7 };

/** The renderer still works. */
async function expectNextPage(): Promise<void> {
  sites.serve('http://next.test/', '<p>next</p>');
  expect(pageOf(await render({ url: 'http://next.test/' })).html).toContain('<p>next</p>');
}

describe('requests', () => {
  it('carry the headers to the origin of the URL only', async () => {
    sites.serve(
      site,
      `<script src="/own.js"></script><script src="http://other.test/a.js"></script>
      <script src="http://site.test:81/a.js"></script><script src="/redirect"></script>
      <iframe src="http://other.test/"></iframe>`,
    );
    sites.serve('http://site.test/redirect', (_, response) => {
      response.writeHead(302, { location: 'http://other.test/redirected' }).end();
    });
    sites.serve('http://other.test/', '<img src="/in-frame.png">');
    await render({ headers: { authorization: 'Basic eA==', 'X-Own': '1' } });
    const withHeaders = sites.requests
      .filter(({ headers }) => headers.authorization === 'Basic eA==' && headers['x-own'] === '1')
      .map(({ url }) => url);
    expect(withHeaders.sort()).toEqual([
      site,
      'http://site.test/own.js',
      'http://site.test/redirect',
    ]);
    expect(urls()).toEqual(
      expect.arrayContaining([
        'http://other.test/a.js',
        'http://other.test/redirected',
        'http://other.test/in-frame.png',
      ]),
    );
    expect(sites.requests.filter(({ headers }) => headers.authorization)).toHaveLength(3);
  });

  it('replace headers of the page with the same names', async () => {
    sites.serve(site, `<script>fetch('/a', { headers: { 'X-Own': 'page' } })</script>`);
    await render({ headers: { 'x-own': 'ours' } });
    expect(sites.requests.map(({ headers }) => headers['x-own'])).toEqual(['ours', 'ours']);
  });

  it('are refused when there are too many, also those of workers and frames', async () => {
    sites.serve(
      site,
      `<p>here</p><iframe src="/frame"></iframe><iframe src="http://other.test/"></iframe><script>
      new Worker(URL.createObjectURL(new Blob(['for (let i = 0; i < 30; i++) fetch("http://site.test/worker" + i)'])));
      for (let i = 0; i < 30; i++) fetch('/page' + i);
      </script>`,
    );
    sites.serve(
      'http://site.test/frame',
      `<script>for (let i = 0; i < 30; i++) fetch('/frame' + i)</script>`,
    );
    sites.serve(
      'http://other.test/',
      `<script>setTimeout(() => { for (let i = 0; i < 30; i++) fetch('/other' + i) })</script>`,
    );
    const page = pageOf(await render({ limits: { requests: 20 } }));
    expect(page.html).toContain('<p>here</p>');
    expect(page.requests).toHaveLength(20);
    expect(urls().length).toBeLessThanOrEqual(20);
  });

  // Large ones leave a busy machine the seconds that it may take to stop them.
  it.each([
    ['requests', `fetch('/' + i)`, 50, 1],
    ['requests to the page itself', `fetch('data:,' + i)`, 50, 1],
    ['large ones', `fetch('data:,' + i + 'x'.repeat(1e5))`, 1, 10],
  ])('of an endless loop do not cost the page: %s', async (_, request, count, everyMs) => {
    sites.serve('http://site.test/never', () => {});
    sites.serve(
      site,
      `<p>here</p><script>fetch('/never'); setInterval(() => { for (let i = 0; i < ${count}; i++) ${request} }, ${everyMs})</script>`,
    );
    const page = pageOf(await render({ limits: unlimited }));
    expect(page.html).toContain('<p>here</p>');
    expect(page.isBusy).toBe(true);
    expect(urls().length).toBeLessThanOrEqual(300);
    await expectNextPage();
  });

  it('of a script that never pauses do not cost the page', async () => {
    const wait = 'for (const end = Date.now() + 2; Date.now() < end; );';
    sites.serve(
      site,
      `<p>here</p><script>for (let i = 0; ; i++) { fetch('/' + i); ${wait} }</script>`,
    );
    const page = pageOf(await render({ limits: unlimited }));
    expect(page.html).toContain('<p>here</p>');
    expect(urls().length).toBeLessThanOrEqual(300);
  });

  it('of endless loops in workers do not cost the page', async () => {
    const loop = 'setInterval(() => { for (let i = 0; i < 50; i++) fetch("data:," + i) }, 1)';
    sites.serve('http://site.test/never', () => {});
    sites.serve(
      site,
      `<p>here</p><script>fetch('/never'); for (let i = 0; i < 3; i++) new Worker('data:text/javascript,' + encodeURIComponent(${JSON.stringify(loop)}))</script>`,
    );
    const page = pageOf(await render({ limits: unlimited }));
    expect(page.html).toContain('<p>here</p>');
    expect(page.isBusy).toBe(true);
  });

  it('of sockets are listed, and go through the proxy', async () => {
    sites.serve(
      site,
      `<script>for (let i = 0; i < 400; i++) new WebSocket('ws://socket.test/' + i)</script>`,
    );
    const page = pageOf(await render({ limits: { requests: 100 } }));
    expect(page.requests).toContainEqual({
      url: 'ws://socket.test/0',
      type: 'other',
      status: null,
      bytes: 0,
      isMixed: false,
      isFromParser: false,
      mimeType: null,
    });
    expect(page.requests).toHaveLength(100);
    expect(new Set(sites.tunnels)).toEqual(new Set(['socket.test:80']));
  });

  it('reach nothing but through the proxy', async () => {
    const reached: string[] = [];
    const server = createServer((socket) => {
      reached.push('tcp');
      socket.destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const udp = createSocket('udp4').bind(port, '127.0.0.1');
    onTestFinished(() => void udp.close());
    udp.on('message', () => reached.push('udp'));
    const host = `127.0.0.1:${port}`;
    sites.serve(
      site,
      `<link rel="preconnect" href="http://${host}"><link rel="dns-prefetch" href="http://${host}">
      <script type="speculationrules">{ "prefetch": [{ "urls": ["http://${host}/prefetch"] }], "prerender": [{ "urls": ["http://${host}/prerender"] }] }</script>
      <img src="http://${host}/a.png"><img src="http://localhost:${port}/b.png"><iframe src="http://${host}/frame"></iframe>
      <script>
      document.title = 'started';
      fetch('http://${host}/fetch', { mode: 'no-cors' });
      navigator.sendBeacon('http://${host}/beacon', 'x');
      new WebSocket('ws://${host}/socket');
      try { new WebTransport('https://${host}/transport').ready.catch(() => {}); } catch {}
      const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:${host}', 'turn:${host}?transport=tcp'], username: 'x', credential: 'x' }] });
      peer.createDataChannel('x');
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      </script>`,
    );
    const page = pageOf(await render({ limits: { quietMs: 3_000 } }));
    expect(page.html).toContain('<title>started</title>');
    expect(urls()).toContain(`http://${host}/a.png`);
    expect(reached).toEqual([]);
  });
});

describe('navigations', () => {
  it.each([
    ['by a script', `<script>location = 'http://other.test/secret'</script>`],
    [
      'by a form',
      `<form action="http://other.test/secret"></form><script>document.forms[0].submit()</script>`,
    ],
    ['by a refresh', `<meta http-equiv="refresh" content="0;url=http://other.test/secret">`],
    [
      'by a frame',
      `<iframe srcdoc="<script>top.location = 'http://other.test/secret'</script>"></iframe>`,
    ],
  ])('are refused where they are not allowed: %s', async (_, html) => {
    sites.serve(site, html);
    const asked: string[] = [];
    const result = await render({
      isNavigationAllowed: async (url) => {
        asked.push(url);
        return false;
      },
    });
    expect(reasonOf(result)).toBe('render_refused');
    expect(asked.map((url) => url.replace('?', ''))).toEqual(['http://other.test/secret']);
    expect(urls()).toEqual([site]);
  });

  it('are refused after a redirect, and in frames allowed', async () => {
    sites.serve('http://site.test/redirect', (_, response) => {
      response.writeHead(302, { location: 'http://other.test/' }).end();
    });
    const isNavigationAllowed = () => false;
    const url = 'http://site.test/redirect';
    expect(reasonOf(await render({ url, isNavigationAllowed }))).toBe('render_refused');
    expect(urls()).toEqual([url]);
    sites.serve(site, `<iframe src="http://other.test/"></iframe>`);
    pageOf(await render({ isNavigationAllowed }));
    expect(urls()).toContain('http://other.test/');
  });

  it('to themselves are allowed, and end', async () => {
    sites.serve(site, `<p>here</p><script>setTimeout(() => location.reload(), 1)</script>`);
    const result = await render({ isNavigationAllowed: () => false, limits: { requests: 50 } });
    expect(pageOf(result).html).toContain('<p>here</p>');
    expect(urls().length).toBeLessThanOrEqual(50);
  });

  it('end with what the host throws', async () => {
    sites.serve(site, `<script>location = '/second'</script>`);
    const cause = new Error('robots.txt');
    const result = await render({
      isNavigationAllowed() {
        throw cause;
      },
    });
    expect(result).toMatchObject({ kind: 'failed', reason: 'render_refused', cause: { cause } });
  });

  it.each([
    'file:///etc/passwd',
    'chrome://version',
    'about:blank',
    'javascript:0',
    'data:text/html,x',
    'x',
  ])('start at http and https only: %s', async (url) => {
    expect(reasonOf(await render({ url }))).toBe('render_refused');
  });

  it.each([
    'file:///etc/passwd',
    'chrome://version',
    'chrome://crash',
    'view-source:http://site.test/',
    'devtools://devtools/bundled/inspector.html',
    'mailto:a@site.test',
    'data:text/html,gone',
  ])('of scripts to %s do nothing', async (to) => {
    sites.serve(
      site,
      `<p>here</p><script>location = ${JSON.stringify(to)}; try { open(${JSON.stringify(to)}) } catch {}</script>`,
    );
    const page = pageOf(await render());
    expect(page.html).toContain('<p>here</p>');
    expect(page.finalUrl).toBe(site);
  });

  it('to a document of their own making are refused', async () => {
    sites.serve(
      site,
      `<script>location = URL.createObjectURL(new Blob(['<p>made</p>'], { type: 'text/html' }))</script>`,
    );
    expect(reasonOf(await render({ limits: unlimited }))).toBe('render_refused');
    await expectNextPage();
  });
});

describe('a page that cannot be read', () => {
  it('because the proxy refuses it', async () => {
    sites.serve(site, (request) => void request.socket.destroy());
    expect(reasonOf(await render())).toBe('render_refused');
    expect(reasonOf(await render({ url: 'https://site.test/' }))).toBe('render_refused');
    expect(reasonOf(await render({ proxy: 'http://127.0.0.1:9' }))).toBe('render_refused');
  });

  it('because it is a download', async () => {
    sites.serve(site, (_, response) => {
      response.writeHead(200, {
        'content-type': 'application/zip',
        'content-disposition': 'attachment',
      });
      response.end('PK');
    });
    expect(reasonOf(await render())).toBe('render_refused');
  });

  it('because its policy forbids scripts', async () => {
    const policies = ['sandbox', "default-src 'self'; sandbox allow-forms allow-same-origin"];
    for (const policy of policies) {
      sites.serve(site, (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
        response.end('<p>here</p>');
      });
      expect(reasonOf(await render())).toBe('render_refused');
    }
    await expectNextPage();
  });

  it('because a script never ends', async () => {
    const timed = { limits: { totalMs: 8_000, rulesMs: 1_000 } };
    sites.serve(site, '<script>while (true);</script>');
    expect(reasonOf(await render(timed))).toBe('render_timed_out');
    sites.serve(site, '<script>onload = () => { setTimeout(() => { while (true); }); }</script>');
    expect(reasonOf(await render(timed))).toBe('render_timed_out');
    sites.serve(site, '<script>while (true) alert(1);</script>');
    expect(reasonOf(await render(timed))).toBe('render_timed_out');
    sites.serve(site, () => {});
    expect(reasonOf(await render(timed))).toBe('render_timed_out');
    await expectNextPage();
  });

  it('because it fills the memory', async () => {
    sites.serve('http://site.test/never', () => {});
    sites.serve(
      site,
      `<script>fetch('/never'); const all = []; setInterval(() => { for (let i = 0; i < 20; i++) all.push(new Array(1e6).fill(Math.random())) }, 1)</script>`,
    );
    expect(reasonOf(await render())).toBe('render_too_large');
    sites.serve(
      site,
      `<script>fetch('/never'); const all = []; setInterval(() => { for (let i = 0; i < 10; i++) all.push(new Uint8Array(1e7).fill(1)) }, 1)</script>`,
    );
    expect(reasonOf(await render())).toBe('render_too_large');
    await expectNextPage();
  });

  it('because its document is huge', async () => {
    sites.serve(
      site,
      `<script>onload = () => { const text = 'x'.repeat(1e6); for (let i = 0; i < 2000; i++) document.body.append(text + i) }</script>`,
    );
    expect(reasonOf(await render())).toBe('render_too_large');
    await expectNextPage();
  });
});

describe('a page that can be read', () => {
  it('although it opens dialogs and windows', async () => {
    sites.serve('http://site.test/window', '<script>fetch("/from-window")</script>');
    sites.serve(
      site,
      `<p>here</p><a id="a" href="/window" target="_blank">x</a><script>
      for (let i = 0; i < 30; i++) { alert(i); confirm(i); prompt(i); }
      for (let i = 0; i < 100; i++) { open('/window', '_blank'); a.click(); }
      try { print(); } catch {}
      onbeforeunload = () => 'stay';
      </script>`,
    );
    expect(pageOf(await render()).html).toContain('<p>here</p>');
    expect(urls()).not.toContain('http://site.test/from-window');
  });

  it('although it asks for a password, and starts downloads', async () => {
    sites.serve('http://site.test/file', (_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x');
    });
    sites.serve(site, (_, response) => {
      response.writeHead(401, {
        'content-type': 'text/html',
        'www-authenticate': 'Basic realm="x"',
      });
      response.end(
        `<p>here</p><a id="a" href="/file" download>x</a><script>a.click(); location = '/file'</script>`,
      );
    });
    expect(pageOf(await render({ limits: { quietMs: 2_000 } })).html).toContain('<p>here</p>');
    const files = profilesOf().flatMap((name) =>
      readdirSync(join(profilesFolder(), name), { recursive: true, encoding: 'utf8' }),
    );
    expect(files.filter((file) => /a\.bin|download/i.test(file))).toEqual([]);
  });

  it('although it asks for permissions', async () => {
    sites.serve(
      site,
      `<p id="out"></p><script>
      Notification.requestPermission?.().then((is) => { out.textContent += ' n:' + is });
      navigator.geolocation.getCurrentPosition(() => { out.textContent += ' g:granted' }, () => { out.textContent += ' g:denied' });
      </script>`,
    );
    const { html } = pageOf(await render());
    expect(html).toContain(' n:denied');
    expect(html).toContain(' g:denied');
  });

  it('although it starts a farm of workers', async () => {
    sites.serve(
      site,
      `<p>here</p><script>
      const source = URL.createObjectURL(new Blob(['fetch("http://site.test/w")']));
      for (let i = 0; i < 200; i++) new Worker(source);
      </script>`,
    );
    expect(pageOf(await render()).html).toContain('<p>here</p>');
    expect(urls().filter((url) => url.endsWith('/w')).length).toBeLessThanOrEqual(20);
    await expectNextPage();
  });

  it('although it starts a farm of frames', async () => {
    sites.serve(site, '<p>here</p><iframe src="http://frame1.test/"></iframe>');
    for (let frame = 1; frame <= 60; frame += 1)
      sites.serve(
        `http://frame${frame}.test/`,
        `<iframe src="http://frame${frame + 1}.test/"></iframe>`,
      );
    expect(pageOf(await render()).html).toContain('<p>here</p>');
    expect(urls().length).toBeLessThanOrEqual(25);
    await expectNextPage();
  });

  it('although it changes prototypes', async () => {
    sites.serve(
      site,
      `<!doctype html><html lang="en"><title>t</title><p style="color:#ccc">here</p><img name="documentElement"><form name="body"></form><script>
      for (const prototype of [Document.prototype, Element.prototype, Node.prototype, HTMLElement.prototype]) {
        for (const name of Object.getOwnPropertyNames(prototype)) {
          try { Object.defineProperty(prototype, name, { get() { throw new Error('tampered'); }, value: undefined }); } catch {}
          try { Object.defineProperty(prototype, name, { get() { return 'tampered'; } }); } catch {}
        }
      }
      Array.prototype.map = Array.prototype.push = JSON.stringify = String.prototype.slice = () => 'tampered';
      window.Blob = window.XMLSerializer = window.Object = undefined;
      </script>`,
    );
    const page = pageOf(await render());
    expect(page.html).toContain('<p style="color:#ccc">here</p>');
    expect(page.layout?.smallText.all).toBe(4);
    expect(page.axe?.violations.map(({ id }) => id)).toEqual(['color-contrast']);
  });

  it('although it logs and posts without end', async () => {
    sites.serve(
      site,
      `<p>here</p><script>
      const large = 'x'.repeat(2e7);
      console.log(large);
      fetch('/post', { method: 'POST', body: large }).catch(() => {});
      setInterval(() => { for (let i = 0; i < 20; i++) console.log(i, large.slice(0, 1e4)) }, 10);
      history.replaceState(null, '', '/' + large.slice(0, 1e6));
      document.dispatchEvent(new CustomEvent('sitegrade-script-error', { detail: large }));
      document.dispatchEvent(new CustomEvent('sitegrade-script-error', { detail: { toString: 1 } }));
      </script>`,
    );
    const page = pageOf(await render());
    expect(page.html).toContain('<p>here</p>');
    expect(page.finalUrl).toBe(site);
    expect(page.scriptErrors.map((error) => error.length)).toEqual([300]);
  });

  it('without its workers that would survive it', async () => {
    sites.serve('http://127.0.0.1/sw.js', (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(`fetch('/from-service-worker')`);
    });
    sites.serve(
      'http://127.0.0.1/',
      `<p id="out">waiting</p><iframe id="frame"></iframe><script>
      const container = frame.contentWindow.ServiceWorkerContainer ?? ServiceWorkerContainer;
      const register = container.prototype.register;
      navigator.serviceWorker.register('/sw.js').catch((error) => { out.textContent = error.name; });
      register.call(navigator.serviceWorker, '/sw.js').catch(() => {});
      </script>`,
    );
    const page = pageOf(await render({ url: 'http://127.0.0.1/' }));
    // It waits for ever: a refusal that the page does not catch would be an error of ours.
    expect(page.html).toContain('<p id="out">waiting</p>');
    expect(urls()).not.toContain('http://127.0.0.1/from-service-worker');
  });
});
