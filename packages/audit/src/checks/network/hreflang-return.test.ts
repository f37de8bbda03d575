import { describe, expect, it } from 'vitest';
import type { AlternatePage, NoResponse, ProbeFacts } from '../../probes/probe-facts.ts';
import { evaluate, factsOf } from '../fixtures/facts-of.ts';
import { linkedPage } from '../fixtures/page-without-faults.ts';
import { hreflangReturn } from './hreflang-return.ts';

const url = 'https://example.com/de';
const good: AlternatePage = {
  ...linkedPage(url),
  googlebotAllowed: null,
  returns: true,
};
const silent = { ...good, returns: false };
const failed = (reason: string): NoResponse => ({ kind: 'failed', url, reason });
const redirectedTo = (finalUrl: string): AlternatePage => ({
  ...silent,
  finalUrl,
  redirects: [{ url, status: 302, location: finalUrl, ms: 1 }],
});

async function of(
  probes: readonly (AlternatePage | NoResponse)[],
  hreflangs: readonly string[] = ['de'],
) {
  const facts = await factsOf({ head: '<link rel="alternate" hreflang="de" href="/de">' });
  const tag = facts.page.links[0] ?? null;
  const sample: ProbeFacts['alternates']['sample'] = probes.map((probe) => {
    return { hreflangs, url, tag, probe };
  });
  const alternates = { total: sample.length, sample };
  return evaluate(hreflangReturn, { ...facts, probes: { ...facts.probes, alternates } });
}

it('passes if all link back to this page', async () => {
  expect(await of([good, good])).toMatchObject({
    status: 'pass',
    value: { total: 2, checked: 2, faults: [] },
  });
});

it('does not apply without other versions', async () => {
  expect((await of([])).status).toBe('na');
});

it('warns by the share of those that count, and quotes the tag', async () => {
  expect(await of([good, good, good, silent])).toMatchObject({
    status: 'warn',
    points: 0.646,
    value: { faults: ['https://example.com/de does not link back to this page'] },
    evidence: [{ kind: 'html', text: '<link rel="alternate" hreflang="de" href="/de">' }],
  });
  expect(await of([silent])).toMatchObject({ status: 'fail', points: 0 });
});

it.each<[string, AlternatePage | NoResponse]>([
  ['has status 404', { ...good, status: 404 }],
  ['noindex', { ...good, robotsMetas: ['noindex'] }],
  ['robots.txt', { ...good, googlebotAllowed: false }],
  ['redirects to https://example.com/de/', redirectedTo('https://example.com/de/')],
  ['its host does not exist', failed('dns_not_found')],
])('faults one that %s', async (words, probe) => {
  expect(await of([probe])).toMatchObject({
    status: 'fail',
    summary: expect.stringContaining(words),
  });
});

describe('does not fail for', () => {
  it('a version that redirects back here because of the location', async () => {
    expect((await of([redirectedTo('https://example.com/page')])).status).toBe('error');
  });

  it('a page that chooses the language', async () => {
    expect((await of([silent], ['x-default'])).status).toBe('pass');
    const chosen = redirectedTo('https://example.com/fr');
    expect((await of([chosen], ['x-default'])).status).toBe('error');
    expect((await of([silent], ['x-default', 'de'])).status).toBe('fail');
  });

  it.each<AlternatePage | NoResponse>([
    { ...good, status: 403 },
    { ...good, returns: null },
    failed('fetch_timeout'),
    { kind: 'skipped', url, reason: 'robots_txt' },
  ])('what could not be read: %j', async (probe) => {
    expect((await of([probe])).status).toBe('error');
    expect((await of([probe, good])).status).toBe('pass');
  });
});
