import { describe, expect, it } from 'vitest';
import type { CrossOriginResponse } from '../../probes/probe-facts.ts';
import { outcomeOf, type PageUnderTest } from '../fixtures/facts-of.ts';
import { corsCredentials } from './cors-credentials.ts';

const origin = 'https://sitegrade.invalid';
const url = 'https://example.com/page';
const response: CrossOriginResponse = {
  kind: 'response',
  url,
  origin,
  status: 200,
  allowOrigin: [],
  allowCredentials: [],
};

/** The outcome for a page whose server sends these headers to the unknown site, and to others. */
const of = (
  toUnknownSite: Partial<CrossOriginResponse>,
  headers: NonNullable<PageUnderTest['headers']> = {},
) =>
  outcomeOf(corsCredentials, {
    headers,
    probes: { crossOrigin: { ...response, ...toUnknownSite } },
  });

it('fails a page that copies the origin of a made-up site, with credentials', async () => {
  expect(await of({ allowOrigin: [origin], allowCredentials: ['true'] })).toMatchObject({
    status: 'fail',
    summary: expect.stringContaining('let a made-up site (https://sitegrade.invalid) read'),
    value: { origins: [origin], credentials: true },
    evidence: [
      { kind: 'header', text: `Access-Control-Allow-Origin: ${origin}` },
      { kind: 'header', text: 'Access-Control-Allow-Credentials: true' },
    ],
  });
});

const nullOrigin = {
  status: 'fail',
  summary: expect.stringContaining('“null”'),
  advice: expect.stringContaining('Access-Control-Allow-Origin: null'),
  evidence: [
    { text: 'Access-Control-Allow-Origin: null' },
    { text: 'Access-Control-Allow-Credentials: true' },
  ],
};

it('fails the origin null with credentials, of the page and of the other request', async () => {
  const headers = {
    'access-control-allow-origin': 'null',
    'access-control-allow-credentials': 'true',
  };
  expect(await of({}, headers)).toMatchObject(nullOrigin);
  expect(await of({ allowOrigin: ['null'], allowCredentials: ['true'] })).toMatchObject(nullOrigin);
});

it.each<[string, Partial<CrossOriginResponse>]>([
  ['allows nothing', {}],
  ['allows credentials, but no origin', { allowCredentials: ['true'] }],
  ['allows every site, without credentials', { allowOrigin: ['*'] }],
  [
    'allows * with credentials, which browsers refuse',
    { allowOrigin: ['*'], allowCredentials: ['true'] },
  ],
  ['copies the origin without credentials', { allowOrigin: [origin] }],
  ['copies it with false', { allowOrigin: [origin], allowCredentials: ['false'] }],
  [
    'copies it with True, which browsers do not know',
    { allowOrigin: [origin], allowCredentials: ['True'] },
  ],
  ['allows null without credentials', { allowOrigin: ['null'] }],
  ['names its own site', { allowOrigin: ['https://app.example.com'], allowCredentials: ['true'] }],
  [
    'sends two lines, which browsers refuse',
    { allowOrigin: [origin, 'https://app.example.com'], allowCredentials: ['true'] },
  ],
  [
    'sends credentials twice, which browsers refuse',
    { allowOrigin: [origin], allowCredentials: ['true', 'true'] },
  ],
  ['refuses an unknown site', { status: 403, allowOrigin: [origin], allowCredentials: ['true'] }],
])('passes a page that %s', async (_what, toUnknownSite) => {
  expect((await of(toUnknownSite)).status).toBe('pass');
});

it('passes a page that sends * with credentials to everyone', async () => {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-credentials': 'true',
  };
  const wildcard = { allowOrigin: ['*'], allowCredentials: ['true'] };
  expect(await of(wildcard, headers)).toMatchObject({
    status: 'pass',
    summary: 'Every site may read the page, but without visitors’ cookies.',
  });
});

describe('accuses no page', () => {
  it.each([302, 404, 429, 500, 503])('of another response: status %i', async (status) => {
    const copied = { status, allowOrigin: [origin], allowCredentials: ['true'] };
    expect((await of(copied)).status).toBe('error');
  });

  it('that was not requested again', async () => {
    const failed = { kind: 'failed', url, reason: 'fetch_timeout' } as const;
    expect(await outcomeOf(corsCredentials, { probes: { crossOrigin: failed } })).toMatchObject({
      status: 'error',
      value: 'fetch_timeout',
    });
    const without = await outcomeOf(corsCredentials, { probes: { crossOrigin: null } });
    expect(without.status).toBe('na');
  });
});
