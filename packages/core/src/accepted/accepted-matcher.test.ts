import type { CheckResult } from '@sitegrade/audit';
import { describe, expect, it } from 'vitest';
import { findingLocations } from '../reports/finding-locations.ts';
import type { Acceptance } from '../store/accepted-finding.ts';
import { type AcceptableReport, acceptedMatcher } from './accepted-matcher.ts';

type Check = AcceptableReport['checks'][string];

const now = new Date('2027-01-31T12:00Z');
const finalUrl = 'https://example.com/blog/a?page=2';

const quotes = (...texts: readonly string[]): CheckResult['evidence'] =>
  texts.map((text) => ({ kind: 'html', text }));

const fault = (part: Partial<Check> = {}): Check => ({
  status: 'fail',
  value: null,
  evidence: quotes('<img>', '<img a>'),
  sampled: false,
  ...part,
});

const reportOf = (check: Check, url = finalUrl): AcceptableReport => ({
  finalUrl: url,
  checks: { 'image-alt': check },
});

/** The finding of `image-alt`, compared with what is accepted. */
const match = (accepted: readonly Acceptance[], report = reportOf(fault()), at = now) => {
  const [finding] = acceptedMatcher(accepted, at)(report);
  if (finding === undefined) throw new Error('There is no finding.');
  return finding;
};

const fingerprintsOf = (report = reportOf(fault())) =>
  match([], report).places.map(({ fingerprint }) => fingerprint);

const place = (fingerprint = '', part: Partial<Acceptance> = {}): Acceptance => ({
  check: 'image-alt',
  path: '/',
  fingerprint,
  ...part,
});

const pattern = (path: string, part: Partial<Acceptance> = {}): Acceptance => ({
  check: 'image-alt',
  path,
  ...part,
});

describe('the matcher of accepted findings', () => {
  it('returns the findings of a report with their places, of which none is accepted', () => {
    const checks = {
      h1: fault({ status: 'pass' }),
      'image-alt': fault(),
      title: fault({ status: 'warn', evidence: [] }),
      csp: fault({ status: 'na' }),
      https: fault({ status: 'error' }),
    };
    const findings = acceptedMatcher([], now)({ finalUrl, checks });
    expect(findings.map(({ check }) => check)).toEqual(['image-alt', 'title']);
    const [first, second] = findings;
    const known = findingLocations({ finalUrl }, 'image-alt', checks['image-alt']);
    expect(first?.places).toEqual(known.map((location) => ({ ...location, acceptedBy: null })));
    expect(second?.places).toMatchObject([{ evidence: null, acceptedBy: null }]);
    expect(findings.map(({ isAccepted }) => isAccepted)).toEqual([false, false]);
  });

  it('accepts places by fingerprint, and the whole finding only with all of them', () => {
    const [first, second] = fingerprintsOf();
    const one = place(second);
    const some = match([one, place('0123456789abcdef')]);
    expect(some.places.map(({ acceptedBy }) => acceptedBy)).toEqual([null, one]);
    expect(some.isAccepted).toBe(false);
    const all = match([one, place(first)]);
    expect(all.places.map(({ acceptedBy }) => acceptedBy)).toEqual([place(first), one]);
    expect(all.isAccepted).toBe(true);
  });

  it('does not accept a place whose quote has changed, and does where only its line has', () => {
    const accepted = fingerprintsOf().map((fingerprint) => place(fingerprint));
    const changed = match(accepted, reportOf(fault({ evidence: quotes('<img>', '<img b>') })));
    expect(changed.places.map(({ acceptedBy }) => acceptedBy === null)).toEqual([false, true]);
    const moved = quotes('<img>', '<img a>').map((quote) => ({ ...quote, line: 99, column: 1 }));
    expect(match(accepted, reportOf(fault({ evidence: moved }))).isAccepted).toBe(true);
    const third = match(accepted, reportOf(fault({ evidence: quotes('<img>', '<img a>', '<a>') })));
    expect(third.isAccepted).toBe(false);
  });

  it('accepts a finding without quotes until its value changes', () => {
    const of = (value: Check['value']) => reportOf(fault({ evidence: [], value }));
    const [fingerprint] = fingerprintsOf(of({ words: 300 }));
    const accepted = [place(fingerprint)];
    expect(match(accepted, of({ words: 300 })).isAccepted).toBe(true);
    expect(match(accepted, of({ words: 299 }))).toMatchObject({
      isAccepted: false,
      places: [{ acceptedBy: null }],
    });
    // A file of the command has fingerprints that do not count values.
    const [known] = findingLocations({ finalUrl }, 'image-alt', fault({ evidence: [] }));
    expect(known?.fingerprint).not.toBe(fingerprint);
    expect(match([place(known?.fingerprint)], of({ words: 299 })).isAccepted).toBe(true);
  });

  it.each([
    ['/blog/', true],
    ['/blog/a?page=2$', true],
    ['/blog/a$', false],
    ['/*page=2', true],
    ['*a?', true],
    ['/BLOG/', false],
    ['/other/', false],
  ])('accepts all that a check finds by the pattern %s: %s', (path, isAccepted) => {
    const entry = pattern(path);
    const found = match([entry]);
    expect(found.isAccepted).toBe(isAccepted);
    for (const { acceptedBy } of found.places) expect(acceptedBy).toBe(isAccepted ? entry : null);
    expect(match([{ ...entry, check: 'h1' }]).isAccepted).toBe(false);
  });

  it.each([
    [
      'that has as many quotes as a report keeps',
      { evidence: quotes(...Array.from({ length: 25 }, (_, index) => `<img ${index}>`)) },
    ],
    ['of a sample', { sampled: true }],
  ])('accepts a finding %s as a whole by a pattern only', (_name, part) => {
    const report = reportOf(fault(part));
    const accepted = fingerprintsOf(report).map((fingerprint) => place(fingerprint));
    const found = match(accepted, report);
    expect(found.places.every(({ acceptedBy }) => acceptedBy !== null)).toBe(true);
    expect(found.isAccepted).toBe(false);
    expect(match([pattern('/blog/')], report).isAccepted).toBe(true);
  });

  it('accepts nothing after the last day', () => {
    const until = { expires: '2027-01-31' };
    const accepted = [pattern('/', until)];
    const places = fingerprintsOf().map((fingerprint) => place(fingerprint, until));
    for (const entries of [accepted, places]) {
      const last = new Date('2027-01-31T23:59:59.999Z');
      expect(match(entries, undefined, last).isAccepted).toBe(true);
      const next = match(entries, undefined, new Date('2027-02-01T00:00Z'));
      expect(next.isAccepted).toBe(false);
      expect(next.places.map(({ acceptedBy }) => acceptedBy)).toEqual([null, null]);
    }
  });
});
