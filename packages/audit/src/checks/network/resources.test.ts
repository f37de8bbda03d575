import { describe, expect, it } from 'vitest';
import type { NoResponse, ResourceResponse } from '../../probes/probe-facts.ts';
import type { Check } from '../check.ts';
import { evaluate, factsOf, responseProbe } from '../fixtures/facts-of.ts';
import { cacheHeaders } from './cache-headers.ts';
import { minified } from './minified.ts';
import { pageWeight } from './page-weight.ts';
import { resourceCompression } from './resource-compression.ts';

const url = 'https://example.com/a.js';
const good: ResourceResponse = {
  kind: 'response',
  url,
  finalUrl: url,
  status: 200,
  contentType: 'text/javascript',
  cacheControl: 'public, max-age=31536000, immutable',
  expires: null,
  date: null,
  etag: null,
  lastModified: null,
  contentEncoding: 'br',
  transferBytes: 30_000,
  bytes: 100_000,
  spaces: 3_000,
  complete: true,
};

interface Sampled {
  readonly own?: boolean;
  readonly type?: 'script' | 'stylesheet';
  readonly probe: Partial<ResourceResponse> | NoResponse;
}

async function of(check: Check, ...sampled: readonly Sampled[]) {
  const facts = await factsOf({ body: '<script src="/a.js"></script>' });
  const [tag] = facts.page.scripts;
  if (tag === undefined) throw new Error('no script');
  const sample = sampled.map(({ own = true, type = 'script', probe }) => {
    const whole = 'reason' in probe ? probe : { ...good, ...probe };
    return { tag, type, own, probe: whole as ResourceResponse | NoResponse };
  });
  const resources = { total: sample.length, sample };
  return evaluate(check, { ...facts, probes: { ...facts.probes, resources } });
}

const all: readonly Check[] = [cacheHeaders, minified, resourceCompression];

describe.each(all.map((check) => [check.id, check] as const))('%s', (_id, check) => {
  it('passes valid ones, and has no weight', async () => {
    expect(check.importance).toBe('info');
    expect(await of(check, { probe: {} })).toMatchObject({
      status: 'pass',
      value: { total: 1, checked: 1, faults: [] },
    });
  });

  it('does not apply without scripts or style sheets of the page’s own', async () => {
    expect((await of(check)).status).toBe('na');
    const foreign = { cacheControl: null, contentEncoding: null, spaces: 90_000 };
    expect((await of(check, { own: false, probe: foreign })).status).toBe('na');
  });

  it('ignores missing responses', async () => {
    const bad = { cacheControl: null, contentEncoding: null, spaces: 90_000 };
    for (const probe of [
      { kind: 'failed', url, reason: 'fetch_timeout' } as const,
      { ...bad, status: 404 },
      { ...bad, status: 403 },
      { ...bad, contentType: 'text/html' },
    ]) {
      expect((await of(check, { probe })).status).toBe('error');
      expect((await of(check, { probe }, { probe: {} })).status).toBe('pass');
    }
  });
});

describe('cache-headers', () => {
  const date = 'Mon, 01 Jun 2026 00:00:00 GMT';

  it.each<Partial<ResourceResponse>>([
    { cacheControl: 'max-age=2592000' },
    { cacheControl: 'MAX-AGE = "31536000"' },
    { cacheControl: null, expires: 'Wed, 01 Jul 2026 00:00:00 GMT', date },
    { cacheControl: 'public', expires: 'Tue, 01 Jun 2027 00:00:00 GMT' },
    { cacheControl: 's-maxage=0, max-age=99999999' },
  ])('passes %j', async (probe) => {
    expect((await of(cacheHeaders, { probe })).status).toBe('pass');
  });

  it.each<[Partial<ResourceResponse>, string]>([
    [{ cacheControl: 'max-age=2591999' }, '29 days'],
    [{ cacheControl: 'max-age=3600' }, '3600 seconds'],
    [{ cacheControl: 'max-age=31536000, no-store' }, 'must be revalidated each time'],
    [{ cacheControl: 'no-cache' }, 'must be revalidated each time'],
    [{ cacheControl: 's-maxage=31536000' }, 'no Cache-Control and no Expires'],
    [{ cacheControl: null }, 'no Cache-Control and no Expires'],
    [{ cacheControl: null, expires: '0' }, 'must be revalidated each time'],
    [{ cacheControl: 'max-age=0', expires: 'Tue, 01 Jun 2027 00:00:00 GMT' }, 'must be'],
    [{ cacheControl: null, expires: 'Wed, 01 Jul 2026 00:00:00 GMT', date: null }, '29 days'],
  ])('warns about %j', async (probe, words) => {
    expect(await of(cacheHeaders, { probe }, { probe: {} })).toMatchObject({
      status: 'warn',
      points: 0.405,
      value: { faults: [expect.stringContaining(`${url}: ${words}`)] },
      evidence: [{ kind: 'html', text: '<script src="/a.js">' }],
    });
  });
});

describe('minified', () => {
  it.each([
    [10_000, 100_000, 'pass'],
    [10_001, 100_000, 'warn'],
    [2_047, 4_000, 'pass'],
    [2_048, 4_000, 'warn'],
    [0, 0, 'pass'],
  ])('%i of %i bytes: %s', async (spaces, bytes, status) => {
    expect((await of(minified, { probe: { spaces, bytes } })).status).toBe(status);
  });
});

describe('resource-compression', () => {
  it.each<[Partial<ResourceResponse>, 'script' | 'stylesheet', string]>([
    [{ contentEncoding: null }, 'script', 'warn'],
    [{ contentEncoding: 'identity' }, 'script', 'warn'],
    [{ contentEncoding: 'GZIP' }, 'script', 'pass'],
    [{ contentEncoding: null, transferBytes: 2_088 }, 'script', 'pass'],
    [{ contentEncoding: null, transferBytes: 2_090 }, 'script', 'warn'],
    [{ contentEncoding: null, transferBytes: 1_750 }, 'stylesheet', 'warn'],
    [{ contentEncoding: null, transferBytes: 1_749 }, 'stylesheet', 'pass'],
  ])('%j of a %s: %s', async (probe, type, status) => {
    expect((await of(resourceCompression, { type, probe })).status).toBe(status);
  });
});

describe('page-weight', () => {
  const kib = 1024;

  it('counts what is known, other sites’ files too', async () => {
    const outcome = await of(
      pageWeight,
      { probe: { transferBytes: 1_000 } },
      { own: false, probe: { transferBytes: 2_000 } },
      { probe: { transferBytes: 9_999_999, status: 404 } },
    );
    expect(outcome).toMatchObject({ status: 'pass', value: { files: 2, filesOnPage: 3 } });
    const { bytes, html } = outcome.value as { bytes: number; html: number };
    expect(bytes).toBe(html + 3_000);
    expect(outcome.summary).toMatch(/^The page weighs at least 4 kB: its HTML and 2 of 3 files/);
  });

  it.each([
    [4999 * kib, 'pass', undefined],
    [5000 * kib, 'warn', 1],
    [7500 * kib, 'warn', 0.5],
    [9999 * kib, 'warn', 0],
    [10000 * kib, 'fail', undefined],
  ])('%i bytes: %s', async (bytes, status, points) => {
    const facts = await factsOf({ body: '<img src=a>' });
    const tag = facts.page.images[0];
    if (tag === undefined) throw new Error('no image');
    const found = responseProbe('https://example.com/a');
    const images = { total: 1, sample: [{ tag, own: true, probe: { ...found, bytes } }] };
    const response = { ...facts.response, transferBytes: 0 };
    const probes = { ...facts.probes, images };
    const outcome = evaluate(pageWeight, { ...facts, response, probes });
    expect([outcome.status, outcome.points]).toEqual([status, points]);
  });

  it('ignores unknown values', async () => {
    expect((await of(pageWeight)).status).toBe('pass');
  });
});
