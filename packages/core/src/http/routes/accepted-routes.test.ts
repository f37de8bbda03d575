import type { Reply } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { acceptedReport } from '../fixtures/accepted-report.ts';

/** A record with fields of any type. */
type Fields = Readonly<Record<string, unknown>>;

const whole = { check: 'image-alt', path: '/blog/', reason: 'Decoration.' };
const start = Date.parse('2027-01-31T12:00Z');

// Accepted findings of websites, and reports with them.

describe('accepted findings', () => {
  let now = start;
  const api = useApi(() => ({
    now: () => new Date(now),
    quotas: { acceptedFindings: 3 },
  }));
  const newWebsite = async (user?: TestUser) => {
    const owner = user ?? (await api().newUser());
    const report = await owner.addReport(acceptedReport);
    const website = `/api/v1/websites/${report.websiteId}`;
    const shown = `/api/v1/reports/${report.id}`;
    const show = async () => (await owner.get(shown)).body.data as unknown as Fields;
    return { user: owner, ...report, website, path: `${website}/accepted`, shown, show };
  };
  const dataOf = ({ body }: Reply) => body.data as unknown as Fields & { readonly id: number };

  it('are created, shown, listed and deleted', async () => {
    const { user, websiteId, path } = await newWebsite();
    const created = await user.json('POST', path, whole);
    const record = dataOf(created);
    expect([created.status, record]).toEqual([
      201,
      {
        id: expect.any(Number),
        object: 'accepted_finding',
        website_id: websiteId,
        ...whole,
        fingerprint: null,
        quote: null,
        expires: null,
        created_at: '2027-01-31T12:00:00.000Z',
        updated_at: '2027-01-31T12:00:00.000Z',
      },
    ]);
    const one = `${path}/${record.id}`;
    expect(created.headers.get('location')).toBe(`${api().url}${one}`);
    const shown = await user.get(one);
    expect([shown.status, shown.body.data]).toEqual([200, record]);
    const etag = shown.headers.get('etag') ?? '';
    expect((await user.get(one, { 'if-none-match': etag })).status).toBe(304);
    const second = dataOf(await user.json('POST', path, { ...whole, path: '/Shop' }));
    const list = await user.list(path);
    expect(list.body).toMatchObject({ data: [second, record], meta: { total: 2 } });
    expect(list.body.links.first).toBe(`${api().url}${path}?page=1`);
    expect((await user.list(`${path}?search=sHOP&per_page=10`)).body.data).toEqual([second]);
    const csv = await user.get(path, { accept: 'text/csv' });
    expect(csv.headers.get('content-disposition')).toContain('accepted.csv');
    expect(csv.text.split('\r\n')).toHaveLength(4);
    expect(csv.text).toContain('id,website_id,check,path,fingerprint,quote,reason,expires,');

    const deleted = await user.delete(one);
    expect([deleted.status, deleted.body]).toMatchObject([
      200,
      { id: record.id, object: 'accepted_finding', deleted: true },
    ]);
    for (const method of ['GET', 'DELETE']) {
      const missing = await user.send(method, one);
      expect([missing.status, missing.body.detail]).toEqual([
        ...[404, 'There is no accepted finding with this id.'],
      ]);
    }
    expect((await user.list(path)).body.data).toEqual([second]);
  });

  it('are replaced when the same is accepted again, from a form', async () => {
    const { user, path } = await newWebsite();
    const record = dataOf(await user.json('POST', path, whole));
    now = start + 1_000;
    const fields = { ...whole, reason: 'No longer maintained.', expires: '2027-02-28' };
    const again = await user.send('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    now = start;
    const expected = { ...record, ...fields, updated_at: '2027-01-31T12:00:01.000Z' };
    expect([again.status, again.body.data]).toEqual([200, expected]);
    const shown = await user.get(`${path}/${record.id}`);
    expect(shown.headers.get('etag')).toBe(again.headers.get('etag'));
  });

  it('stay in a report, and cost no points in its accepted score', async () => {
    const { user, path, shown, show } = await newWebsite();
    const before = await show();
    expect(before).toMatchObject({
      score: 70,
      score_accepted: 70,
      accepted: [],
      accepted_checks: [],
      fingerprints: {
        'image-alt': [expect.stringMatching(/^[\da-f]{16}$/), expect.any(String)],
        'html-size': [expect.any(String)],
      },
    });
    const fingerprints = before.fingerprints as Readonly<Record<string, readonly string[]>>;
    const [first = '', second = ''] = fingerprints['image-alt'] ?? [];
    const etag = (await user.get(shown)).headers.get('etag') ?? '';
    const place = { ...whole, path: '/blog/a', quote: '<img src="a.png">' };
    const one = dataOf(await user.json('POST', path, { ...place, fingerprint: first }));
    expect(one).toMatchObject({ fingerprint: first, quote: place.quote, path: '/blog/a' });
    expect(await show()).toMatchObject({
      score: 70,
      score_accepted: 70,
      accepted: [one],
      accepted_checks: [],
    });
    const changed = await user.get(shown, { 'if-none-match': etag });
    expect(changed.status).toBe(200);

    const until = { expires: '2027-01-31' };
    const other = dataOf(
      await user.json('POST', path, { ...place, ...until, fingerprint: second }),
    );
    const all = await show();
    expect(all).toMatchObject({
      score: 70,
      score_accepted: 90,
      accepted: [one, other],
      accepted_checks: ['image-alt'],
    });
    expect(all.checks).toEqual(before.checks);
    const pattern = dataOf(
      await user.json('POST', path, { ...whole, check: 'html-size', path: '/*a$' }),
    );
    expect(await show()).toMatchObject({
      score_accepted: 100,
      accepted: [one, other, pattern],
      accepted_checks: ['image-alt', 'html-size'],
    });
    const current = (await user.get(shown)).headers.get('etag') ?? '';
    now = Date.parse('2027-02-01T00:00Z');
    const over = await user.get(shown, { 'if-none-match': current });
    now = start;
    expect(over.body.data).toMatchObject({
      score_accepted: 80,
      accepted: [one, pattern],
      accepted_checks: ['html-size'],
    });
    expect(over.status).toBe(200);
    const listed = (await user.list('/api/v1/reports')).body.data;
    expect(listed).toMatchObject([{ score: 70 }]);
    expect(listed[0]).not.toHaveProperty('score_accepted');
  });

  it('are back when the value of a finding without quotes changes', async () => {
    const { user, path, show, checks } = await newWebsite();
    const fingerprints = (await show()).fingerprints as Readonly<Record<string, string[]>>;
    const [fingerprint] = fingerprints['html-size'] ?? [];
    const place = { ...whole, check: 'html-size', path: '/blog/a', fingerprint };
    expect((await user.json('POST', path, place)).status).toBe(201);
    expect(await show()).toMatchObject({ accepted_checks: ['html-size'] });
    const size = checks['html-size'];
    if (size === undefined) throw new Error('The check is missing.');
    const { id } = await user.addReport({
      ...acceptedReport,
      checks: { ...checks, 'html-size': { ...size, value: 9 } },
    });
    expect((await user.get(`/api/v1/reports/${id}`)).body.data).toMatchObject({
      accepted_checks: [],
      accepted: [],
    });
  });

  it.each([
    ['without anything', {}, ['check', 'path', 'reason']],
    ['of an unknown check', { ...whole, check: 'no-check' }, ['check']],
    ['of a relative path', { ...whole, path: 'blog' }, ['path']],
    ['with a long pattern', { ...whole, path: `/${'a'.repeat(500)}` }, ['path']],
    ['without a reason', { ...whole, reason: '  ' }, ['reason']],
    ['with an invalid fingerprint', { ...whole, fingerprint: 'x' }, ['fingerprint']],
    ['with a quote of all places', { ...whole, quote: 'x' }, ['quote']],
    ['until no day', { ...whole, expires: '2027-02-30' }, ['expires']],
    ['until yesterday', { ...whole, expires: '2027-01-30' }, ['expires']],
    ['until a number', { ...whole, expires: 5 }, ['expires']],
  ])('are not created %s', async (_name, fields, names) => {
    const { user, path } = await newWebsite();
    const reply = await user.json('POST', path, fields);
    expect([reply.status, Object.keys(reply.body.errors ?? {}).toSorted()]).toEqual([422, names]);
    expect((await user.list(path)).body.data).toEqual([]);
  });

  it('are not more than the quota of the owner', async () => {
    const { user, path } = await newWebsite();
    const other = await user.addReport({ domain: 'other.com', url: 'https://other.com/' });
    for (const at of ['/a', '/b', '/c']) {
      expect((await user.json('POST', path, { ...whole, path: at })).status).toBe(201);
    }
    const second = `/api/v1/websites/${other.websiteId}/accepted`;
    const refused = await user.json('POST', second, whole);
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded']);
    expect((await user.json('POST', path, { ...whole, path: '/a' })).status).toBe(200);
  });

  it('are those of the owner, and need a website, before anything else is validated', async () => {
    const { user, path } = await newWebsite();
    const { id } = dataOf(await user.json('POST', path, whole));
    const other = await api().newUser();
    const unknown = '/api/v1/websites/987654321/accepted';
    for (const [sender, base] of [
      [other, path],
      [user, unknown],
    ] as const) {
      for (const [method, at] of [
        ['GET', base],
        ['GET', `${base}?per_page=7`],
        ['GET', `${base}/${id}`],
        ['DELETE', `${base}/${id}`],
      ] as const) {
        expect((await sender.send(method, at)).status).toBe(404);
      }
      expect((await sender.json('POST', base, {})).status).toBe(404);
    }
    expect((await user.get(`${path}/${id}`)).status).toBe(200);
  });

  it('are deleted with their website', async () => {
    const { user, website, path } = await newWebsite();
    const { id } = dataOf(await user.json('POST', path, whole));
    await user.delete(website);
    expect((await user.get(`${path}/${id}`)).status).toBe(404);
  });
});
