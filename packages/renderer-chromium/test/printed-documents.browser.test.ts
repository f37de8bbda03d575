import type { PrintRequest, PrintResult, Renderer } from '@sitegrade/core';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { findChromium } from '../../../scripts/browser/find-chromium.ts';
import { browserPool } from '../src/browser-pool.ts';
import { openDocument } from '../src/open-document.ts';
import { startRendering } from '../src/render-ending.ts';
import { browsersOf, processesOf } from './browser-processes.ts';
import { readPdf } from './read-pdf.ts';
import { startSites } from './start-sites.ts';
import { installedRenderer, limits, sandbox, useRenderer } from './use-renderer.ts';

const sites = startSites();
const render = useRenderer(sites);
const shared = installedRenderer();
afterAll(() => shared.close());

/** Limits that a busy machine keeps to. */
const printLimits: PrintRequest['limits'] = {
  totalMs: 120_000,
  htmlBytes: 1_000_000,
  pdfBytes: 1_000_000,
};

/** Prints a document. */
async function print(
  html: string,
  changed: Partial<PrintRequest['limits']> = {},
  { renderer = shared, signal = new AbortController().signal } = {},
): Promise<PrintResult> {
  const printing = renderer.print?.({ html, limits: { ...printLimits, ...changed } }, signal);
  if (printing === undefined) throw new Error('It prints nothing.');
  return printing;
}

/** A renderer of the test's own. */
function own(options: { readonly pages?: number } = {}): Renderer {
  const renderer = installedRenderer(options);
  onTestFinished(() => renderer.close());
  return renderer;
}

/** The content of a PDF that must have been printed. */
async function pdfOf(html: string) {
  const result = await print(html);
  if (result.kind === 'printed') return readPdf(result.pdf);
  throw new Error(`Not printed: ${result.reason}`, { cause: result.cause });
}

/** Why a document was not printed. */
async function reasonOf(result: Promise<PrintResult>) {
  const settled = await result;
  return settled.kind === 'failed' ? settled.reason : settled.kind;
}

const style = '<style>@page { margin: 10mm; @bottom-right { content: counter(page); } }</style>';

/** Everything that a document could ask for. */
const requests = (origin: string) => `<!doctype html><title>Asks</title>
<link rel="stylesheet" href="${origin}/style.css"><link rel="preload" as="image" href="${origin}/p.png">
<link rel="icon" href="${origin}/icon.png"><link rel="dns-prefetch" href="${origin}">
<style>@import "${origin}/import.css"; @font-face { font-family: F; src: url(${origin}/font.woff2) }
p { font-family: F; background: url(${origin}/background.png) }</style>
<meta http-equiv="refresh" content="0;url=${origin}/refreshed">
<script src="${origin}/script.js"></script><script>fetch('${origin}/fetched')</script>
<img src="${origin}/image.png"><iframe src="${origin}/frame"></iframe><video src="${origin}/video.mp4"></video>
<object data="${origin}/object"></object><embed src="${origin}/embed"><img src="file:///etc/hostname">
<p>Still here</p>`;

it('prints sheets of A4 with their text, a title, an outline and tags', async () => {
  const { sheets, text, outline, source } = await pdfOf(
    `<!doctype html><html lang="de"><title>Frisches Brot</title>${style}
    <h1>Brot &amp; Br\u00f6tchen</h1><p>Preis: 3 \u20ac</p><h2 style="break-before: page">Zweiter Bogen</h2>`,
  );
  expect(sheets).toBe(2);
  expect(text).toMatch(/Brot&Br\u00f6tchenPreis:3\u20ac/);
  expect(text).toContain('ZweiterBogen');
  expect(outline).toContain('Zweiter Bogen');
  expect(source).toContain('/Title (Frisches Brot)');
  expect(source).toMatch(/\/MediaBox \[0 0 595\.\d+ 841\.\d+\]/);
  expect(source).toContain('/MarkInfo');
  expect(source).toContain('/Lang (de)');
  expect(source).not.toMatch(/Mozilla|HeadlessChrome|Skia/);
});

it('prints pictures of the document itself', async () => {
  const picture =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Ctext y='20'%3EDrawn%3C/text%3E%3C/svg%3E";
  expect((await pdfOf(`<p>Seen</p><img src="${picture}" alt="">`)).text).toBe('SeenDrawn');
});

it('runs no script', async () => {
  const { text } = await pdfOf(
    `<p>Still here</p><img src="x:" onerror="document.body.textContent = 'error'">
    <script>document.body.textContent = 'script'</script>`,
  );
  expect(text).toBe('Stillhere');
});

it('requests nothing from this machine', async () => {
  const { text } = await pdfOf(requests(sites.proxy()));
  expect(text).toContain('Stillhere');
  expect(sites.requests).toEqual([]);
});

it('sends nothing to its proxy either', async () => {
  const pool = browserPool({ executablePath: findChromium(), sandbox });
  onTestFinished(() => pool.close());
  const { browser, usage } = await pool.take();
  const ending = startRendering(printLimits.totalMs, new AbortController().signal);
  onTestFinished(() => ending.clear());
  const html = requests('http://site.test');
  const document = await openDocument(browser, usage, html, ending, sites.proxy());
  await document.close();
  expect([sites.requests, sites.tunnels]).toEqual([[], []]);
});

it('refuses documents and PDFs that are too large', async () => {
  const html = `<p>${'too long '.repeat(200)}</p>`;
  expect(await reasonOf(print(html, { htmlBytes: html.length - 1 }))).toBe('render_too_large');
  expect(await reasonOf(print(html, { pdfBytes: 1_000 }))).toBe('render_too_large');
  expect(await reasonOf(print(html, { htmlBytes: html.length }))).toBe('printed');
});

it('gives up when its time is over, or when its signal is aborted', async () => {
  await print('<p>A browser runs</p>');
  expect(await reasonOf(print('<p>late</p>', { totalMs: 1 }))).toBe('render_timed_out');
  const controller = new AbortController();
  const printing = print('<p>stopped</p>', {}, { signal: controller.signal });
  controller.abort(new Error('Stopped.'));
  await expect(printing).rejects.toThrow('Stopped.');
});

it('leaves nothing behind, however a printing ends', async () => {
  const others = browsersOf();
  const renderer = own();
  await print('<p>first</p>', {}, { renderer });
  const browsers = browsersOf().filter((pid) => !others.includes(pid));
  await expect.poll(() => processesOf(browsers).length).toBeGreaterThan(1);
  const idle = processesOf(browsers).length;
  const endings = Array.from({ length: 6 }, (_, index) => [
    print(`<p>${index}</p>`, {}, { renderer }),
    print(`<p>${index}</p>`, { pdfBytes: 1 }, { renderer }),
    print(`<p>${index}</p>`, { totalMs: 20 }, { renderer }),
  ]);
  await Promise.all(endings.flat());
  await expect.poll(() => processesOf(browsers).length).toBeLessThanOrEqual(idle);
  const last = print('<p>last</p>', {}, { renderer });
  await renderer.close();
  expect(await reasonOf(last)).toBe('renderer_unavailable');
  expect(processesOf(browsers)).toEqual([]);
});

it('waits for a place among the pages', async () => {
  const renderer = own({ pages: 1 });
  let respond: () => void = () => {};
  const requested = new Promise<void>((isRequested) => {
    sites.serve('http://site.test/', (_, response) => {
      respond = () => response.setHeader('content-type', 'text/html').end('<p>slow</p>');
      isRequested();
    });
  });
  const ended: string[] = [];
  const page = render({ limits: { ...limits, quietMs: 0 } }, renderer).then(() =>
    ended.push('page'),
  );
  await requested;
  const pdf = print('<p>PDF</p>', {}, { renderer }).then(({ kind }) => ended.push(kind));
  respond();
  await Promise.all([page, pdf]);
  expect(ended).toEqual(['page', 'printed']);
});
