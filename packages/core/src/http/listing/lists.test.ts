import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

// Both listings: every parameter, every allowed value, every default.

describe('GET /reports', () => {
  const api = useApi();

  it('returns the documented record in the envelope', async () => {
    const user = await api().newUser();
    const report = await user.addReport({ title: 'A title' });
    const reply = await user.list('/api/v1/reports');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const path = `${api().url}/api/v1/reports`;
    expect(reply.body).toEqual({
      data: [
        {
          id: report.id,
          object: 'report',
          url: 'https://example.com/',
          final_url: 'https://www.example.com/',
          website_id: report.websiteId,
          domain: 'example.com',
          title: 'A title',
          score: 80,
          result: 'good',
          category_scores: report.categoryScores,
          http_status: 200,
          created_at: '2026-01-02T03:04:05.678Z',
        },
      ],
      links: { first: `${path}?page=1`, last: `${path}?page=1`, prev: null, next: null },
      meta: {
        current_page: 1,
        from: 1,
        last_page: 1,
        path,
        per_page: 50,
        to: 1,
        total: 1,
        total_relation: 'eq',
      },
      status: 200,
    });
  });

  it('is an empty page for a user without reports', async () => {
    const { body } = await (await api().newUser()).list('/api/v1/reports');
    expect(body.data).toEqual([]);
    expect(body.meta).toMatchObject({ from: null, to: null, total: 0, last_page: 1 });
  });

  it('sorts by id, descending, fifty per page, by default', async () => {
    const user = await api().newUser();
    const ids: number[] = [];
    for (let count = 0; count < 51; count += 1) ids.push((await user.addReport()).id);
    const { ids: got, body } = await user.list('/api/v1/reports');
    expect(got).toEqual(ids.toReversed().slice(0, 50));
    expect(body.meta).toMatchObject({ per_page: 50, to: 50, total: 51, last_page: 2 });
  });

  const three = async (): Promise<[TestUser, Record<'b' | 'a' | 'c', number>]> => {
    const user = await api().newUser();
    const b = await user.addReport({ url: 'https://b.test/', score: 60, result: 'decent' });
    const a = await user.addReport({ url: 'https://a.test/', score: 90, result: 'good' });
    const c = await user.addReport({ url: 'https://c.test/', score: 10, result: 'bad' });
    return [user, { b: b.id, a: a.id, c: c.id }];
  };

  it.each([
    ['sort_by=id', 'cab'],
    ['sort_by=id&sort=asc', 'bac'],
    ['sort_by=url', 'cba'],
    ['sort_by=url&sort=desc', 'cba'],
    ['sort_by=url&sort=asc', 'abc'],
    ['sort_by=score', 'abc'],
    ['sort_by=score&sort=asc', 'cba'],
    ['sort=asc', 'bac'],
    ['sort=desc', 'cab'],
    ['result=good', 'a'],
    ['result=decent', 'b'],
    ['result=bad', 'c'],
    ['search=', 'cab'],
    ['search=B.TE', 'b'],
    ['search=b.te&search_by=url', 'b'],
    ['search=b.test&result=good', ''],
    ['unknown=1&SORT=asc&sort_By=url', 'cab'],
  ])('responds to %s with %s', async (query, expected) => {
    const [user, ids] = await three();
    const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
    const reply = await user.list(`/api/v1/reports?${query}`);
    expect(reply.status).toBe(200);
    expect(reply.ids.map((id) => names[id]).join('')).toBe(expected);
    expect(reply.body.meta.total).toBe(expected.length);
  });

  it('orders equal keys by id, in the direction of the sort', async () => {
    const user = await api().newUser();
    const ids = [(await user.addReport()).id, (await user.addReport()).id];
    expect((await user.list('/api/v1/reports?sort_by=score&sort=asc')).ids).toEqual(ids);
    expect((await user.list('/api/v1/reports?sort_by=score')).ids).toEqual(ids.toReversed());
  });

  it.each([10, 25, 50, 100])('returns %i per page', async (perPage) => {
    const user = await api().newUser();
    for (let count = 0; count <= perPage; count += 1) await user.addReport();
    const { ids, body } = await user.list(`/api/v1/reports?per_page=${perPage}`);
    expect(ids).toHaveLength(perPage);
    expect(body.meta).toMatchObject({ per_page: perPage, last_page: 2, total: perPage + 1 });
  });

  it('filters by website, with any integer', async () => {
    const user = await api().newUser();
    const report = await user.addReport({ domain: 'one.test' });
    await user.addReport({ domain: 'two.test' });
    const path = (id: unknown) => `/api/v1/reports?website_id=${id}`;
    expect((await user.list(path(report.websiteId))).ids).toEqual([report.id]);
    for (const id of [0, -1, '99999999999999999999', 2 ** 40]) {
      const reply = await user.list(path(id));
      expect([reply.status, reply.ids, reply.body.meta.total]).toEqual([200, [], 0]);
    }
  });
});

describe('GET /reports by URL and date', () => {
  const api = useApi();

  /** Reports of two days; only `d` has another website and result. */
  const four = async (): Promise<[TestUser, Record<number, string>]> => {
    const user = await api().newUser();
    const reports = {
      a: { url: 'https://a.test/', createdAt: new Date('2026-11-01T00:00:00.000Z') },
      b: { url: 'http://a.test/', createdAt: new Date('2026-11-01T23:59:59.999Z') },
      c: { url: 'https://a.test/?a=b', createdAt: new Date('2026-11-02T00:00:00.000Z') },
      d: {
        url: 'https://a.test/',
        createdAt: new Date('2026-11-02T12:00:00.500Z'),
        domain: 'd.test',
        result: 'bad',
      },
    } as const;
    const names: Record<number, string> = {};
    for (const [name, report] of Object.entries(reports)) {
      names[(await user.addReport(report)).id] = name;
    }
    return [user, names];
  };

  it.each([
    ['url=https://a.test/', 'da'],
    ['url=https%3A%2F%2FA.TEST:443%23top', 'da'],
    ['url=http://a.test', 'b'],
    ['url=%EF%BB%BF%20http://a.test%0D%0A', 'b'],
    ['url=%C2%A0', 'dcba'],
    ['url=a.test', 'dba'],
    ['url=a.test&sort_by=url&sort=asc', 'bad'],
    ['url=a.test:8080', ''],
    ['url=localhost:22', ''],
    ['url=https://a.test/%3Fa=b', 'c'],
    ['url=https://a.test/nowhere', ''],
    ['url=', 'dcba'],
    ['created_from=2026-11-02', 'dc'],
    ['created_from=2026-11-03', ''],
    ['created_to=2026-11-01', 'ba'],
    ['created_to=2026-10-31', ''],
    ['created_from=2026-11-01&created_to=2026-11-01', 'ba'],
    ['created_from=2026-11-01T23:59:59.999Z', 'dcb'],
    ['created_from=2026-11-02T00:00:00Z', 'dc'],
    ['created_from=2026-11-02T01:00:00%2B01:00', 'dc'],
    ['created_to=2026-11-02T12:00:00.499Z', 'cba'],
    ['created_to=2026-11-02T12:00:00.500Z', 'dcba'],
    ['created_from=&created_to=', 'dcba'],
    ['created_from=2026-11-02&sort_by=url&sort=asc', 'dc'],
    ['url=a.test&created_to=2026-11-01', 'ba'],
    ['url=a.test&result=good&search=https', 'a'],
    ['created_from=2026-11-01&search=A%3Db', 'c'],
    ['created_from=2026-11-01&result=bad', 'd'],
  ])('responds to %s with %s', async (query, expected) => {
    const [user, names] = await four();
    const { status, ids, body } = await user.list(`/api/v1/reports?${query}`);
    expect([status, ids.map((id) => names[id]).join('')]).toEqual([200, expected]);
    expect(body.meta).toMatchObject({ total: expected.length, total_relation: 'eq' });
  });

  it('combines them with a website', async () => {
    const [user, names] = await four();
    const { data } = (await user.list('/api/v1/websites?search=d.test')).body;
    const path = `/api/v1/reports?website_id=${(data[0] as { id: number }).id}`;
    for (const query of ['url=a.test', 'created_from=2026-11-01', 'url=a.test&result=bad']) {
      const { ids } = await user.list(`${path}&${query}`);
      expect([query, ids.map((id) => names[id])]).toEqual([query, ['d']]);
    }
    expect((await user.list(`${path}&created_to=2026-11-01`)).ids).toEqual([]);
  });

  it.each(['url=a.test', 'created_from=2026-01-01&created_to=2026-01-02', 'url=a.test&search=a'])(
    '%s: links lead to every row once, in both directions',
    async (query) => {
      const user = await api().newUser();
      const ids: number[] = [];
      for (let made = 0; made < 25; made += 1) {
        await user.addReport({ url: 'https://b.test/', createdAt: new Date(0) });
        const url = made % 2 === 0 ? 'https://a.test/' : 'http://a.test/';
        ids.unshift((await user.addReport({ url })).id);
      }
      const first = await user.list(`/api/v1/reports?per_page=10&${query}`);
      const second = await user.list(first.body.links.next ?? '');
      const third = await user.list(second.body.links.next ?? '');
      expect([first, second, third].flatMap((page) => page.ids)).toEqual(ids);
      expect(third.body.links.next).toBeNull();
      expect((await user.list(third.body.links.prev ?? '')).ids).toEqual(second.ids);
      expect((await user.list(first.body.links.last ?? '')).ids).toEqual(third.ids);
    },
  );

  it("never lists other users' reports", async () => {
    const [, names] = await four();
    const { ids } = await (await api().newUser()).list('/api/v1/reports?url=a.test');
    expect([Object.keys(names).length, ids]).toEqual([4, []]);
  });

  it('ignores them for websites', async () => {
    const [user] = await four();
    const { ids } = await user.list('/api/v1/websites?url=ftp://x&created_from=x');
    expect(ids).toHaveLength(2);
  });
});

describe('GET /websites', () => {
  const api = useApi();

  const three = async (): Promise<[TestUser, Record<number, string>]> => {
    const user = await api().newUser();
    const b = await user.addReport({ domain: 'b.test', score: 10 });
    const gone = await user.addReport({ domain: 'a.test' });
    const c = await user.addReport({ domain: 'c.test', score: 81 });
    await user.addReport({ domain: 'c.test', score: 80 });
    await user.delete(`/api/v1/reports/${gone.id}`);
    return [user, { [b.websiteId]: 'b', [gone.websiteId]: 'a', [c.websiteId]: 'c' }];
  };

  it('returns the documented record', async () => {
    const [user] = await three();
    const { body } = await user.list('/api/v1/websites?search=c.test');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        object: 'website',
        domain: 'c.test',
        privacy: 1,
        password: false,
        reports_count: 2,
        reports_avg_score: 80.5,
        score: 80,
        result: 'good',
        score_source: {
          kind: 'reports',
          crawl_id: null,
          pages: 1,
          measured_at: '2026-01-02T03:04:05.678Z',
        },
        latest_report: {
          id: expect.any(Number),
          score: 80,
          result: 'good',
          created_at: '2026-01-02T03:04:05.678Z',
        },
        next_run_at: null,
        unreachable_since: null,
        created_at: time,
        updated_at: time,
        share_url: null,
      },
    ]);
    expect((await user.list('/api/v1/websites?search=a.test')).body.data).toMatchObject([
      { reports_count: 0, reports_avg_score: null, score: null, latest_report: null },
    ]);
  });

  it.each([
    ['', 'cab'],
    ['sort=asc', 'bac'],
    ['sort_by=id&sort=desc', 'cab'],
    ['sort_by=domain', 'cba'],
    ['sort_by=domain&sort=asc', 'abc'],
    ['sort_by=reports_avg_score', 'cba'],
    ['sort_by=reports_avg_score&sort=asc', 'abc'],
    ['sort_by=score', 'cba'],
    ['sort_by=score&sort=asc', 'abc'],
    ['sort_by=reports_count', 'cba'],
    ['sort_by=reports_count&sort=asc', 'abc'],
    ['search=C.T', 'c'],
    ['search=c.t&search_by=domain', 'c'],
    ['search=', 'cab'],
    ['result=good&website_id=1', 'cab'],
  ])('responds to %s with %s', async (query, expected) => {
    const [user, names] = await three();
    const reply = await user.list(`/api/v1/websites?${query}`);
    expect(reply.status).toBe(200);
    expect(reply.ids.map((id) => names[id]).join('')).toBe(expected);
  });

  it.each([10, 25, 50, 100])('returns %i per page', async (perPage) => {
    const user = await api().newUser();
    for (let count = 0; count <= perPage; count += 1) {
      await user.addReport({ domain: `${count}.test` });
    }
    const { ids, body } = await user.list(`/api/v1/websites?per_page=${perPage}`);
    expect(ids).toHaveLength(perPage);
    expect(body.meta).toMatchObject({ per_page: perPage, last_page: 2, total: perPage + 1 });
    const all = await user.list('/api/v1/websites');
    expect(all.body.meta.per_page).toBe(50);
  });
});
