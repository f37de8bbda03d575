import { analyzePage, createContext } from '@sitegrade/core';
import { printReportFile } from '@sitegrade/core/pages';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { memoryStore } from '@sitegrade/store-memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../packages/renderer-chromium/test/read-pdf.ts';
import { openRenderer } from '../rendering/open-renderer.ts';

/** Grey PNGs that are 64 and 48 pixels wide. */
const [wide, narrow] = [
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAICAAAAABsCaYDAAAAEklEQVR42mNooBAwjBowHAwAABFEABCvU4CNAAAAAElFTkSuQmCC',
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAICAAAAACaQCObAAAAEUlEQVR42mNoIBEwjGqghQYACiXAAQ3hf7sAAAAASUVORK5CYII=',
].map((png) => `data:image/png;base64,${png}`);

describe('a report as PDF', () => {
  const renderer = openRenderer();
  const context = createContext({
    store: memoryStore(),
    renderer,
    render: 'off',
    network: { allowLocalhost: true },
  });
  let site: SampleSite;

  beforeAll(async () => {
    site = await startSampleSite();
  });
  afterAll(async () => {
    await renderer.close();
    await site.close();
  });

  const print = async (path: string, pages = {}) => {
    const analysis = await analyzePage(context, 'ann', { url: site.url + path });
    const pdf = await printReportFile(context, 'ann', analysis, { pages });
    return { analysis, ...readPdf(pdf) };
  };

  it.each(['/', '/guestbook', '/courses', '/prices'])(
    'has two to four sheets with what to fix: %s',
    async (path) => {
      const { analysis, sheets, text, outline } = await print(path);
      expect(sheets).toBeGreaterThanOrEqual(2);
      expect(sheets).toBeLessThanOrEqual(4);
      expect(text).toContain(`${analysis.score}of100`);
      expect(text).toContain(`1/${sheets}`);
      expect(outline).toEqual(expect.arrayContaining(['Fix this first', 'What passed']));
      const [first = ''] = analysis.fixFirst;
      const { summary = '', advice = '' } = analysis.checks[first] ?? {};
      expect(text).toContain(summary.replaceAll(' ', ''));
      expect(text).toContain(advice?.slice(0, 40).replaceAll(' ', ''));
    },
  );

  it('has the brand on each sheet, and nothing to press', async () => {
    const { sheets, text, source } = await print('/prices', {
      name: 'Our “reports”',
      footer: 'Our last line',
      logo: '/logo.png',
      accent: '#b00020',
    });
    expect(text.split('Our“reports”')).toHaveLength(sheets + 2);
    expect(text).toContain('Ourlastline');
    expect(text).not.toMatch(/Print|PDF/);
    // A picture that cannot be loaded would be one.
    expect(source).not.toContain('/Subtype /Image');
  });

  it('has the logo of light pages, as wide as it is, in place of the name at the top', async () => {
    const { source, sheets, text } = await print('/prices', {
      name: 'Wordmark',
      logo: wide,
      logoDark: narrow,
    });
    expect(source).toMatch(/\/Width 64\b/);
    expect(source).not.toMatch(/\/Width 48\b/);
    // The name is at the bottom of each sheet, and in the title of the document.
    expect(text.split('Wordmark')).toHaveLength(sheets + 1);
    expect(source).toMatch(/\/Alt \(Wordmark\)/);
  });

  it('keeps the words of a heading that is longer than a line apart', async () => {
    const { analysis, outline } = await print('/prices');
    const long = Object.values(analysis.checks).find(
      ({ status, summary }) =>
        status === 'fail' && summary.length > 60 && /^[\w ;,.]+$/.test(summary),
    );
    expect(outline).toContain(long?.summary);
  });
});
