import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { probe } from './fixtures/probed-site.ts';

describe('a page that does not exist', () => {
  it('is asked for at the root, by a random name', async () => {
    const { asked, missingPage } = await probe({});
    const path = `/sitegrade-${'ab'.repeat(12)}`;
    expect(asked).toContain(`GET ${path}`);
    expect(missingPage).toMatchObject({ kind: 'answered', status: 404 });
  });

  it('is known by what redirects lead to', async () => {
    const { missingPage } = await probe({
      answer: ({ url }, response) => {
        if (url === '/') response.end('<p>Home');
        else response.writeHead(302, { location: '/' }).end();
      },
    });
    expect(missingPage).toMatchObject({ status: 200 });
    if (missingPage.kind === 'answered') expect(missingPage.finalUrl).not.toBe(missingPage.url);
  });

  it('costs its own time where nothing answers, and no body is waited for', async () => {
    const slow = await probe({ answer: () => {}, times: { eachMs: 200, totalMs: 400 } });
    expect(slow.missingPage).toMatchObject({ kind: 'failed', reason: 'fetch_timeout' });
    const endless = await probe({
      answer: (_request, response) => response.write('<p>'),
      times: { eachMs: 500, totalMs: 1000 },
    });
    expect(endless.missingPage).toMatchObject({ kind: 'answered', status: 200 });
  });
});

describe('the icon', () => {
  const png = (_request: IncomingMessage, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'image/png; x=y', 'content-length': '9' })
      .end('123456789');

  it('is /favicon.ico where the page declares none', async () => {
    const { favicons, asked, server } = await probe({ answer: png });
    expect(asked).toContain('HEAD /favicon.ico');
    expect(favicons).toEqual([
      {
        tag: null,
        probe: {
          kind: 'answered',
          url: `${server.url}favicon.ico`,
          finalUrl: `${server.url}favicon.ico`,
          status: 200,
          contentType: 'image/png',
          bytes: 9,
        },
      },
    ]);
  });

  it('is what the page declares, up to the first that is one', async () => {
    const { asked, favicons } = await probe({
      html: `<base href="/b/"><link rel="stylesheet icon" href=gone.ico>
        <link rel="SHORTCUT ICON" href=here.ico><link rel=icon href=never.ico>`,
      answer: (request, response) =>
        request.url === '/b/here.ico' ? png(request, response) : response.writeHead(404).end(),
    });
    expect(asked.filter((line) => line.startsWith('HEAD'))).toEqual([
      'HEAD /b/gone.ico',
      'HEAD /b/here.ico',
    ]);
    expect(favicons.map(({ probe }) => 'status' in probe && probe.status)).toEqual([404, 200]);
  });

  it('may be in the page itself', async () => {
    const { asked, favicons } = await probe({ html: '<link rel=icon href="data:,">' });
    expect(favicons).toMatchObject([{ probe: { kind: 'inline' } }]);
    expect(asked.filter((line) => !line.includes('llms'))).toHaveLength(1);
  });
});

it('images are a sample of five', async () => {
  const html = Array.from({ length: 9 }, (_, index) => `<img src="${index}.webp">`).join('');
  const { images } = await probe({
    html: `${html}<img src="0.webp"><img src="data:,"><img>`,
    answer: (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'image/webp', 'content-length': '5000' })
        .end('x'.repeat(5000)),
  });
  expect(images.total).toBe(9);
  expect(images.sample).toHaveLength(5);
  expect(images.sample[0]?.probe).toMatchObject({ contentType: 'image/webp', bytes: 5000 });
});

describe('time and connections', () => {
  const html = Array.from({ length: 10 }, (_, index) => `<a href="/${index}">x</a>`).join('');

  it('are few at a time, whatever is asked', async () => {
    let [atOnce, most] = [0, 0];
    await probe({
      html: `${html}<img src=a><img src=b><img src=c>`,
      answer: (_request, response) => {
        most = Math.max(most, ++atOnce);
        setImmediate(() => {
          atOnce--;
          response.end();
        });
      },
    });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('end for all of them together, and what was not asked is no failure', async () => {
    const startedAt = performance.now();
    const { links } = await probe({ html, answer: () => {}, times: { eachMs: 200, totalMs: 500 } });
    expect(performance.now() - startedAt).toBeLessThan(2500);
    const kinds = links.sample.map(({ probe }) => probe.kind);
    expect(kinds).toContain('failed');
    expect(kinds.at(-1)).toBe('not_asked');
  });

  it('to many hosts are no reason for Node to warn of a leak', async () => {
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

  it('the caller’s own wish to stop is no answer', async () => {
    const controller = new AbortController();
    const probing = probe({
      answer: () => controller.abort(new Error('enough')),
      signal: controller.signal,
    });
    await expect(probing).rejects.toThrow('enough');
  });
});
