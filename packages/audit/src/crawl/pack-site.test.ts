import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseRobotsTxt } from '../fetch/robots/robots-rules.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import { noLastmods } from '../fetch/sitemap/collect-lastmods.ts';
import type { Probe } from '../probes/probe-facts.ts';
import { isCrawlAllowed, type OpenedSite } from './open-site.ts';
import { packSite, unpackSite } from './pack-site.ts';

const origin = 'https://example.com';
const skipped: Probe = { kind: 'skipped', url: `${origin}/x`, reason: 'out_of_time' };

const versions = [{ code: 'de', href: `${origin}/ü\n` }];

function siteWith(robots: RobotsTxt, listed: ReadonlySet<string> = new Set()): OpenedSite {
  return {
    startPage: 'allowed',
    finalUrl: `${origin}/ü`,
    variants: ['http://example.com', 'https://www.example.com'],
    delayMs: 500,
    siteFacts: {
      origin,
      robots,
      favicon: skipped,
      missingPage: { kind: 'failed', url: `${origin}/x`, reason: 'connect_refused' },
      plainHttp: null,
      hostVariant: null,
      handshake: null,
      llmsTxt: { kind: 'skipped', url: origin, reason: 'robots_txt' },
      securityTxt: { kind: 'skipped', url: origin, reason: 'robots_txt' },
      sitemaps: {
        kind: 'found',
        files: [],
        unread: 0,
        urls: listed.size,
        lastmods: { ...noLastmods, count: 1 },
        problems: [{ fault: 'empty', file: `${origin}/sitemap.xml`, line: null, text: '' }],
        problemCount: 1,
        isComplete: true,
        hasAllVersions: true,
        listed,
        versions: new Map([...listed].slice(1).map((url) => [url, versions])),
        pageLastmods: new Map([...listed].slice(1).map((url) => [url, '2026-05-01'])),
      },
    },
  };
}

function robotsTxt(text: string | Uint8Array): RobotsTxt {
  const rules = parseRobotsTxt(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return { kind: 'found', url: `${origin}/robots.txt`, rules, contentType: 'text/plain' };
}

it.each([
  { kind: 'none', status: 404 },
  { kind: 'server_error', status: 500 },
  { kind: 'unknown', reason: 'connect_timeout' },
] as const)('keeps a site with robots.txt $kind', async (robots) => {
  const site = siteWith(robots, new Set([`${origin}/`, `${origin}/b?c`]));
  expect(await unpackSite(await packSite(site))).toEqual(site);
});

it('reads a site that was packed before the dates and versions of sitemaps were collected', async () => {
  const site = siteWith({ kind: 'none', status: 404 }, new Set([`${origin}/`, `${origin}/b`]));
  const { lastmods, hasAllVersions, ...sitemaps } = site.siteFacts.sitemaps;
  expect([lastmods.count, hasAllVersions]).toEqual([1, true]);
  const before = { ...site, siteFacts: { ...site.siteFacts, sitemaps } } as OpenedSite;
  const packed = inflateSync((await packSite(before)).subarray(1));
  const last = ['\n2026-05-01', JSON.stringify(versions), '\n0'].map(
    (part) => Buffer.byteLength(part) + 4,
  );
  const withoutDates = packed.subarray(0, packed.length - last.reduce((sum, part) => sum + part));
  const bytes = Buffer.concat([Uint8Array.of(1), deflateSync(withoutDates)]);
  const { siteFacts } = await unpackSite(bytes);
  expect(siteFacts.sitemaps).toEqual({
    ...sitemaps,
    lastmods: noLastmods,
    hasAllVersions: false,
    pageLastmods: new Map(),
    versions: new Map(),
  });
});

it('reads a site that was packed before security.txt was requested', async () => {
  const site = siteWith({ kind: 'none', status: 404 });
  const { securityTxt, ...siteFacts } = site.siteFacts;
  expect(securityTxt).toBeDefined();
  const unpacked = await unpackSite(await packSite({ ...site, siteFacts } as OpenedSite));
  expect(unpacked.siteFacts).toEqual({
    ...siteFacts,
    securityTxt: { kind: 'skipped', url: origin, reason: 'not_requested' },
  });
});

it('keeps the rules of robots.txt', async () => {
  const text = 'User-agent: sitegrade\nDisallow: /a*b$\nDisallow: /ツ\nSitemap: https://x.test/ü';
  const site = siteWith(robotsTxt(text));
  const { siteFacts } = await unpackSite(await packSite(site));
  const isAllowed = (path: string) =>
    isCrawlAllowed(siteFacts, new URL(path, origin), 'Mozilla/5.0 (compatible; sitegrade)');
  expect(['/a', '/axb', '/axbc', '/%e3%83%84'].map(isAllowed)).toEqual([true, false, true, false]);
  // Functions of the compiled patterns are not equal.
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
  expect(plain(siteFacts)).toEqual(plain(site.siteFacts));
});

it('keeps that robots.txt is longer than what is read', async () => {
  const { siteFacts } = await unpackSite(
    await packSite(siteWith(robotsTxt(Buffer.alloc(600 * 1024, 'Disallow: /x\n')))),
  );
  expect(siteFacts.robots).toMatchObject({ kind: 'found', rules: { truncated: true } });
});

it('keeps as many listed pages as there can be, in little space and short slices', async () => {
  const listed = new Set(
    Array.from({ length: 50_000 }, (_, at) => `${origin}/${String(at).padStart(58, 'p')}`),
  );
  const site = siteWith({ kind: 'none', status: 404 }, listed);
  const packed = await packSite(site);
  expect(packed.length).toBeLessThan(500_000);
  expect((await unpackSite(packed)).siteFacts.sitemaps.listed).toEqual(listed);
});

it('throws for damaged bytes, and for those of another version', async () => {
  const packed = await packSite(siteWith(robotsTxt('User-agent: *\nDisallow: /a')));
  const damaged = Buffer.from(packed);
  damaged.writeUInt8((damaged.at(40) ?? 0) ^ 0xff, 40);
  const bytes: Uint8Array[] = [
    new Uint8Array(),
    packed.subarray(0, -1),
    packed.subarray(0, 20),
    damaged,
    Buffer.concat([Uint8Array.of(2), packed.subarray(1)]),
    Buffer.concat([Uint8Array.of(1), deflateSync(Buffer.from([0, 0, 1, 0, 1]))]),
    // A few kilobytes that would be 100 MB.
    Buffer.concat([Uint8Array.of(1), deflateSync(Buffer.alloc(100 * 1024 * 1024))]),
  ];
  for (const part of bytes) {
    await expect(unpackSite(part)).rejects.toMatchObject({
      code: 'internal',
      message: 'What was stored about the site of a crawl is damaged, or of another version.',
    });
  }
});
