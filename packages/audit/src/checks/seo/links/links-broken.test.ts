import { describe, expect, it } from 'vitest';
import type { Probe } from '../../../probes/probe-facts.ts';
import { evaluate, factsOf, responseProbe } from '../../fixtures/facts-of.ts';
import { linksBroken } from './links-broken.ts';
import { linksBrokenExternal } from './links-broken-external.ts';

const url = 'https://example.com/a';
const failed = (reason: string): Probe => ({ kind: 'failed', url, reason });
const status = (code: number) => responseProbe(url, { status: code });

async function sampleOf(isOwn: boolean, probes: readonly Probe[]) {
  const body = probes.map((_, index) => `<a href="/${index}">x</a>`).join('\n');
  const facts = await factsOf({ body });
  const sample = facts.page.anchors.flatMap((tag, index) => {
    const probe = probes[index];
    return probe === undefined ? [] : [{ tag, own: isOwn, probe }];
  });
  const links = { internal: isOwn ? 7 : 0, external: isOwn ? 0 : 7, sample };
  return { ...facts, probes: { ...facts.probes, links } };
}

async function of(...probes: readonly Probe[]) {
  return evaluate(linksBroken, await sampleOf(true, probes));
}

async function externalOf(...probes: readonly Probe[]) {
  return evaluate(linksBrokenExternal, await sampleOf(false, probes));
}

describe('links to the same site', () => {
  it('pass if all targets exist', async () => {
    expect(await of(status(200), status(304))).toMatchObject({
      status: 'pass',
      summary: 'Broken: 0 of 2 sampled links to this site.',
      value: { total: 7, checked: 2, broken: [] },
    });
  });

  it('cost the share of broken ones, which are quoted', async () => {
    expect(await of(status(200), status(404), status(200), status(200))).toMatchObject({
      status: 'warn',
      points: 0.646,
      summary: '1 of 4 sampled links to this site is broken: https://example.com/a (status 404).',
      value: { checked: 4, broken: ['https://example.com/a (status 404)'] },
      evidence: [{ kind: 'html', text: '<a href="/1">' }],
    });
  });

  it.each([
    status(404),
    status(410),
    status(500),
    status(502),
    status(504),
    status(301),
    status(307),
    failed('dns_not_found'),
    failed('redirect_loop'),
  ])('fail without points if all are broken: %j', async (probe) => {
    expect(await of(probe, probe)).toMatchObject({ status: 'fail', points: 0 });
    expect(linksBroken.importance).toBe('high');
  });

  it('name a redirect that leads nowhere', async () => {
    expect((await of(status(302))).summary).toBe(
      '1 of 1 sampled link to this site is broken: https://example.com/a (status 302, a redirect without Location).',
    );
    expect((await externalOf(status(302))).status).toBe('error');
  });

  it.each([401, 403, 405, 429, 451, 503, 520, 530, 999])(
    'are not broken if the server refuses us with %i',
    async (code) => {
      expect((await of(status(code))).status).toBe('error');
      expect((await of(status(code), status(200))).status).toBe('pass');
    },
  );

  it.each<Probe>([
    failed('fetch_timeout'),
    failed('dns_failed'),
    failed('dns_timeout'),
    failed('tls_untrusted'),
    { kind: 'skipped', url, reason: 'robots_txt' },
    { kind: 'skipped', url, reason: 'address_blocked' },
    { kind: 'skipped', url, reason: 'cookies_required' },
    { kind: 'skipped', url, reason: 'redirect_too_many' },
  ])('are not broken if they could not be requested: %j', async (probe) => {
    expect((await of(probe)).status).toBe('error');
  });

  it('that could not be requested do not raise the cost of one that is broken', async () => {
    const refused = Array.from({ length: 9 }, () => status(429));
    expect(await of(status(404), ...refused)).toMatchObject({ status: 'warn', points: 0.822 });
  });

  it('do not include links to other sites', async () => {
    const facts = await sampleOf(false, [status(404)]);
    expect(evaluate(linksBroken, facts).status).toBe('na');
    expect((await of()).status).toBe('na');
  });
});

describe('links to other sites', () => {
  it('cost little', async () => {
    expect(await externalOf(status(404), status(200))).toMatchObject({
      status: 'fail',
      points: 0.405,
      summary: expect.stringContaining('1 of 2 sampled links to other sites is broken'),
    });
    expect(linksBrokenExternal.importance).toBe('low');
  });

  it.each([502, 504, 403])(
    'are not broken with status %i, which other clients may not get',
    async (code) => {
      expect((await externalOf(status(code))).status).toBe('error');
    },
  );

  it('do not include links to the same site', async () => {
    expect(evaluate(linksBrokenExternal, await sampleOf(true, [status(404)])).status).toBe('na');
  });
});
