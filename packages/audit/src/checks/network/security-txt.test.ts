import { expect, it } from 'vitest';
import type { SecurityTxt } from '../../probes/probe-facts.ts';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { securityTxt } from './security-txt.ts';

const url = 'https://example.com/.well-known/security.txt';
const good: SecurityTxt = {
  kind: 'response',
  url,
  status: 200,
  contentType: 'text/plain',
  fields: 2,
  contacts: ['mailto:security@example.com'],
  expires: ['2026-12-31T23:00:00.000Z'],
  cut: false,
};
const of = (file: Partial<SecurityTxt>) =>
  outcomeOf(securityTxt, {
    probes: { securityTxt: { ...good, ...file } },
    now: new Date('2026-06-01T12:00:00Z'),
  });

it.each([
  {},
  { contacts: ['tel:+1-201-555-0123', 'https://example.com/report', 'openpgp4fpr:5f2de5521c'] },
  { expires: ['2026-06-01t14:00:01+02:00'] },
  // Servers send other types for files in a hidden folder.
  { contentType: null },
  { contentType: 'application/octet-stream' },
])('passes %j', async (file) => {
  expect((await of(file)).status).toBe('pass');
});

it('names the contact and the date', async () => {
  expect(await of({})).toMatchObject({
    summary:
      'Vulnerabilities can be reported to mailto:security@example.com (valid until 2026-12-31T23:00:00.000Z).',
    value: { contacts: good.contacts, expires: good.expires },
  });
});

it.each([
  [{ contacts: [] }, 'has no Contact.'],
  [{ contacts: ['security@example.com'] }, 'without “mailto:”'],
  [{ contacts: [''] }, 'without “mailto:”'],
  [{ contacts: ['http://example.com/report'] }, 'http instead of https'],
  [{ expires: [] }, 'has no Expires.'],
  [{ expires: [good.expires[0] ?? '', '2027-01-01T00:00:00Z'] }, 'has 2 Expires'],
  [{ expires: ['2026-12-31'] }, 'is not a date and time (2026-12-31)'],
  [{ expires: ['2026-13-31T00:00:00Z'] }, 'is not a date and time'],
  [{ expires: ['2026-06-01T12:00:00Z'] }, 'expired on 2026-06-01.'],
  [{ contacts: [], expires: [] }, 'has no Contact and has no Expires.'],
])('warns of %j', async (file, found) => {
  expect(await of(file)).toMatchObject({
    status: 'warn',
    summary: expect.stringContaining(found),
    evidence: [{ kind: 'url', text: url }],
  });
});

it('does not read a file of which only the beginning is known', async () => {
  expect((await of({ expires: [], cut: true })).status).toBe('error');
});

it('does not apply if there is none, or another file instead', async () => {
  for (const status of [301, 401, 403, 404, 410]) {
    expect((await of({ status })).status, String(status)).toBe('na');
  }
  expect((await of({ contentType: 'text/html' })).status).toBe('na');
  expect((await of({ fields: 0, contacts: [], expires: [] })).status).toBe('na');
});

it('accuses no site of an error of its server, or of a rejected request', async () => {
  for (const status of [429, 500, 503]) expect((await of({ status })).status).toBe('error');
  const skipped = { kind: 'skipped', url, reason: 'robots_txt' } as const;
  expect((await outcomeOf(securityTxt, { probes: { securityTxt: skipped } })).status).toBe('error');
});
