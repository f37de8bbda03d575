import { expect, it } from 'vitest';
import type { Probe } from '../../../probes/probe-facts.ts';
import { factsOf, outcomeOf, responseProbe } from '../../fixtures/facts-of.ts';
import { linksBroken } from './links-broken.ts';

const url = 'https://example.com/a';
const failed = (reason: string): Probe => ({ kind: 'failed', url, reason });

async function of(...probes: readonly Probe[]) {
  const { page } = await factsOf({ body: '<a href="/a">a</a>\n<a href="/b">b</a>' });
  const tags = probes.map((_, index) => page.anchors[index] ?? page.anchors[0]);
  const sample = probes.flatMap((probe, index) => {
    const tag = tags[index];
    return tag === undefined ? [] : [{ tag, probe }];
  });
  return outcomeOf(linksBroken, { probes: { links: { internal: 7, external: 0, sample } } });
}

it('passes if all targets exist', async () => {
  expect(await of(responseProbe(url), responseProbe(url, { status: 304 }))).toMatchObject({
    status: 'pass',
    value: { links: 7, checked: 2, broken: [] },
  });
});

it('quotes the broken one, and counts what was tried', async () => {
  expect(await of(responseProbe(url), responseProbe(url, { status: 404 }))).toMatchObject({
    status: 'warn',
    points: 0.5,
    value: { checked: 2, broken: ['https://example.com/a: status 404'] },
    evidence: [{ kind: 'html', text: '<a href="/b">' }],
  });
});

it.each([
  responseProbe(url, { status: 410 }),
  responseProbe(url, { status: 500 }),
  failed('dns_not_found'),
  failed('redirect_loop'),
])('fails if all are broken: %j', async (probe) => {
  expect(await of(probe)).toMatchObject({ status: 'fail', points: 0 });
});

it.each([401, 403, 405, 429, 451, 503, 520, 999])(
  'takes %i for a refusal to us',
  async (status) => {
    expect((await of(responseProbe(url, { status }))).status).toBe('error');
    expect((await of(responseProbe(url, { status }), responseProbe(url))).status).toBe('pass');
  },
);

it.each<Probe>([
  failed('fetch_timeout'),
  failed('tls_untrusted'),
  { kind: 'skipped', url, reason: 'robots_txt' },
])('ignores links that could not be requested: %j', async (probe) => {
  expect((await of(probe)).status).toBe('error');
});

it('does not apply without links, and has no weight', async () => {
  expect((await of()).status).toBe('na');
  expect(linksBroken.importance).toBe('info');
});
