import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyzePage, createContext, type PageAnalysis } from '@sitegrade/core';
import { renderReportFile } from '@sitegrade/core/pages';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { memoryStore } from '@sitegrade/store-memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './find-violations.ts';
import { useBrowser } from './use-browser.ts';

/** How many pages a PDF of the browser has. */
function pageCountOf(pdf: Buffer): number {
  return Number(/\/Type\s*\/Pages\s[^>]*?\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);
}

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
    const table = page.locator('.other-checks');
    expect([await passed.isVisible(), await table.isVisible()]).toEqual([false, false]);
    await page.emulateMedia({ media: 'print' });
    expect([await passed.isVisible(), await table.isVisible()]).toEqual([false, true]);
    expect(await page.locator('.check:visible').count()).toBeLessThanOrEqual(8);
    expect(pageCountOf(await page.pdf({ preferCSSPageSize: true }))).toBeLessThanOrEqual(4);

    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Everything, also what passed').check();
    await page.emulateMedia({ media: 'print' });
    expect([await passed.isVisible(), await table.isVisible()]).toEqual([true, false]);
  });
});
