import { createClient } from '@sitegrade/adapter-suite/api-client';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

const path = '/api/v1/reports';
const csv = { accept: 'text/csv' };
const reportColumns =
  'id,url,final_url,website_id,domain,title,score,result,seo_score,accessibility_score,performance_score,security_score,miscellaneous_score,http_status,created_at';
const websiteColumns =
  'id,domain,privacy,password,reports_count,reports_avg_score,score,result,score_source_kind,score_source_crawl_id,score_source_pages,score_source_measured_at,latest_report_id,latest_report_score,latest_report_result,latest_report_created_at,next_run_at,unreachable_since,created_at,updated_at';

// Lists as CSV.

describe('lists as CSV', () => {
  const api = useApi();

  it('have all rows of the list, in its order', async () => {
    const user = await api().newUser();
    for (let index = 0; index < 12; index += 1) {
      await user.addReport({ url: `https://example.com/${index}`, score: (index * 37) % 101 });
    }
    const where = `${path}?per_page=10&sort_by=score&sort=asc`;
    const reply = await user.get(`${where}&page=2`, csv);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="reports.csv"');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('vary')).toMatch(/\bAccept\b/i);
    for (const header of ['etag', 'link', 'content-length']) {
      expect([header, reply.headers.get(header)]).toEqual([header, null]);
    }
    const { ids } = await user.list(where);
    const next = await user.list(`${where}&page=2`);
    expect(next.headers.get('vary')).toMatch(/\bAccept\b/i);
    expect(idsIn(reply.text)).toEqual([...ids, ...next.ids]);
  });

  it('have a header, quotes, empty cells and no formulas', async () => {
    const user = await api().newUser();
    const report = await user.addReport({
      url: 'https://example.com/?q="a",b',
      finalUrl: 'https://example.com/',
      domain: 'example.com',
      title: '=HYPERLINK("https://evil.example";"Grüße")',
      score: 7,
      result: 'bad',
      httpStatus: 200,
      createdAt: new Date('2026-03-04T05:06:07.089Z'),
    });
    const { seo, accessibility, performance, security, miscellaneous } = report.categoryScores;
    const expected = [
      reportColumns,
      [
        report.id,
        '"https://example.com/?q=""a"",b"',
        'https://example.com/',
        report.websiteId,
        'example.com',
        '"\'=HYPERLINK(""https://evil.example"";""Grüße"")"',
        ...[
          7,
          'bad',
          seo ?? '',
          accessibility ?? '',
          performance ?? '',
          security ?? '',
          miscellaneous ?? '',
          200,
        ],
        '2026-03-04T05:06:07.089Z',
      ].join(),
      '',
    ];
    // The text of a response has no byte order mark.
    const headers = { ...csv, authorization: `Bearer ${user.key}` };
    const bytes = await (await api().fetch(path, { headers })).arrayBuffer();
    expect(Buffer.from(bytes).toString()).toBe(`\ufeff${expected.join('\r\n')}`);
  });

  it('may be of websites', async () => {
    const user = await api().newUser();
    await user.addReport({ domain: 'a.example', score: 40 });
    const { id, websiteId } = await user.addReport({ domain: 'b.example', score: 81 });
    await user.delete(`${path}/${id}`);
    const reply = await user.get('/api/v1/websites', csv);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="websites.csv"');
    const [header, empty = '', full = '', end] = reply.text.split('\r\n');
    expect([header, end]).toEqual([websiteColumns, '']);
    expect(empty).toMatch(new RegExp(`^${websiteId},b\\.example,1,false,0,,,,,,`));
    expect(full).toMatch(
      /^\d+,a\.example,1,false,1,40,40,bad,reports,,1,20[^,]+,\d+,40,\w+,20[^,]+,,,20\d\d-/,
    );
  });

  it('have the rows of the search and the filters', async () => {
    const user = await api().newUser();
    const bad = await user.addReport({ url: 'https://example.com/a', result: 'bad' });
    const good = await user.addReport({ url: 'https://example.com/b', result: 'good' });
    const of = async (query: string) => idsIn((await user.get(`${path}?${query}`, csv)).text);
    expect(await of('result=bad')).toEqual([bad.id]);
    expect(await of('search=/B')).toEqual([good.id]);
    expect(await of('search=/c')).toEqual([]);
    expect(await of('sort=asc&search=')).toEqual([bad.id, good.id]);
    expect(await of(`website_id=${good.websiteId}`)).toEqual([good.id, bad.id]);
  });

  it('are of the owner only', async () => {
    const [ann, bob] = [await api().newUser(), await api().newUser()];
    await ann.addReport();
    expect((await bob.get(path, csv)).text).toBe(`${reportColumns}\r\n`);
  });

  it('come only to clients that prefer CSV', async () => {
    const user = await api().newUser();
    const typeFor = async (accept: string) =>
      (await user.get(path, { accept })).headers.get('content-type')?.split(';')[0];
    expect(await typeFor('text/csv;q=0.5, application/json;q=0.4')).toBe('text/csv');
    expect(await typeFor('text/*')).toBe('text/csv');
    for (const accept of [
      '*/*',
      'text/csv, application/json',
      'text/csv;q=0.4, application/json;q=0.5',
      'text/csv;q=0',
      'application/xml',
    ]) {
      expect([accept, await typeFor(accept)]).toEqual([accept, 'application/json']);
    }
  });

  it('are not sent for HEAD, nor as a 304', async () => {
    const user = await api().newUser();
    await user.addReport();
    const head = await user.send('HEAD', path, { headers: csv });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toMatch(/^text\/csv/);
    expect((await user.get(path, { ...csv, 'if-none-match': '*' })).status).toBe(200);
  });

  it('do not change errors: they are JSON', async () => {
    const user = await api().newUser();
    const refused = await createClient(api()).get(path, csv);
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthorized']);
    const invalid = await user.get(`${path}?sort=up`, csv);
    expect([invalid.status, invalid.body.code]).toEqual([422, 'invalid_input']);
    const reversed = await user.get(`${path}?created_from=2026-02-01&created_to=2026-01-01`, csv);
    expect([reversed.status, Object.keys(reversed.body.errors ?? {})]).toEqual([
      422,
      ['created_to'],
    ]);
  });

  it('are not available for single records', async () => {
    const user = await api().newUser();
    const { id } = await user.addReport();
    const { headers } = await user.get(`${path}/${id}`, csv);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });
});

/** The ids in the first column. */
function idsIn(text: string): readonly number[] {
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number.parseInt(line, 10));
}
