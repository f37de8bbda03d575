import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopTime, until } from '../fixtures/fake-time.ts';
import { probe } from './fixtures/probed-site.ts';

describe('a page that does not exist', () => {
  it('is requested at the root, with a random name', async () => {
    const { requests, missingPage } = await probe({});
    const path = `/sitegrade-${'ab'.repeat(12)}`;
    expect(requests).toContain(`GET ${path}`);
    expect(missingPage).toMatchObject({ kind: 'response', status: 404 });
  });

  it('has the status of the redirect target', async () => {
    const { missingPage } = await probe({
      respond: ({ url }, response) => {
        if (url === '/') response.end('<p>Home');
        else response.writeHead(302, { location: '/' }).end();
      },
    });
    expect(missingPage).toMatchObject({ status: 200 });
    if (missingPage.kind === 'response') expect(missingPage.finalUrl).not.toBe(missingPage.url);
  });

  it('has a time limit, and does not wait for the body', async () => {
    const slow = await probe({ respond: () => {}, times: { eachMs: 100, totalMs: 60_000 } });
    expect(slow.missingPage).toMatchObject({ kind: 'failed', reason: 'fetch_timeout' });
    const endless = await probe({
      respond: ({ url }, response) =>
        url?.startsWith('/sitegrade-') ? response.write('<p>') : response.writeHead(404).end(),
      times: { eachMs: 60_000, totalMs: 60_000 },
    });
    expect(endless.missingPage).toMatchObject({ kind: 'response', status: 200 });
  });
});

describe('the icon', () => {
  const png = (_request: IncomingMessage, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'image/png; x=y', 'content-length': '9' })
      .end('123456789');

  it('is /favicon.ico if the page declares none', async () => {
    const { favicons, requests, server } = await probe({ respond: png });
    expect(requests).toContain('GET /favicon.ico');
    expect(favicons).toEqual([
      {
        tag: null,
        probe: {
          kind: 'response',
          url: `${server.url}favicon.ico`,
          finalUrl: `${server.url}favicon.ico`,
          status: 200,
          moved: false,
          contentType: 'image/png',
          bytes: 9,
        },
      },
    ]);
  });

  it('is requested as declared, up to the first valid one', async () => {
    const { requests, favicons } = await probe({
      html: `<base href="/b/"><link rel="stylesheet icon" href=gone.ico>
        <link rel="SHORTCUT ICON" href=here.ico><link rel=icon href=never.ico>`,
      respond: (request, response) =>
        request.url === '/b/here.ico' ? png(request, response) : response.writeHead(404).end(),
    });
    expect([...new Set(requests.filter((line) => line.endsWith('.ico')))]).toEqual([
      'GET /b/gone.ico',
      'GET /b/here.ico',
    ]);
    expect(favicons.map(({ probe }) => 'status' in probe && probe.status)).toEqual([404, 200]);
  });

  it('may be a data: URL', async () => {
    const { requests, favicons } = await probe({ html: '<link rel=icon href="data:,">' });
    expect(favicons).toMatchObject([{ probe: { kind: 'inline' } }]);
    expect(requests.filter((line) => !/llms|security/.test(line))).toHaveLength(1);
  });
});

it('requests a sample of five images', async () => {
  const html = Array.from({ length: 9 }, (_, index) => `<img src="${index}.webp">`).join('');
  const { images } = await probe({
    html: `${html}<img src="0.webp"><img src="data:,"><img><img src=t.gif width=1 height=1>`,
    respond: (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'image/webp', 'content-length': '5000' })
        .end('x'.repeat(5000)),
  });
  expect(images.total).toBe(9);
  expect(images.sample).toHaveLength(5);
  expect(images.sample[0]?.probe).toMatchObject({ contentType: 'image/webp', bytes: 5000 });
});

describe('limits', () => {
  const html = Array.from({ length: 10 }, (_, index) => `<a href="/${index}">x</a>`).join('');

  it('allow six concurrent requests to a host', async () => {
    let [concurrent, highest] = [0, 0];
    await probe({
      html: `${html}<img src=a><img src=b><img src=c>`,
      respond: (_request, response) => {
        highest = Math.max(highest, ++concurrent);
        setImmediate(() => {
          concurrent--;
          response.end();
        });
      },
    });
    expect(highest).toBeGreaterThan(1);
    expect(highest).toBeLessThanOrEqual(6);
  });

  it('include a time limit for all requests; the remaining ones are skipped', async () => {
    const pass = stopTime();
    let waiting = 0;
    const probing = probe({
      html,
      respond: () => {
        waiting++;
      },
      times: { eachMs: 200, totalMs: 350 },
      limits: { headersMs: 600_000 },
    });
    await until(() => waiting === 4);
    pass(200);
    await until(() => waiting === 8);
    pass(150);
    const { links } = await probing;
    expect(waiting).toBe(8);
    const kinds = links.sample.map(({ probe }) => probe.kind);
    expect(kinds).toContain('failed');
    expect(kinds.at(-1)).toBe('skipped');
  });

  it('do not cause warnings about leaked listeners with many hosts', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const tags = Array.from({ length: 6 }, (_, index) => {
      const host = (group: number) => `http://127.0.${group}.${index + 2}:1/`;
      return `<a href="${host(1)}">x</a><img src="${host(2)}"><script src="${host(3)}"></script>
        <link rel=alternate hreflang=d${'abcdef'[index]} href="${host(4)}">`;
    });
    await probe({ html: tags.join(''), allow: ['127.0.0.0/8'] });
    await setImmediatePromise();
    expect(warnings).toEqual([]);
  });

  it('do not turn an abort by the caller into a result', async () => {
    const controller = new AbortController();
    const probing = probe({
      respond: () => controller.abort(new Error('enough')),
      signal: controller.signal,
    });
    await expect(probing).rejects.toThrow('enough');
  });
});
