import { crc32, deflateSync } from 'node:zlib';
import { analyzePage, createContext } from '@sitegrade/core';
import { printReportFile } from '@sitegrade/core/pages';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { memoryStore } from '@sitegrade/store-memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../packages/renderer-chromium/test/read-pdf.ts';
import { openRenderer } from '../rendering/open-renderer.ts';

/** A grey PNG of this size. */
function pictureOf(width: number, height: number): string {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey.
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 128);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

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
      logo: pictureOf(64, 8),
      logoDark: pictureOf(48, 8),
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
