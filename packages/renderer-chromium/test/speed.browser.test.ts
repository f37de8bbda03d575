import type { MeasuredLoad, MeasureRequest, MeasureResult, Throttling } from '@sitegrade/core';
import { afterAll, describe, expect, it } from 'vitest';
import { startSites } from './start-sites.ts';
import { installedRenderer, limits } from './use-renderer.ts';

// A page acts on its own events, not on the clock: no test can know how long something takes.

const sites = startSites();
const renderer = installedRenderer();
afterAll(() => renderer.close());

/** Not slower than the machine. */
const full: Throttling = { latencyMs: 0, downloadKbps: 0, uploadKbps: 0, cpuSlowdown: 1 };

/** Measures `http://site.test/`. */
async function measure(changes: Partial<MeasureRequest> = {}): Promise<MeasureResult> {
  const request: MeasureRequest = {
    url: 'http://site.test/',
    proxy: sites.proxy(),
    userAgent: 'test-agent/1.0',
    headers: {},
    isNavigationAllowed: () => true,
    limits: { ...limits, quietMs: 1_500 },
    throttling: full,
    film: false,
    ...changes,
  };
  const result = await renderer.measure?.(request, new AbortController().signal);
  if (result === undefined) throw new Error('The renderer cannot measure.');
  return result;
}

async function measured(
  body: string,
  changes: Partial<MeasureRequest> = {},
): Promise<MeasuredLoad> {
  sites.serve('http://site.test/', page(body));
  const result = await measure(changes);
  if (result.kind === 'failed') throw new Error(result.reason, { cause: result.cause });
  return result;
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>t</title><style>body { margin: 0; font: 16px/20px monospace } img { display: block }</style>${body}</html>`;

/** A picture of this size, in pixels. */
const svg = (width: number, height: number) =>
  // Browsers take a picture of few bytes for a background.
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="teal"/><!--${'x'.repeat(20_000)}--></svg>`;

const servePicture = (url: string, width: number, height: number) =>
  sites.serve(url, (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg(width, height));
  });

const serveScript = (url: string, source: string) =>
  sites.serve(url, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(source);
  });

/** Runs when the page is loaded and shown. */
const later = (source: string) =>
  `<script>new PerformanceObserver((list, observer) => {
    observer.disconnect();
    const run = () => requestAnimationFrame(() => setTimeout(() => { ${source} }));
    if (document.readyState === 'complete') run(); else addEventListener('load', run);
  }).observe({ type: 'paint', buffered: true })</script>`;

/** The score of the shift of blocks over the whole width by `pixels`, which then reach the bottom of the screen. */
const shifted = (pixels: number) => pixels / 823;

describe('the largest paint', () => {
  it('is not there yet where a larger picture is never complete', async () => {
    sites.serve('http://site.test/hero.png', (_request, response) => {
      // A header with the size, and no end.
      const header = Buffer.from(
        '89504e470d0a1a0a0000000d4948445200000190000001900802000000',
        'hex',
      );
      response.writeHead(200, { 'content-type': 'image/png' }).write(header);
    });
    // After the page is loaded, or the measurement would wait for it until its time is over.
    const add = (where: string) =>
      later(
        `const hero = Object.assign(document.createElement('img'), { src: '/hero.png', width: 400, height: 400 }); document.querySelector('${where}').append(hero)`,
      );
    const body =
      '<p>Text</p><div id="top"></div><div style="height: 3000px"></div><div id="below"></div>';
    const limited = { limits: { ...limits, quietMs: 500, busyMs: 1_000 } };
    const { unfinishedPaint } = await measured(body + add('#top'), limited);
    expect(unfinishedPaint).toMatchObject({
      ms: expect.any(Number),
      element: { html: expect.stringContaining('hero.png') },
      url: 'http://site.test/hero.png',
    });
    expect((await measured(body + add('#below'), limited)).unfinishedPaint).toBeNull();
  });

  it('is a picture with its file, also if a script adds it late', async () => {
    servePicture('http://site.test/hero.svg', 400, 300);
    const load = await measured(
      `<h1>Rye</h1><main></main>${later("document.querySelector('main').innerHTML = '<img id=hero src=/hero.svg>'")}`,
    );
    const paint = load.largestContentfulPaint;
    expect(paint).toMatchObject({
      element: { selector: '#hero', html: '<img id="hero" src="/hero.svg">' },
      url: 'http://site.test/hero.svg',
      file: { startMs: expect.any(Number), endMs: expect.any(Number) },
    });
    expect(paint?.ms).toBeGreaterThan(load.firstContentfulPaintMs ?? Number.NaN);
    expect(paint?.ms).toBeGreaterThan(paint?.file?.endMs ?? Number.NaN);
    expect(paint?.file?.endMs).toBeGreaterThan(paint?.file?.startMs ?? Number.NaN);
    expect(paint?.file?.startMs).toBeGreaterThan(load.firstByteMs);
  });

  it('is text, without a file', async () => {
    const { largestContentfulPaint } = await measured(
      '<p>Small</p><p id="text">A longer text of the page</p>',
    );
    expect(largestContentfulPaint).toMatchObject({
      element: { selector: '#text' },
      url: null,
      file: null,
    });
  });

  it('is missing on a page that shows nothing', async () => {
    expect(await measured('')).toMatchObject({
      firstContentfulPaintMs: null,
      largestContentfulPaint: null,
      shifts: [],
    });
  });
});

describe('a shift names what moved, and what moved it:', () => {
  const text = `<p id="text" style="margin:0;height:400px">${'text '.repeat(40)}</p>`;

  it('an image without a size', async () => {
    // The image comes when the text is there.
    sites.serve('http://site.test/late.svg', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg(400, 100));
    });
    const load = (attributes: string) =>
      measured(
        `<img class="photo" ${attributes}>${text}${later("document.querySelector('.photo').src = '/late.svg'")}`,
      );
    const { shifts } = await load('alt=""');
    expect(shifts).toMatchObject([
      {
        moved: [{ selector: '#text' }],
        cause: {
          kind: 'image',
          element: { selector: 'img.photo' },
          url: 'http://site.test/late.svg',
        },
      },
    ]);
    // It moved by 100 pixels, and takes a part of the screen of 400 by 400 then.
    expect(shifts[0]?.score).toBeCloseTo((500 / 823) * shifted(100), 2);
    // What was said, followed.
    expect((await load('alt="" width="400" height="100"')).shifts).toEqual([]);
  });

  it('an element that was added', async () => {
    const { shifts } = await measured(
      `${text}${later("document.body.insertAdjacentHTML('afterbegin', '<div class=ad style=height:150px>ad</div>')")}`,
    );
    expect(shifts).toMatchObject([
      { cause: { kind: 'added', element: { selector: 'div.ad' }, url: null } },
    ]);
    const reserved = await measured(
      `<div class="ad" style="height:150px"></div>${text}${later("document.querySelector('.ad').innerHTML = '<b>ad</b>'")}`,
    );
    expect(reserved.shifts).toEqual([]);
  });

  it('not what lies over the page, nor an image with a size in its styles', async () => {
    const overlay = '<div id=consent style=position:fixed;inset:0>consent</div>';
    servePicture('http://site.test/late.svg', 400, 100);
    const { shifts } = await measured(
      `<img class="photo" style="width:100px;height:40px" alt=""><div class="box" style="height:10px"></div>${text}${later(
        `document.body.insertAdjacentHTML('beforeend', '${overlay}'); document.querySelector('.photo').src = '/late.svg'; setTimeout(() => { document.querySelector('.box').style.height = '200px' }, 200)`,
      )}`,
    );
    expect(shifts).toMatchObject([{ cause: null }]);
  });

  it('nothing that is known, where styles change', async () => {
    const { shifts } = await measured(
      `<div class="box" style="height:10px"></div>${text}${later("document.querySelector('.box').style.height = '200px'")}`,
    );
    expect(shifts).toMatchObject([{ moved: [{ selector: '#text' }], cause: null }]);
  });
});

describe('tasks', () => {
  it('that are long are noted with the scripts that ran, also of other sites', async () => {
    // Work is counted in iterations: it takes longer on a slow machine, and never less than a long task.
    const work = 'let sum = 0; for (let i = 0; i < 4e8; i += 1) sum += i % 7; window.sum = sum;';
    serveScript('http://site.test/own.js', `setTimeout(() => { ${work} })`);
    serveScript('http://other.test/other.js', work);
    const { longTasks, scripts } = await measured(
      `<h1>Rye</h1><script async src="/own.js"></script>${later("document.head.append(Object.assign(document.createElement('script'), { src: 'http://other.test/other.js' }))")}`,
    );
    expect(longTasks.length).toBeGreaterThanOrEqual(2);
    expect(longTasks.every(({ ms }) => ms >= 50)).toBe(true);
    const files = new Set(scripts.map(({ url }) => url));
    expect([...files]).toEqual(
      expect.arrayContaining(['http://site.test/own.js', 'http://other.test/other.js']),
    );
  });

  it('take longer with a slower processor, by as much as it is slower', async () => {
    const work = 'let sum = 0; for (let i = 0; i < 2e8; i += 1) sum += i % 7; window.sum = sum;';
    const body = `<h1>Rye</h1>${later(work)}`;
    const longest = ({ longTasks }: MeasuredLoad) => Math.max(0, ...longTasks.map(({ ms }) => ms));
    const fast = await measured(body);
    const slow = await measured(body, { throttling: { ...full, cpuSlowdown: 20 } });
    // On a busy machine both take longer, and neither by twenty times.
    expect(longest(slow)).toBeGreaterThan(2 * longest(fast));
  });
});

it('names the files that the first paint waits for, and preloads that are not used', async () => {
  sites.serve('http://site.test/a.css', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/css' }).end('h1 { color: teal }');
  });
  serveScript('http://site.test/never.js', '1');
  serveScript('http://site.test/used.js', '1');
  const { blockingFiles, unusedPreloads } = await measured(
    `<link rel="stylesheet" href="/a.css"><link rel="preload" as="script" href="/never.js"><link rel="preload" as="script" href="/used.js"><h1>Rye</h1><script src="/used.js"></script>`,
    { limits: { ...limits, quietMs: 6_000 } },
  );
  expect(blockingFiles.map(({ url }) => url)).toEqual([
    'http://site.test/a.css',
    'http://site.test/used.js',
  ]);
  expect(unusedPreloads).toEqual(['http://site.test/never.js']);
});

it('knows the files of a page that clears the list of them', async () => {
  servePicture('http://site.test/hero.svg', 400, 300);
  const { largestContentfulPaint } = await measured(
    `<img id="hero" src="/hero.svg" width="400" height="300" alt="">${later('performance.clearResourceTimings()')}`,
  );
  expect(largestContentfulPaint).toMatchObject({ file: { startMs: expect.any(Number) } });
});

it('has the latency in the time of the first byte', async () => {
  const load = await measured('<h1>Rye</h1>', { throttling: { ...full, latencyMs: 400 } });
  expect(load.firstByteMs).toBeGreaterThan(400);
  expect(load.firstContentfulPaintMs).toBeGreaterThan(400);
});

it('loads nothing from a cache, and leaves no cookie to the next load', async () => {
  sites.serve('http://site.test/', (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'set-cookie': 'seen=1; Max-Age=999',
      'cache-control': 'max-age=999',
    });
    response.end(page('<h1>Rye</h1>'));
  });
  await measure();
  await measure();
  const documents = sites.requests.filter(({ url }) => url === 'http://site.test/');
  expect(documents.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
});

it('is not misled by a page that replaces what it measures with', async () => {
  const { firstContentfulPaintMs, longTasks } = await measured(
    `<script>PerformanceObserver = class { observe() {} }; performance['now'] = () => 0; performance.getEntriesByType = () => []; Array.prototype.map = () => []; Element.prototype.getBoundingClientRect = () => ({})</script><h1>Rye</h1>`,
  );
  expect(firstContentfulPaintMs).toBeGreaterThan(0);
  expect(Array.isArray(longTasks)).toBe(true);
});

it('says why a page was not measured', async () => {
  sites.serve('http://site.test/', (request) => {
    request.socket.destroy();
  });
  expect(await measure()).toMatchObject({ kind: 'failed', reason: 'render_refused' });
});

describe('the requests of a load', () => {
  it('are in the order they were sent, each with its times', async () => {
    sites.serve('http://site.test/a.css', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/css' }).end('h1 { color: teal }');
    });
    sites.serve('http://site.test/moved.js', (_request, response) => {
      response.writeHead(302, { location: '/used.js' }).end();
    });
    serveScript('http://site.test/used.js', '1');
    servePicture('http://other.test/hero.svg', 400, 300);
    const load = await measured(
      `<link rel="stylesheet" href="/a.css"><h1>Rye</h1><script src="/moved.js"></script>${later("document.body.append(Object.assign(new Image(), { src: 'http://other.test/hero.svg' }))")}`,
      { throttling: { ...full, latencyMs: 300 } },
    );
    const requests = load.requests.filter(({ url }) => !url.endsWith('/favicon.ico'));
    expect(requests.map(({ url, type, status }) => [url, type, status])).toEqual([
      ['http://site.test/', 'document', 200],
      ['http://site.test/a.css', 'stylesheet', 200],
      ['http://site.test/moved.js', 'script', 302],
      ['http://site.test/used.js', 'script', 200],
      ['http://other.test/hero.svg', 'image', 200],
    ]);
    const [page, styles, moved, script, picture] = requests;
    // One waits for the other, and each for the latency.
    expect(styles?.startMs).toBeGreaterThanOrEqual(300);
    expect(moved?.endMs).toBe(script?.startMs);
    expect(picture?.startMs).toBeGreaterThan(load.firstContentfulPaintMs ?? Number.NaN);
    expect(load.firstContentfulPaintMs).toBeGreaterThan(styles?.endMs ?? Number.NaN);
    expect(load.domContentLoadedMs).toBeGreaterThan(script?.endMs ?? Number.NaN);
    expect(load.loadedMs).toBeGreaterThanOrEqual(load.domContentLoadedMs ?? Number.NaN);
    for (const { startMs, responseMs, endMs } of [page, styles, script, picture].flatMap(
      (request) => request ?? [],
    )) {
      expect(responseMs).toBeGreaterThanOrEqual(startMs + 300);
      expect(endMs).toBeGreaterThanOrEqual(startMs + 300);
    }
    expect(picture?.bytes).toBeGreaterThan(20_000);
  });

  it('go on, or have no response', async () => {
    sites.serve('http://site.test/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('never more');
    });
    sites.serve('http://site.test/refused', (request) => {
      request.socket.destroy();
    });
    const { requests } = await measured(
      `<h1>Rye</h1>${later("fetch('/endless'); fetch('/refused').catch(() => {})")}`,
      { limits: { ...limits, quietMs: 500, busyMs: 2_000 } },
    );
    const of = (name: string) => requests.find(({ url }) => url.endsWith(name));
    expect(of('/endless')).toMatchObject({
      status: 200,
      responseMs: expect.any(Number),
      endMs: null,
    });
    expect(of('/refused')).toMatchObject({
      status: null,
      responseMs: null,
      endMs: expect.any(Number),
    });
  });

  it('are those of the document that a script leads to', async () => {
    serveScript('http://site.test/first.js', "location.replace('/second')");
    sites.serve('http://site.test/second', page('<h1>Second</h1>'));
    const { requests } = await measured('<script src="/first.js"></script>');
    const [first, ...others] = requests.map(({ url }) => new URL(url).pathname);
    expect(first).toBe('/second');
    expect(others).not.toContain('/first.js');
  });
});

describe('a film of a load', () => {
  it('has small pictures of what changed, each with its time', async () => {
    servePicture('http://site.test/hero.svg', 400, 300);
    const load = await measured(
      `<h1>Rye</h1>${later("document.body.append(Object.assign(new Image(), { src: '/hero.svg' }))")}`,
      { film: true },
    );
    expect(load.film.length).toBeGreaterThanOrEqual(2);
    expect(load.film.length).toBeLessThanOrEqual(8);
    for (const { image } of load.film) {
      expect([...image.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
      expect(image.length).toBeLessThanOrEqual(8_192);
    }
    const [text, picture] = [load.film.at(-2), load.film.at(-1)];
    expect(picture?.atMs).toBeGreaterThan(text?.atMs ?? Number.NaN);
    expect(picture?.image).not.toEqual(text?.image);
    const [hero] = load.requests.filter(({ url }) => url.endsWith('hero.svg'));
    expect(picture?.atMs).toBeGreaterThan(hero?.startMs ?? Number.NaN);
  });

  it('ends with what is there at last, also after many changes at once', async () => {
    const body = (style: string, more = '') => `<h1 style="height:300px;${style}">Rye</h1>${more}`;
    const change = `let n = 0; const next = () => { document.querySelector('h1').style.background = n === 8 ? 'teal' : 'rgb(0,0,' + n * 20 + ')'; if (n++ < 8) requestAnimationFrame(next) }; next()`;
    const changed = await measured(body('', later(change)), { film: true });
    const [last] = (await measured(body('background:teal'), { film: true })).film.slice(-1);
    expect(last?.image).toBeDefined();
    expect(changed.film.at(-1)?.image).toEqual(last?.image);
  });

  it('is not taken by default', async () => {
    expect((await measured('<h1>Rye</h1>')).film).toEqual([]);
  });
});
