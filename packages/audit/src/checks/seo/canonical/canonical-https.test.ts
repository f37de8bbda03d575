import { expect, it } from 'vitest';
import type { CanonicalProbe } from '../../../probes/probe-facts.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkedPage } from '../../fixtures/page-without-faults.ts';
import { canonicalHttps } from './canonical-https.ts';

const page = 'https://example.com/page';
const http = 'http://example.com/page';

const of = (href: string, canonical: CanonicalProbe | null = null, url = page) =>
  outcomeOf(canonicalHttps, {
    url,
    head: `<link rel="canonical" href="${href}">`,
    probes: { canonical },
  });

const redirectBack = linkedPage(http, { finalUrl: page });

it('warns mildly about http in the link of an https page', async () => {
  expect(await of(http, redirectBack)).toMatchObject({
    status: 'warn',
    summary: 'The canonical link names this page with http://, which redirects back to https://.',
    evidence: [{ text: `<link rel="canonical" href="${http}">` }],
  });
  expect(canonicalHttps).toMatchObject({ importance: 'low', family: 'canonical' });
  expect(canonicalHttps.gate).toBeUndefined();
});

it('sees the redirect back of a page with tracking parameters in its URL', async () => {
  expect(await of(http, redirectBack, `${page}?utm_source=news`)).toMatchObject({
    status: 'warn',
    summary: 'The canonical link names this page with http://, which redirects back to https://.',
  });
});

it('claims no redirect that was not seen', async () => {
  const summary = 'The canonical link names this page with http://.';
  const skipped = { kind: 'skipped', url: http, reason: 'not_requested' } as const;
  expect(await of(http, skipped)).toMatchObject({ status: 'warn', summary });
  const served = { ...redirectBack, finalUrl: http, redirects: [] };
  expect(await of(http, served)).toMatchObject({ status: 'warn', summary });
});

it('passes https, with or without tracking parameters in the URL of the page', async () => {
  expect((await of(page)).status).toBe('pass');
  expect((await of(page, null, `${page}?utm_source=news`)).status).toBe('pass');
});

it.each([
  ['http://example.com/other', page],
  ['http://www.example.com/page', page],
  [http, http],
  ['mailto:a@example.com', page],
])('does not apply to a link to %s of %s', async (href, url) => {
  expect((await of(href, null, url)).status).toBe('na');
});

it('leaves an http URL that cannot be indexed to another check', async () => {
  const missing = { ...redirectBack, finalUrl: http, redirects: [], status: 404 };
  expect((await of(http, missing)).status).toBe('na');
});
