import { expect, it } from 'vitest';
import type { Probe } from '../../probes/probe-facts.ts';
import { factsOf, outcomeOf, responseProbe } from '../fixtures/facts-of.ts';
import { favicon } from './favicon.ts';

const url = 'https://example.com/favicon.ico';
const of = (probe: Probe) => outcomeOf(favicon, { probes: { favicons: [{ tag: null, probe }] } });

/** Icons that a page declares, and what came of each. */
async function declaring(...probes: readonly Probe[]) {
  const head = probes.map(({ url }) => `<link rel=icon href="${url}">`).join('');
  const { page } = await factsOf({ head });
  const favicons = probes.map((probe, index) => ({ tag: page.links[index] ?? null, probe }));
  return outcomeOf(favicon, { probes: { favicons } });
}

it.each(['image/x-icon', 'image/svg+xml', 'application/octet-stream', 'text/plain', null])(
  'passes one of type %s: browsers look at its bytes',
  async (contentType) => {
    expect(await of(responseProbe(url, { contentType }))).toMatchObject({
      status: 'pass',
      value: url,
    });
  },
);

it('passes one within the page', async () => {
  const favicons = [{ tag: null, probe: { kind: 'inline' } }] as const;
  expect((await outcomeOf(favicon, { probes: { favicons } })).status).toBe('pass');
});

it('passes if a later icon is found', async () => {
  const gone = responseProbe('https://example.com/a.ico', { status: 404 });
  expect((await declaring(gone, responseProbe(url, { contentType: 'image/png' }))).status).toBe(
    'pass',
  );
});

it.each([
  ['nothing', responseProbe(url, { status: 404 })],
  ['a page', responseProbe(url)],
])('fails if there is %s at /favicon.ico', async (_what, probe) => {
  expect(await of(probe)).toMatchObject({ status: 'fail', evidence: [{ kind: 'url', text: url }] });
});

it('quotes the tag of one that is gone', async () => {
  expect(await declaring(responseProbe(url, { status: 404 }))).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'html', text: `<link rel=icon href="${url}">` }],
  });
});

it.each<Probe>([
  responseProbe(url, { status: 403 }),
  responseProbe(url, { status: 503 }),
  { kind: 'failed', url, reason: 'fetch_timeout' },
  { kind: 'skipped', url, reason: 'address_blocked' },
])('is not a failure if the result is unknown: %j', async (probe) => {
  expect((await of(probe)).status).toBe('error');
});
