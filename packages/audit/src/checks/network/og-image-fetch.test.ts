import { describe, expect, it } from 'vitest';
import type { NoResponse, SharedImage } from '../../probes/probe-facts.ts';
import { evaluate, factsOf, outcomeOf } from '../fixtures/facts-of.ts';
import { ogImageFetch } from './og-image-fetch.ts';

const url = 'https://example.com/share.png';
const good: SharedImage = {
  kind: 'response',
  url,
  finalUrl: url,
  status: 200,
  contentType: 'image/png',
  format: 'png',
  size: { width: 1200, height: 630 },
};

async function of(probe: SharedImage | NoResponse) {
  const facts = await factsOf({ head: `<meta property="og:image" content="${url}">` });
  const [tag] = facts.page.metas;
  if (tag === undefined) throw new Error('no meta');
  return evaluate(ogImageFetch, {
    ...facts,
    probes: { ...facts.probes, sharedImage: { tag, probe } },
  });
}

it('passes an image, also one whose size is not known', async () => {
  expect(await of(good)).toMatchObject({ status: 'pass', value: { format: 'png' } });
  expect((await of({ ...good, size: null, format: null })).status).toBe('pass');
  expect((await of({ ...good, size: { width: 200, height: 200 } })).status).toBe('pass');
});

it.each<[string, Partial<SharedImage>]>([
  ['fail', { status: 404 }],
  ['fail', { contentType: 'text/html', format: null, size: null }],
  ['fail', { contentType: null, format: null, size: null }],
  ['warn', { contentType: 'image/svg+xml', format: null, size: null }],
  ['warn', { contentType: 'application/octet-stream' }],
  ['warn', { size: { width: 199, height: 630 } }],
  ['warn', { size: { width: 1200, height: 199 } }],
])('%s %j, and quotes the tag', async (status, image) => {
  expect(await of({ ...good, ...image })).toMatchObject({
    status,
    evidence: [{ kind: 'html', text: `<meta property="og:image" content="${url}">` }],
  });
});

it('fails a private address, which is not requested', async () => {
  const failure = { kind: 'skipped', reason: 'address_blocked' } as const;
  expect((await of({ ...failure, url: 'http://10.0.0.1/a.png' })).status).toBe('fail');
  expect((await of({ ...failure, url })).status).toBe('error');
});

it.each(['url_invalid', 'url_scheme', 'dns_not_found'])('fails %s', async (reason) => {
  const kind = reason === 'dns_not_found' ? 'failed' : 'skipped';
  expect((await of({ kind, url, reason })).status).toBe('fail');
});

describe('does not fail for', () => {
  it.each([401, 403, 429, 503])('a host that refuses us with %i', async (status) => {
    expect((await of({ ...good, status, contentType: 'text/html' })).status).toBe('error');
  });

  it.each(['fetch_timeout', 'robots_txt', 'address_blocked'])('%s', async (reason) => {
    expect((await of({ kind: 'skipped', url, reason })).status).toBe('error');
  });

  it('a page without an image', async () => {
    expect((await outcomeOf(ogImageFetch)).status).toBe('na');
  });
});
