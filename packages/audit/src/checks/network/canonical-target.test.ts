import { describe, expect, it } from 'vitest';
import type { CanonicalProbe, LinkedPage } from '../../probes/probe-facts.ts';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { linkedPage } from '../fixtures/page-without-faults.ts';
import { canonicalTarget } from './canonical-target.ts';

const url = 'https://example.com/other';
const good = linkedPage(url);

const of = (canonical: CanonicalProbe | null) =>
  outcomeOf(canonicalTarget, {
    head: `<link rel="canonical" href="${url}">`,
    probes: { canonical },
  });
const redirectedTo = (finalUrl: string) => linkedPage(url, { finalUrl });

it('passes a page that can be indexed', async () => {
  expect((await of(good)).status).toBe('pass');
  expect((await of({ ...good, googlebotAllowed: null })).status).toBe('pass');
});

it('does not apply without another canonical page', async () => {
  expect((await of(null)).status).toBe('na');
});

describe('fails', () => {
  it.each<[string, Partial<LinkedPage>]>([
    ['has status 404', { status: 404 }],
    ['has status 410', { status: 410 }],
    ['has status 500', { status: 500 }],
    ['noindex', { robotsMetas: ['index', 'follow, NOINDEX'] }],
    ['noindex', { robotsMetas: ['none'] }],
    ['X-Robots-Tag', { robotsHeaders: ['googlebot: noindex'] }],
    ['X-Robots-Tag', { robotsHeaders: ['nofollow, unavailable_after: 2020-01-01'] }],
    ['robots.txt', { googlebotAllowed: false }],
  ])('%s: %j', async (words, page) => {
    expect(await of({ ...good, ...page })).toMatchObject({
      status: 'fail',
      summary: expect.stringContaining(words),
      evidence: [{ kind: 'html', text: `<link rel="canonical" href="${url}">`, line: 1 }],
    });
  });

  it('one that robots.txt blocks, or that does not exist', async () => {
    expect((await of({ kind: 'disallowed', url })).status).toBe('fail');
    expect((await of({ kind: 'failed', url, reason: 'dns_not_found' })).status).toBe('fail');
    expect((await of({ kind: 'failed', url, reason: 'redirect_loop' })).status).toBe('fail');
  });
});

it('warns about a redirect back here', async () => {
  expect(await of(redirectedTo('https://example.com/page'))).toMatchObject({
    status: 'warn',
    summary: `The canonical page ${url} redirects back to this page.`,
    evidence: [{ kind: 'html' }],
  });
});

it('leaves a redirect to another page to the check of links to another page', async () => {
  expect(await of(redirectedTo('https://example.com/third'))).toMatchObject({
    status: 'pass',
    summary: `The canonical page ${url} redirects to https://example.com/third.`,
  });
});

it('warns about a redirect of the page without its tracking parameters', async () => {
  const outcome = await outcomeOf(canonicalTarget, {
    url: `${url}?utm_source=news`,
    head: `<link rel="canonical" href="${url}">`,
    probes: { canonical: redirectedTo('https://example.com/third') },
  });
  expect(outcome).toMatchObject({
    status: 'warn',
    summary: expect.stringContaining('redirects to https://example.com/third'),
  });
});

it('leaves a redirect from http back here to the check of https', async () => {
  const http = 'http://example.com/page';
  const canonical = {
    ...redirectedTo('https://example.com/page'),
    url: http,
  };
  const head = `<link rel="canonical" href="${http}">`;
  expect((await outcomeOf(canonicalTarget, { head, probes: { canonical } })).status).toBe('pass');
});

describe('does not fail for', () => {
  it.each([401, 403, 429, 503, 999])('a site that refuses us with %i', async (status) => {
    expect((await of({ ...good, status })).status).toBe('error');
  });

  it.each(['fetch_timeout', 'tls_untrusted', 'connect_refused', 'robots_txt', 'out_of_time'])(
    'a page that was not requested or did not respond: %s',
    async (reason) => {
      expect((await of({ kind: 'failed', url, reason })).status).toBe('error');
      expect((await of({ kind: 'skipped', url, reason })).status).toBe('error');
    },
  );

  it.each(['bingbot: noindex', 'max-snippet: 0', 'unavailable_after: 2099-01-01'])(
    'a header that blocks no search engine: %s',
    async (line) => {
      expect((await of({ ...good, robotsHeaders: [line] })).status).toBe('pass');
    },
  );
});
