import type { Reply } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

/** A record of a schedule, with fields of any type. */
type Fields = Readonly<Record<string, unknown>>;

const daily = { every: 'day', at: '06:00', time_zone: 'Europe/Berlin', task: 'reports' };
const weekly = { ...daily, every: 'week', weekday: 'monday', task: 'crawl' };
const options = {
  max_pages: 20,
  include: ['/a', '/b*'],
  exclude: ['*.pdf$'],
  source: 'links',
  recrawl: 'changed',
};

// Schedules of websites: set, shown, replaced, deleted. Workers run them in the tests of the domain.

describe('schedules', () => {
  const api = useApi(() => ({
    crawls: { maxPages: 2_000 },
    quotas: { schedules: 2 },
  }));
  const newWebsite = async (domain = 'example.com', user?: TestUser) => {
    const owner = user ?? (await api().newUser());
    const { websiteId } = await owner.addReport({ domain, url: `https://${domain}/` });
    const website = `/api/v1/websites/${websiteId}`;
    return { user: owner, websiteId, website, path: `${website}/schedule` };
  };
  const etagOf = ({ headers }: Reply) => headers.get('etag') ?? '';

  it('are set, shown and deleted, and the website says when it runs next', async () => {
    const { user, websiteId, website, path } = await newWebsite();
    expect((await user.get(website)).body.data).toMatchObject({ next_run_at: null });
    const created = await user.json('PUT', path, daily);
    const schedule = created.body.data as unknown as Fields;
    expect([created.status, schedule]).toEqual([
      201,
      {
        object: 'schedule',
        website_id: websiteId,
        ...daily,
        weekday: null,
        day_of_month: null,
        url: null,
        max_pages: null,
        include: null,
        exclude: null,
        source: null,
        recrawl: null,
        next_run_at: expect.stringMatching(/T0[45]:/),
        last_run_at: null,
        last_batch_id: null,
        last_crawl_id: null,
        last_missed_at: null,
        last_missed_reason: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(created.headers.get('location')).toBe(`${api().url}${path}`);
    const shown = await user.get(path);
    expect([shown.status, shown.body.data]).toEqual([200, schedule]);
    const unchanged = await user.get(path, { 'if-none-match': etagOf(shown) });
    expect(unchanged.status).toBe(304);
    const { next_run_at } = schedule;
    expect((await user.get(website)).body.data).toMatchObject({ next_run_at });
    expect((await user.list('/api/v1/websites')).body.data).toMatchObject([{ next_run_at }]);
    const csv = await user.get('/api/v1/websites', { accept: 'text/csv' });
    expect(csv.text).toContain(String(next_run_at));

    const deleted = await user.delete(path);
    expect([deleted.status, deleted.text, deleted.headers.get('content-type')]).toEqual([
      ...[204, '', null],
    ]);
    for (const method of ['GET', 'DELETE']) {
      const missing = await user.send(method, path);
      expect([missing.status, missing.body.detail]).toEqual([404, 'The website has no schedule.']);
    }
    expect((await user.get(website)).body.data).toMatchObject({ next_run_at: null });
  });

  it.each(['form', 'JSON'])('are replaced as a whole, from %s', async (kind) => {
    const { user, path } = await newWebsite();
    await user.json('PUT', path, { ...daily, every: 'month', day_of_month: 28 });
    const url = 'https://www.example.com/start';
    const form = new URLSearchParams({
      ...weekly,
      url,
      max_pages: '20',
      source: 'links',
      recrawl: 'changed',
      exclude: '*.pdf$',
    });
    for (const pattern of options.include) form.append('include', pattern);
    const replaced =
      kind === 'JSON'
        ? await user.json('PUT', path, { ...weekly, url, ...options })
        : await user.send('PUT', path, {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: form.toString(),
          });
    expect(replaced.status).toBe(200);
    const expected = { ...weekly, day_of_month: null, url, ...options };
    expect(replaced.body.data).toMatchObject(expected);
    const shown = await user.get(path);
    expect(shown.body.data).toEqual(replaced.body.data);
    expect(etagOf(shown)).toBe(etagOf(replaced));
    const back = await user.json('PUT', path, daily);
    expect([back.status, back.body.data]).toMatchObject([
      200,
      { ...daily, weekday: null, url: null, max_pages: null },
    ]);
  });

  it('have the defaults of a crawl, which begins at the domain', async () => {
    const { user, path } = await newWebsite('example.com:8443');
    expect((await user.json('PUT', path, weekly)).body.data).toMatchObject({
      url: 'example.com:8443/',
      max_pages: 100,
      include: [],
      exclude: [],
      source: 'both',
      recrawl: 'all',
    });
  });

  it.each([
    ['without anything', {}, ['at', 'every', 'task', 'time_zone']],
    ['of another interval', { ...daily, every: 'hour' }, ['every']],
    ['of a week without a day', { ...daily, every: 'week' }, ['weekday']],
    ['of a week with a day of the month', { ...weekly, day_of_month: 1 }, ['day_of_month']],
    ['of a month without a day', { ...daily, every: 'month' }, ['day_of_month']],
    ['of a month with its 29th', { ...daily, every: 'month', day_of_month: 29 }, ['day_of_month']],
    ['of a day with a weekday', { ...daily, weekday: 'monday' }, ['weekday']],
    ['at an invalid time', { ...daily, at: '24:00' }, ['at']],
    ['in an unknown time zone', { ...daily, time_zone: 'Mars/Phobos' }, ['time_zone']],
    ['of another task', { ...daily, task: 'report' }, ['task']],
    [
      'of reports with options of a crawl',
      { ...daily, max_pages: 5, url: 'a' },
      ['max_pages', 'url'],
    ],
    ['of more pages than the operator allows', { ...weekly, max_pages: 2_001 }, ['max_pages']],
    ['with patterns that are invalid', { ...weekly, include: ['/a', 'b'] }, ['include.1']],
    ['of another website', { ...weekly, url: 'https://other.com/' }, ['url']],
    ['of a URL that is not allowed', { ...weekly, url: 'ftp://example.com/' }, ['url']],
  ])('are not set %s', async (_name, fields, names) => {
    const { user, path } = await newWebsite();
    const reply = await user.json('PUT', path, fields);
    expect([reply.status, Object.keys(reply.body.errors ?? {}).toSorted()]).toEqual([422, names]);
    expect((await user.get(path)).status).toBe(404);
  });

  it('say what is allowed', async () => {
    const { user, path } = await newWebsite();
    const fields = { ...daily, every: 'week', time_zone: 'Mars/Phobos' };
    expect((await user.json('PUT', path, fields)).body.errors).toEqual({
      time_zone: ['must be an IANA time zone, such as Europe/Berlin.'],
    });
    const { errors } = (await user.json('PUT', path, { ...daily, every: 'week' })).body;
    expect(errors).toEqual({ weekday: ['is required if every is week.'] });
  });

  it('are those of the owner, and need a website, before anything else is validated', async () => {
    const { user, path } = await newWebsite();
    await user.json('PUT', path, daily);
    const other = await api().newUser();
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', '{}'],
      ['DELETE', undefined],
    ] as const) {
      const headers = { 'content-type': 'application/json', 'if-match': 'invalid' };
      const request = { headers, ...(body !== undefined && { body }) };
      expect((await other.send(method, path, request)).status).toBe(404);
      const unknown = '/api/v1/websites/987654321/schedule';
      expect((await user.send(method, unknown, request)).status).toBe(404);
    }
    expect((await user.get(path)).body.data).toMatchObject(daily);
  });

  it('are not more than the quota of the owner', async () => {
    const { user, path } = await newWebsite();
    const second = await newWebsite('second.com', user);
    const third = await newWebsite('third.com', user);
    expect((await user.json('PUT', path, daily)).status).toBe(201);
    expect((await user.json('PUT', second.path, daily)).status).toBe(201);
    const refused = await user.json('PUT', third.path, daily);
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded']);
    expect((await user.json('PUT', path, weekly)).status).toBe(200);
    await user.delete(second.path);
    expect((await user.json('PUT', third.path, daily)).status).toBe(201);
  });

  it('are not changed by those who have not read them', async () => {
    const { user, path } = await newWebsite();
    const put = (fields: object, ifMatch: string) =>
      user.send('PUT', path, {
        headers: { 'content-type': 'application/json', 'if-match': ifMatch },
        body: JSON.stringify(fields),
      });
    const failed = [412, 'precondition_failed'];
    const outcome = ({ status, body }: Reply) => [status, body.code];
    expect(outcome(await put(daily, '*'))).toEqual(failed);
    await user.json('PUT', path, daily);
    const etag = etagOf(await user.get(path));
    expect((await put(weekly, etag)).status).toBe(200);
    expect(outcome(await put(daily, etag))).toEqual(failed);
    const remove = (ifMatch: string) =>
      user.send('DELETE', path, { headers: { 'if-match': ifMatch } });
    expect(outcome(await remove(etag))).toEqual(failed);
    const current = etagOf(await user.get(path));
    expect((await remove(`"x", ${current}`)).status).toBe(204);
    const invalid = await put(daily, 'x');
    expect([invalid.status, Object.keys(invalid.body.errors ?? {})]).toEqual([422, ['If-Match']]);
  });

  it('are deleted with their website', async () => {
    const { user, website, path } = await newWebsite();
    await user.json('PUT', path, daily);
    await user.delete(website);
    expect((await user.get(path)).status).toBe(404);
  });
});
