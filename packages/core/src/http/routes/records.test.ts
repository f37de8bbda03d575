import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { defaultRuleset } from '../../checks.ts';

// Showing and deleting one report or website.

describe('a single record', () => {
  const api = useApi();

  it('GET /reports/{id} returns the whole report', async () => {
    const user = await api().newUser();
    const report = await user.addReport();
    const { status, body } = await user.get(`/api/v1/reports/${report.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        id: report.id,
        object: 'report',
        url: report.url,
        final_url: report.finalUrl,
        website_id: report.websiteId,
        domain: report.domain,
        title: report.title,
        score: report.score,
        result: report.result,
        category_scores: report.categoryScores,
        http_status: 200,
        created_at: report.createdAt.toISOString(),
        score_uncapped: report.scoreUncapped,
        categories: Object.fromEntries(
          Object.entries(report.categories).map(
            ([id, { notApplicable, notEvaluated, ...counts }]) => [
              id,
              {
                ...counts,
                not_applicable: notApplicable,
                not_evaluated: notEvaluated,
                includes_speed: false,
              },
            ],
          ),
        ),
        gates: report.gates,
        coverage: 0.95,
        partial: true,
        partial_reasons: report.partialReasons,
        fix_first: report.fixFirst,
        checks: report.checks,
        page: {
          language: 'en',
          charset: 'utf-8',
          content_type: 'text/html',
          search_result: report.page.searchResult,
          social_card: {
            site: 'example.com',
            title: 'Abc',
            description: null,
            has_image: false,
          },
          transfer_bytes: 1234,
          html_bytes: 4321,
          time_to_first_byte_ms: 12.5,
          fetch_ms: 34,
          redirects: [],
          counts: report.page.counts,
          notes: [],
          oldest_shared_at: null,
          rendering: null,
          speed: null,
        },
        score_accepted: report.score,
        accepted: [],
        accepted_checks: [],
        fingerprints: { title: [expect.stringMatching(/^[\da-f]{16}$/)] },
        previous: null,
        changes: null,
        ruleset_version: '1',
        share_url: null,
      },
      status: 200,
    });
  });

  it('GET /reports/{id} says how old what it has from other reports is', async () => {
    const user = await api().newUser();
    const { page } = await user.addReport();
    const oldestSharedAt = '2026-03-02T08:15:30.120Z';
    const { id } = await user.addReport({ page: { ...page, oldestSharedAt } });
    const { body } = await user.get(`/api/v1/reports/${id}`);
    expect(body.data).toMatchObject({ page: { oldest_shared_at: oldestSharedAt } });
  });

  it('GET /reports/{id} names the previous report of the URL, and what changed', async () => {
    const user = await api().newUser();
    const first = await user.addReport({ score: 90, result: 'good' });
    const { title } = first.checks;
    const checks = title && { title: { ...title, status: 'pass' } as const };
    const last = await user.addReport({ score: 95, result: 'good', ...(checks && { checks }) });
    const { body } = await user.get(`/api/v1/reports/${last.id}`);
    expect(body.data).toMatchObject({
      previous: {
        id: first.id,
        score: 90,
        result: 'good',
        created_at: first.createdAt.toISOString(),
      },
      changes: {
        score: 5,
        same_ruleset: true,
        same_rendering: true,
        same_field_data: true,
        fixed: ['title'],
        broken: [],
      },
    });
  });

  it('GET /reports/{id}/compare/{other} shows what changed from the other report', async () => {
    const user = await api().newUser();
    const first = await user.addReport({ score: 90, result: 'good' });
    const { title } = first.checks;
    const checks = title && { title: { ...title, status: 'pass' } as const };
    const last = await user.addReport({ score: 85, result: 'good', ...(checks && { checks }) });
    const path = `/api/v1/reports/${last.id}/compare/${first.id}`;
    const { status, body, headers } = await user.get(path);
    expect(status).toBe(200);
    const { data } = (await user.list('/api/v1/reports')).body;
    expect(body.data).toEqual({
      object: 'comparison',
      from: { ...data[1], ruleset_version: '1' },
      to: { ...data[0], ruleset_version: '1' },
      score: -5,
      same_ruleset: true,
      same_rendering: true,
      same_field_data: true,
      fixed: ['title'],
      broken: [],
      findings: {
        found: { total: 0, rows: [] },
        fixed: {
          total: 1,
          rows: [
            {
              url: first.finalUrl,
              check: 'title',
              issue: null,
              importance: 'high',
              title: title?.title,
              summary: title?.summary,
              evidence: title?.evidence[0],
              fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
              pages_count: 1,
              remaining: 0,
            },
          ],
        },
        changed: { total: 0, rows: [] },
        remaining: 0,
      },
      checks: {
        title: {
          from: expect.objectContaining({ status: 'warn', deduction: 6.32 }),
          to: expect.objectContaining({ status: 'pass' }),
        },
      },
    });
    const etag = headers.get('etag') ?? '';
    expect((await user.get(path, { 'if-none-match': etag })).status).toBe(304);
    const other = await api().newUser();
    expect((await other.get(path)).status).toBe(404);
    for (const wrong of [
      `${first.id}/compare/0`,
      `${first.id}/compare/x`,
      `0/compare/${last.id}`,
    ]) {
      expect((await user.get(`/api/v1/reports/${wrong}`)).status).toBe(404);
    }
  });

  it('GET /reports/{id}/screenshot returns the picture of a page that was rendered', async () => {
    const user = await api().newUser();
    const { page } = await user.addReport();
    const rendering = {
      status: 'failed',
      reason: 'render_crashed',
      message: 'It crashed.',
    } as const;
    const { id } = await user.addReport({ page: { ...page, rendering } });
    const path = `/api/v1/reports/${id}/screenshot`;
    expect((await user.get(path)).status).toBe(404);
    const image = Uint8Array.of(255, 216, 255);
    await api().store.reports.keepScreenshot(user.ownerId, id, image, 9);
    expect((await user.get(path)).body.data).toEqual({
      object: 'screenshot',
      report_id: id,
      content_type: 'image/jpeg',
      base64: '/9j/',
      film: [],
    });
    expect((await (await api().newUser()).get(path)).status).toBe(404);
    expect((await user.get('/api/v1/reports/999999/screenshot')).status).toBe(404);
  });

  it('GET /websites/{id}/history shows the score over time', async () => {
    const user = await api().newUser();
    await user.addReport({ score: 40, createdAt: new Date('2026-02-27T10:00:00Z') });
    await user.addReport({ score: 61, createdAt: new Date('2026-02-27T11:00:00Z') });
    const { websiteId } = await user.addReport({ createdAt: new Date('2026-03-01T10:00:00Z') });
    const path = `/api/v1/websites/${websiteId}/history`;
    const days = await user.get(path);
    const point = { pages: 1, ruleset_version: '1', comparable: true };
    expect(days.body).toEqual({
      data: {
        object: 'history',
        interval: 'day',
        source: 'reports',
        points: [
          { start: '2026-02-27', score: 61, count: 2, ...point },
          { start: '2026-03-01', score: 80, count: 1, ...point },
        ],
      },
      status: 200,
    });
    const weeks = await user.get(`${path}?interval=week`);
    expect(weeks.body.data).toMatchObject({ interval: 'week', points: [{ count: 3 }] });
    const wrong = await user.get(`${path}?interval=year`);
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['interval']]);
    const other = await api().newUser();
    expect((await other.get(`${path}?interval=year`)).status).toBe(404);
  });

  it('GET /checks lists the checks of the ruleset', async () => {
    const user = await api().newUser();
    const { status, body, headers } = await user.get('/api/v1/checks');
    expect(status).toBe(200);
    const { version, checks } = defaultRuleset;
    expect(body.data).toMatchObject({ object: 'catalogue', ruleset_version: version });
    const listed = Object.values(body.data.checks) as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    expect(listed).toContainEqual({
      id: 'title',
      category: 'seo',
      importance: 'high',
      weight: 12,
      family: 'title',
      title: 'The page has a title',
      advice: expect.stringContaining('<title>'),
      why: expect.stringContaining('search results'),
      source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/2779a5/',
      options: [],
    });
    expect(listed.find(({ id }) => id === 'words')).toMatchObject({
      options: [
        {
          name: 'min',
          value: 100,
          default: 100,
          min: 1,
          max: 10_000,
          unit: 'words',
          description: expect.stringContaining('visible text'),
        },
      ],
    });
    const etag = headers.get('etag') ?? '';
    expect((await user.get('/api/v1/checks', { 'if-none-match': etag })).status).toBe(304);
  });

  it('GET /websites/{id} returns the record of the listing', async () => {
    const user = await api().newUser();
    const { websiteId } = await user.addReport();
    const { status, body } = await user.get(`/api/v1/websites/${websiteId}`);
    const { body: listing } = await user.list('/api/v1/websites');
    expect([status, body]).toEqual([200, { data: listing.data[0], status: 200 }]);
  });

  it.each(['reports', 'websites'])(
    'GET /%s/{id} has a strong ETag and supports 304',
    async (name) => {
      const user = await api().newUser();
      const report = await user.addReport();
      const path = `/api/v1/${name}/${name === 'reports' ? report.id : report.websiteId}`;
      const etag = (await user.get(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const reply = await user.get(path, { 'if-none-match': value });
        expect([value, reply.status, reply.text]).toEqual([value, 304, '']);
        expect(reply.headers.get('etag')).toBe(etag);
      }
      expect((await user.get(path, { 'if-none-match': '"x"' })).status).toBe(200);
      const other = await api().newUser();
      expect((await other.get(path, { 'if-none-match': etag })).status).toBe(404);
    },
  );

  it('has another ETag after a change', async () => {
    const user = await api().newUser();
    const { websiteId } = await user.addReport();
    const path = `/api/v1/websites/${websiteId}`;
    const before = (await user.get(path)).headers.get('etag') ?? '';
    const changed = await user.form('PATCH', path, { privacy: '0' });
    expect(changed.headers.get('etag')).not.toBe(before);
    const again = await user.get(path, { 'if-none-match': before });
    expect(again.status).toBe(200);
    expect(again.headers.get('etag')).toBe(changed.headers.get('etag'));
  });

  it('DELETE /reports/{id} deletes once, and the website stays', async () => {
    const user = await api().newUser();
    const { id, websiteId } = await user.addReport();
    await user.form('PATCH', `/api/v1/websites/${websiteId}`, { privacy: '0' });
    const reply = await user.delete(`/api/v1/reports/${id}`);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id, object: 'report', deleted: true, status: 200 });
    expect((await user.get(`/api/v1/reports/${id}`)).status).toBe(404);
    expect((await user.list('/api/v1/reports')).ids).toEqual([]);
    const website = await user.get(`/api/v1/websites/${websiteId}`);
    expect(website.body.data).toMatchObject({ privacy: 0, reports_count: 0 });
  });

  it('DELETE /websites/{id} deletes its reports and no others', async () => {
    const user = await api().newUser();
    const { id, websiteId } = await user.addReport({ domain: 'one.test' });
    const other = await user.addReport({ domain: 'two.test' });
    const reply = await user.delete(`/api/v1/websites/${websiteId}`);
    expect(reply.body).toEqual({
      id: websiteId,
      object: 'website',
      deleted: true,
      status: 200,
    });
    expect((await user.get(`/api/v1/websites/${websiteId}`)).status).toBe(404);
    expect((await user.get(`/api/v1/reports/${id}`)).status).toBe(404);
    expect((await user.list('/api/v1/reports')).ids).toEqual([other.id]);
  });

  it.each(['reports', 'websites'])(
    'A21: deletes from /%s once, however often it is called',
    async (name) => {
      const user = await api().newUser();
      const report = await user.addReport();
      await user.addReport();
      const path = `/api/v1/${name}/${name === 'reports' ? report.id : report.websiteId}`;
      const replies = await Promise.all([1, 2, 3].map(() => user.delete(path)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
      expect((await user.delete(path)).status).toBe(404);
      const left = name === 'reports' ? 1 : 0;
      expect((await user.list('/api/v1/reports')).body.meta.total).toBe(left);
      const { data } = (await user.list('/api/v1/websites')).body;
      expect(data).toMatchObject(left === 0 ? [] : [{ reports_count: 1 }]);
    },
  );
});
