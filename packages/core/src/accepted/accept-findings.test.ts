import type { CheckResult } from '@sitegrade/audit';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { OperationEvent } from '../events/operation-event.ts';
import type { Report } from '../store/report.ts';
import type { Store } from '../store/store.ts';
import { type AcceptFindingsInput, acceptFindings } from './accept-findings.ts';
import {
  deleteAcceptedFinding,
  eachAcceptedFinding,
  getAcceptedFinding,
  listAcceptedFindings,
} from './accepted-findings.ts';
import { findAcceptedInReport } from './accepted-in-report.ts';

let store: Store;
let now: Date;
let context: Context;
let report: Report;

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({ store, now: () => now, ...options });

const whole: AcceptFindingsInput = { check: 'image-alt', path: '/blog/', reason: 'Decoration.' };
const fingerprint = '0123456789abcdef';

const check = (part: Partial<CheckResult>): CheckResult => ({
  category: 'seo',
  importance: 'medium',
  status: 'fail',
  title: '',
  summary: '',
  value: null,
  evidence: [],
  sampled: false,
  advice: null,
  source: '',
  weight: 5,
  points: 0,
  deduction: 0,
  gain: 0,
  ...part,
});

beforeEach(async () => {
  store = memoryStore();
  now = new Date('2027-01-31T12:00Z');
  context = make();
  report = await store.reports.create(
    newReport({
      ownerId: 'ann',
      finalUrl: 'https://example.com/blog/',
      score: 49,
      scoreUncapped: 80,
      coverage: 1,
      gates: [
        { check: 'https', cap: 49, reason: 'a' },
        { check: 'h1', cap: 79, reason: 'b' },
      ],
      checks: {
        'image-alt': check({
          deduction: 5.5,
          evidence: [
            { kind: 'html', text: '<img>' },
            { kind: 'html', text: '<img a>' },
          ],
        }),
        h1: check({ deduction: 6.25, status: 'warn' }),
        https: check({ deduction: 8.25 }),
        csp: check({ status: 'pass', points: 1 }),
      },
    }),
  );
});

const accept = (input: Partial<AcceptFindingsInput> = {}, of = context) =>
  acceptFindings(of, 'ann', report.websiteId, { ...whole, ...input });

const issuesOf = async (input: object) => {
  const given = input as AcceptFindingsInput;
  const error = await acceptFindings(context, 'ann', report.websiteId, given).catch((e) => e);
  expect(error.code).toBe('invalid_input');
  return error.issues;
};

describe('accepting findings', () => {
  it('stores a pattern, without what surrounds it and the reason', async () => {
    const path = `\ufeff${whole.path}\r\n`;
    const { findings, created } = await accept({ path, reason: ' Decoration.\n' });
    expect(created).toBe(1);
    const expected = {
      ...whole,
      id: expect.any(Number),
      websiteId: report.websiteId,
      fingerprint: null,
      quote: null,
      expires: null,
      createdAt: now,
      updatedAt: now,
    };
    expect(findings).toEqual([expected]);
    const id = findings[0]?.id ?? 0;
    expect(await getAcceptedFinding(context, 'ann', report.websiteId, id)).toEqual(expected);
  });

  it('stores places, each once, with long quotes cut', async () => {
    const places = [
      { fingerprint, quote: '🙂'.repeat(501) },
      { fingerprint: 'f'.repeat(16) },
      { fingerprint, quote: '🙂'.repeat(500) },
    ];
    const { findings, created } = await accept({ places, expires: '2027-01-31' });
    expect(created).toBe(2);
    expect(findings.map((one) => [one.fingerprint, one.quote, one.expires])).toEqual([
      [fingerprint, '🙂'.repeat(500), '2027-01-31'],
      ['f'.repeat(16), null, '2027-01-31'],
    ]);
    const [first] = (await accept({ places: places.slice(0, 1) })).findings;
    expect(first?.quote).toBe(`${'🙂'.repeat(499)}…`);
  });

  it.each([
    [{ check: 'image-alts' }, 'check', 'is not the id of a check of this server.'],
    [{ check: 1 }, 'check', 'must be a string.'],
    [{ path: 'blog' }, 'path', 'must begin with / or *.'],
    [{ path: `/${'a'.repeat(500)}` }, 'path', 'must be at most 500 characters.'],
    [{ path: '*', places: [{ fingerprint }] }, 'path', 'must begin with /.'],
    [{ path: `/${'a'.repeat(2048)}`, places: [{ fingerprint }] }, 'path', /at most 2048/],
    [{ places: [] }, 'places', 'must be an array of 1 to 100 places.'],
    [{ places: Array(101).fill({ fingerprint }) }, 'places', /1 to 100 places/],
    [{ places: [{ fingerprint: 'A'.repeat(16) }] }, 'places', /16 hexadecimal digits/],
    [{ places: [{}] }, 'places', 'must be objects with a fingerprint.'],
    [{ places: [{ fingerprint, quote: 1 }] }, 'places', 'must be a string.'],
    [{ reason: ' \n' }, 'reason', 'must not be empty.'],
    [{ reason: '🙂'.repeat(1_001) }, 'reason', 'must be at most 1000 characters.'],
    [{ reason: 'a\0' }, 'reason', 'must not contain a NUL character.'],
    [{ expires: '2027-02-29' }, 'expires', 'must be a date, such as 2027-01-31.'],
    [{ expires: '2027-1-31' }, 'expires', 'must be a date, such as 2027-01-31.'],
    [{ expires: '2027-01-30' }, 'expires', 'must not be in the past.'],
    [{ until: '2028-01-01' }, 'until', /is not a known field/],
  ])('refuses %j', async (part, field, message) => {
    const issues = await issuesOf({ ...whole, ...part });
    expect(issues).toEqual({
      [field]: [typeof message === 'string' ? message : expect.stringMatching(message)],
    });
    expect((await listAcceptedFindings(context, 'ann', report.websiteId)).total).toBe(0);
  });

  it('accepts a long path of a place, and the longest pattern', async () => {
    const path = `/${'a'.repeat(2047)}`;
    expect((await accept({ path, places: [{ fingerprint }] })).created).toBe(1);
    expect((await accept({ path: path.slice(0, 500) })).created).toBe(1);
  });

  it('refuses more than the quota of the owner, and says so to operators', async () => {
    const events: OperationEvent[] = [];
    const few = make({
      quotas: { acceptedFindings: 2 },
      onOperation: (event) => {
        events.push(event);
      },
    });
    await accept({}, few);
    const places = [{ fingerprint }, { fingerprint: 'f'.repeat(16) }];
    await expect(accept({ places }, few)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message:
        'The quota of accepted findings is 2: there are 1, and this request adds 2. Retry when there are fewer.',
    });
    expect(events).toContainEqual({ type: 'write.refused', reason: 'quota_exceeded' });
  });

  it('refuses the 501st pattern of a website', async () => {
    for (let index = 0; index < 500; index += 1) await accept({ path: `/${index}` });
    expect(await issuesOf(whole)).toEqual({ path: [expect.stringContaining('500')] });
    expect((await accept({ path: '/7', reason: 'Another.' })).created).toBe(0);
    expect((await accept({ places: [{ fingerprint }] })).created).toBe(1);
  });

  it('needs a website of the owner', async () => {
    const { websiteId } = report;
    const missing = { code: 'not_found' };
    const [id = 0] = (await accept()).findings.map((one) => one.id);
    for (const [owner, website] of [
      ['ben', websiteId],
      ['ann', websiteId + 1],
    ] as const) {
      const input = {} as AcceptFindingsInput;
      await expect(acceptFindings(context, owner, website, input)).rejects.toMatchObject(missing);
      const listed = listAcceptedFindings(context, owner, website);
      await expect(listed).rejects.toMatchObject(missing);
      const each = eachAcceptedFinding(context, owner, website);
      await expect(each.next()).rejects.toMatchObject(missing);
      const found = getAcceptedFinding(context, owner, website, id);
      await expect(found).rejects.toMatchObject(missing);
      const deleted = deleteAcceptedFinding(context, owner, website, id);
      await expect(deleted).rejects.toMatchObject(missing);
    }
    await deleteAcceptedFinding(context, 'ann', websiteId, id);
    expect((await listAcceptedFindings(context, 'ann', websiteId)).total).toBe(0);
  });

  it('yields all of a website', async () => {
    const ids = (await accept()).findings.map(({ id }) => id);
    ids.push(...(await accept({ path: '/shop' })).findings.map(({ id }) => id));
    const found: number[] = [];
    for await (const { id } of eachAcceptedFinding(context, 'ann', report.websiteId)) {
      found.push(id);
    }
    expect(found).toEqual(ids.toReversed());
  });
});

describe('a report', () => {
  const inReport = (of = context) => findAcceptedInReport(of, 'ann', report);

  it('has its own score while nothing is accepted', async () => {
    const { score, findings } = await inReport();
    expect(score).toBe(49);
    expect(findings.map((finding) => finding.check)).toEqual(['image-alt', 'h1', 'https']);
  });

  it('has no deductions and no gates of checks that are accepted as a whole', async () => {
    await accept({ check: 'https', path: '/' });
    // 100 − 5.5 − 6.25 = 88.25, and the gate of h1.
    expect((await inReport()).score).toBe(79);
    await accept({ check: 'h1', path: '/' });
    expect((await inReport()).score).toBe(94);
    const places = (await inReport()).findings[0]?.places ?? [];
    await accept({ places: places.slice(0, 1) });
    expect((await inReport()).score).toBe(94);
    const [, id = 0] = (await accept({ places })).findings.map((one) => one.id);
    const all = await inReport();
    expect(all.score).toBe(100);
    expect(all.findings.map(({ isAccepted }) => isAccepted)).toEqual([true, true, true]);
    await deleteAcceptedFinding(context, 'ann', report.websiteId, id);
    expect((await inReport()).score).toBe(94);
  });

  it('is compared with what is accepted now, of its website', async () => {
    await accept({ check: 'https', path: '/', expires: '2027-01-31' });
    expect((await inReport()).score).toBe(79);
    now = new Date('2027-02-01T00:00Z');
    expect((await inReport()).score).toBe(49);
    const other = await store.reports.create(newReport({ ownerId: 'ann', domain: 'other.com' }));
    await acceptFindings(context, 'ann', other.websiteId, { ...whole, check: 'https', path: '/' });
    expect((await inReport()).score).toBe(49);
  });
});
