import { describe, expect, it } from 'vitest';
import type { ProbeFacts } from '../../probes/probe-facts.ts';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { httpVersion } from './http-version.ts';
import { tls } from './tls.ts';
import { tlsCertificateDays } from './tls-certificate-days.ts';

const good = {
  kind: 'response',
  protocol: 'TLSv1.3',
  alpn: 'h2',
  issuer: 'CA',
  validFrom: '2026-05-01T00:00:00.000Z',
  validTo: '2026-07-30T00:00:00.000Z',
} as const;
const plain = 'http://example.com/';
const failed: ProbeFacts['handshake'] = {
  kind: 'failed',
  url: 'https://example.com/',
  reason: 'connect_timeout',
};

describe('tls', () => {
  const of = (handshake: ProbeFacts['handshake']) => outcomeOf(tls, { probes: { handshake } });

  it.each([
    ['TLSv1.3', 'pass'],
    ['TLSv1.2', 'pass'],
    ['TLSv1.1', 'fail'],
    ['TLSv1', 'fail'],
    ['SSLv3', 'fail'],
    ['unknown', 'fail'],
  ])('%s: %s', async (protocol, status) => {
    expect(await of({ ...good, protocol })).toMatchObject({ status, value: protocol });
  });

  it('passes if unknown, because the fetcher supports no older version', async () => {
    expect((await of(failed)).status).toBe('pass');
    expect((await of({ ...good, protocol: null })).status).toBe('pass');
  });

  it('does not apply to plain http', async () => {
    expect((await outcomeOf(tls, { url: plain })).status).toBe('na');
  });
});

describe('days of the certificate', () => {
  const of = (now: string, handshake: ProbeFacts['handshake'] = good) =>
    outcomeOf(tlsCertificateDays, { probes: { handshake }, now: new Date(now) });

  it.each([
    ['2026-07-01T00:00:00Z', 'pass', 29],
    ['2026-07-16T00:00:00Z', 'pass', 14],
    ['2026-07-16T00:00:01Z', 'warn', 13],
    ['2026-07-29T12:00:00Z', 'warn', 0],
    ['2026-07-30T00:00:00Z', 'warn', 0],
    ['2026-07-30T00:00:01Z', 'fail', -1],
  ])('at %s: %s, %i days', async (now, status, daysLeft) => {
    expect(await of(now)).toMatchObject({ status, value: { daysLeft, issuer: 'CA' } });
  });

  it('does not call one old that lives for six days', async () => {
    const short = {
      ...good,
      validFrom: '2026-06-01T00:00:00.000Z',
      validTo: '2026-06-07T00:00:00.000Z',
    };
    expect((await of('2026-06-04T00:00:00Z', short)).status).toBe('pass');
    expect((await of('2026-06-05T12:00:00Z', short)).status).toBe('warn');
    expect((await of('2026-06-04T00:00:00Z', { ...short, validFrom: null })).status).toBe('warn');
  });

  it('reports the last hours as less than a day', async () => {
    const { summary } = await of('2026-07-29T12:00:00Z', good);
    expect(summary).toBe('The certificate expires on 2026-07-30, in less than a day.');
  });

  it('is an error if the handshake failed', async () => {
    expect((await of('2026-06-01', failed)).status).toBe('error');
    expect((await of('2026-06-01', { ...good, validTo: null })).status).toBe('error');
  });

  it('has no weight, and does not apply to http', async () => {
    expect(tlsCertificateDays.importance).toBe('info');
    expect((await outcomeOf(tlsCertificateDays, { url: plain })).status).toBe('na');
  });
});

describe('HTTP version', () => {
  const of = (handshake: ProbeFacts['handshake'], altSvc?: string) =>
    outcomeOf(httpVersion, {
      probes: { handshake },
      headers: altSvc === undefined ? {} : { 'alt-svc': altSvc },
    });

  it('passes HTTP/2 and HTTP/3', async () => {
    expect(await of(good)).toMatchObject({ status: 'pass', value: { alpn: 'h2', http3: false } });
    const http1 = { ...good, alpn: 'http/1.1' };
    for (const value of ['h3=":443"; ma=86400', 'h2=":443", h3-29=":443"', 'x=y,h3=":443"']) {
      expect(await of(http1, value), value).toMatchObject({
        status: 'pass',
        evidence: [{ kind: 'header' }],
      });
    }
  });

  it('warns about HTTP/1.1 alone', async () => {
    for (const alpn of ['http/1.1', null]) {
      expect((await of({ ...good, alpn })).status).toBe('warn');
      expect((await of({ ...good, alpn }, 'clear')).status).toBe('warn');
      expect((await of({ ...good, alpn }, 'xh3=":443", h2="h3=:1"')).status).toBe('warn');
    }
  });

  it('does not fail a server without a response', async () => {
    expect((await of(failed)).status).toBe('error');
    expect((await of(failed, 'h3=":443"')).status).toBe('pass');
  });

  it('does not apply to plain http', async () => {
    expect((await outcomeOf(httpVersion, { url: plain })).status).toBe('na');
  });
});
