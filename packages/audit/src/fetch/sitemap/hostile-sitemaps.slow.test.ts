import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { stopTime } from '../../fixtures/fake-time.ts';
import { openCpuAccount } from '../../limits/cpu-account.ts';
import { startHttp } from '../fixtures/servers.ts';
import { sitemapIndex, sitemapsOf, urlset } from './fixtures/sitemap-site.ts';

describe('H26', () => {
  const endless = (piece: string | Buffer) => (response: ServerResponse) => {
    const more = () => {
      while (!response.destroyed && response.write(piece)) {}
    };
    response.on('drain', more);
    more();
  };

  it.each([
    ['of entries is left at the protocol’s 50,000', '<url><loc>SITE/</loc></url>', 'too_many'],
    ['of anything else at its 50 MB', `<!--${' '.repeat(100_000)}-->`, 'too_large'],
    ['of white space long before', ' '.repeat(10_000), 'not_well_formed'],
  ])('a sitemap without end %s, and never held', async (_where, piece, fault) => {
    const before = process.memoryUsage().rss;
    const facts = await sitemapsOf({
      files: {
        '/sitemap.xml': (response, site) => {
          response.write('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
          endless(piece.repeat(Math.ceil(100_000 / piece.length)).replaceAll('SITE', site))(
            response,
          );
        },
      },
      budget: { totalMs: 250_000, maxFiles: 1 },
    });
    expect(facts).toMatchObject({ kind: 'found', listsPage: null, problems: [{ fault }] });
    expect(facts.files).toMatchObject([{ complete: false }]);
    await expect.poll(() => facts.server.open(), { interval: 5 }).toBeLessThan(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it.each([
    ['by its headers', { 'content-encoding': 'gzip' }],
    ['by itself', {}],
  ])('a bomb of gzip, compressed %s', async (_how, headers) => {
    const comment = `<!--${' '.repeat(100_000)}-->`;
    const bomb = gzipSync(`<urlset>${comment.repeat(700)}`);
    const before = process.memoryUsage().rss;
    const facts = await sitemapsOf({
      robots: 'Sitemap: SITE/s.xml.gz',
      files: { '/s.xml.gz': (response) => response.writeHead(200, headers).end(bomb) },
      budget: { totalMs: 250_000, maxFiles: 1 },
    });
    expect(facts.problems.map(({ fault }) => fault)).toEqual(['namespace', 'too_large']);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('nested gzip without content', async () => {
    const nothing = Buffer.concat(new Array(100_000).fill(gzipSync('')));
    const bomb = gzipSync(Buffer.concat(new Array(40).fill(nothing)));
    const facts = await sitemapsOf({
      robots: 'Sitemap: SITE/s.xml.gz',
      files: {
        '/s.xml.gz': (response) => response.setHeader('content-encoding', 'gzip').end(bomb),
      },
      budget: { totalMs: 250_000, maxFiles: 1 },
    });
    expect(facts.problems).toMatchObject([{ fault: 'damaged' }]);
  });

  it.each([
    ['before its headers', () => {}],
    ['in its middle', (response: ServerResponse) => void response.write('<')],
  ])('a sitemap that stalls %s has a time limit', async (_when, file) => {
    const pass = stopTime();
    const facts = await sitemapsOf({
      files: {
        '/sitemap.xml': (response) => {
          file(response);
          pass(5_000);
        },
      },
    });
    expect(facts).toMatchObject({ kind: 'unknown', files: [{ reason: 'fetch_timeout' }] });
  });

  it('the beginning of a stalled sitemap is used', async () => {
    const pass = stopTime();
    let isSent = false;
    const facts = await sitemapsOf({
      files: {
        '/sitemap.xml': (response, site) => {
          isSent = true;
          response.write(urlset('/page').replaceAll('SITE', site).slice(0, -10) + ' '.repeat(999));
        },
      },
      // A part of the sitemap was read.
      cpu: { ...openCpuAccount(), charge: () => isSent && pass(5_000) },
    });
    expect(facts).toMatchObject({ kind: 'found', listsPage: true, files: [{ complete: false }] });
  });

  it('a private address is never requested', async () => {
    const hidden = await startHttp((_request, response) => response.end(urlset('/')));
    const facts = await sitemapsOf({
      robots: `Sitemap: ${hidden.url}s.xml\nSitemap: SITE/moved.xml\nSitemap: SITE/index.xml`,
      files: {
        '/moved.xml': (response) => response.writeHead(302, { location: hidden.url }).end(),
        '/index.xml': sitemapIndex(`${hidden.url}child.xml`),
      },
    });
    expect(hidden.connections()).toBe(0);
    expect(facts.files.map(({ reason }) => reason)).toEqual([
      'address_blocked',
      'address_blocked',
      null,
    ]);
    expect(facts.problems).toMatchObject([{ fault: 'other_host' }]);
  });

  it('an abort by the caller is not a result', async () => {
    const controller = new AbortController();
    const reading = sitemapsOf({
      files: { '/sitemap.xml': () => controller.abort(new Error('enough')) },
      signal: controller.signal,
    });
    await expect(reading).rejects.toThrow('enough');
  });
});
