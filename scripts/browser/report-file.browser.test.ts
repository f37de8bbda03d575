import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { analyzePage, createContext, type PageAnalysis } from '@sitegrade/core';
import { renderReportFile } from '@sitegrade/core/pages';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { memoryStore } from '@sitegrade/store-memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './find-violations.ts';
import { useBrowser } from './use-browser.ts';

/** How many lines of text are on each page of a PDF of the browser. */
function rowsOf(pdf: Buffer): readonly number[] {
  const source = pdf.toString('latin1');
  return (
    // Data may end with the byte of a carriage return.
    [...source.matchAll(/stream\n(.*?)\nendstream/gs)]
      .map(([, data = '']) => inflated(Buffer.from(data, 'latin1')))
      // Fonts and pictures have no lines.
      .filter((content) => /^BT$/m.test(content))
      .map(
        (content) =>
          new Set([...content.matchAll(/^1 0 0 -?1 \S+ (\S+) Tm$/gm)].map(([, y]) => y)).size,
      )
  );
}

/** The most lines that an element has. */
const mostLinesOf = (selector: string) =>
  `Math.max(0, ...[...document.querySelectorAll('${selector}')].map((element) =>
    Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight))))`;

function inflated(data: Buffer): string {
  try {
    return inflateSync(data).toString('latin1');
  } catch {
    return '';
  }
}

/** How many pages a PDF of the browser has. */
function pageCountOf(pdf: Buffer): number {
  return Number(/\/Type\s*\/Pages\s[^>]*?\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);
}

const long = 'abcdefghij'.repeat(40);
const words = 'A text that never ends because no one stops the editor. '.repeat(8);

/** A page with as many faults as possible, each with long quotes. */
const longPage = `<html><head><title>${words}</title><title>${words}</title>
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="300"></head><body>
<h3>${words}</h3><h3></h3><h5>${words}</h5>
${Array.from(
  { length: 6 },
  (
    _,
    index,
  ) => `<img src="/missing-${index}.png?${long}"><a href="/dead/${index}?${long}">click here</a>
<a href="/dead/${index}/empty?${long}"></a><iframe src="/frame-${index}?${long}"></iframe>
<input name="n${index}" placeholder="${words}"><button></button><p id="a">${words}</p><font>x</font>
<script src="http://nowhere.invalid/${index}.js?${long}"></script>
<link rel="stylesheet" href="http://nowhere.invalid/${index}.css?${long}">`,
).join('\n')}
<form action="http://nowhere.invalid/"><input type="password"></form></body></html>`;

describe('a report as a file', () => {
  const visit = useBrowser();
  let site: SampleSite;
  let folder: string;
  let analysis: PageAnalysis;
  let url: string;

  beforeAll(async () => {
    site = await startSampleSite();
    folder = await mkdtemp(join(tmpdir(), 'sitegrade-'));
    const context = createContext({ store: memoryStore(), network: { allowLocalhost: true } });
    analysis = await analyzePage(context, 'ann', { url: `${site.url}/guestbook` });
    const file = join(folder, 'report.html');
    await writeFile(file, renderReportFile(analysis));
    url = pathToFileURL(file).href;
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  /** The sheets of the print of an analysis, with what shows how full they are. */
  const printOf = async (path: string, origin = site.url) => {
    const context = createContext({ store: memoryStore(), network: { allowLocalhost: true } });
    const printed = await analyzePage(context, 'ann', { url: origin + path });
    const file = join(folder, 'printed.html');
    await writeFile(file, renderReportFile(printed));
    const { page } = await visit('https://nothing.invalid', { otherOrigins: ['null'] });
    await page.goto(pathToFileURL(file).href);
    return { page, pdf: await page.pdf({ preferCSSPageSize: true }) };
  };

  /** A browser that may load nothing but files, whose origin is opaque. */
  const open = async (options = {}) => {
    const { page } = await visit('https://nothing.invalid', { otherOrigins: ['null'], ...options });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(url);
    return { page, requests };
  };

  it.each(['light', 'dark'] as const)(
    'opens from a disk and loads nothing, %s',
    async (colorScheme) => {
      const { page, requests } = await open({ colorScheme });
      expect(requests.filter((requested) => !requested.startsWith('data:'))).toEqual([url]);
      expect(await page.getByRole('img', { name: `Score ${analysis.score} of 100` }).count()).toBe(
        1,
      );
      expect(await findViolations(page)).toEqual([]);
    },
  );

  it('fits a phone, and its links lead to the checks', async () => {
    const { page } = await open({ width: 360 });
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await page.locator('.fix-first a').first().click();
    expect(page.url()).toBe(`${url}#check-${analysis.fixFirst[0]}`);
    expect(await page.locator(':target').count()).toBe(1);
  });

  it('prints a few sheets, or every check', async () => {
    const { page } = await open();
    const passed = page.locator('.check.pass').first();
    const table = page.locator('.other-checks').first();
    expect([await passed.isVisible(), await table.isVisible()]).toEqual([false, false]);
    expect(await page.getByText('use the menu of the browser').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect([await passed.isVisible(), await table.isVisible()]).toEqual([false, true]);
    expect(await page.locator('.check:visible').count()).toBeLessThanOrEqual(8);
    expect(pageCountOf(await page.pdf({ preferCSSPageSize: true }))).toBeLessThanOrEqual(4);

    expect(await page.getByRole('heading', { name: 'What to fix' }).isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'All checks' }).isVisible()).toBe(false);

    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Print everything, also what passed').check();
    await page.emulateMedia({ media: 'print' });
    expect([await passed.isVisible(), await table.isVisible()]).toEqual([true, false]);
  });

  it('prints no more than four sheets of a page with long titles, URLs and quotes', async () => {
    const server = createServer((request, response) => {
      const isPage = request.url === '/long';
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
      response.end(isPage ? longPage : '');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const { page, pdf } = await printOf('/long', `http://127.0.0.1:${port}`);
      expect(await page.locator('.check').count()).toBeGreaterThan(30);
      expect(pageCountOf(pdf)).toBeLessThanOrEqual(4);
      // Quotes of the words and of the URLs are cut after two lines, and a heading after three.
      await page.emulateMedia({ media: 'print' });
      // The text of a sheet is that wide.
      await page.setViewportSize({ width: 674, height: 1_000 });
      const most = (selector: string) => page.evaluate<number>(mostLinesOf(selector));
      expect([await most('.evidence code'), await most('h1'), await most('.check h3 bdi')]).toEqual(
        [2, 2, 3],
      );
    } finally {
      server.close();
    }
  });

  it.each(['/', '/guestbook', '/courses', '/prices'])(
    'has no sheet with a few lines: %s',
    async (path) => {
      const { pdf } = await printOf(path);
      const rows = rowsOf(pdf);
      expect(rows).toHaveLength(pageCountOf(pdf));
      expect(Math.min(...rows)).toBeGreaterThan(15);
    },
  );
});
