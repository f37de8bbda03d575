import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

const invalidUrl = 'This is not a valid URL. Use the form https://example.com/page.';
const invalidDate =
  'must be a date such as 2026-11-01, or a date and time with a time zone such as 2026-11-01T12:00:00Z or 2026-11-01T12:00:00%2B02:00.';

type Invalid = [collection: string, query: string, field: string, issue: string];

// Invalid list parameters, and searches that look dangerous.

describe('list parameters', () => {
  const api = useApi();

  it.each<Invalid>([
    ['reports', 'search_by=domain', 'search_by', 'must be url.'],
    ['websites', 'search_by=url', 'search_by', 'must be domain.'],
    ['reports', 'result=great', 'result', 'must be one of good, decent, bad.'],
    ['reports', 'sort_by=domain', 'sort_by', 'must be one of id, url, score.'],
    [
      'websites',
      'sort_by=url',
      'sort_by',
      'must be one of id, domain, reports_avg_score, score, reports_count.',
    ],
    ['reports', 'sort=DESC', 'sort', 'must be one of desc, asc.'],
    ['reports', 'per_page=20', 'per_page', 'must be one of 10, 25, 50, 100.'],
    ['websites', 'per_page=1', 'per_page', 'must be one of 10, 25, 50, 100.'],
    ['reports', 'website_id=abc', 'website_id', 'must be an integer.'],
    ['reports', 'website_id=1.5', 'website_id', 'must be an integer.'],
    ['reports', `search=${'x'.repeat(2_049)}`, 'search', 'must be at most 2048 characters.'],
    ['websites', `search=${'%C3%BC'.repeat(2_049)}`, 'search', 'must be at most 2048 characters.'],
    ['reports', 'search=%00', 'search', 'must not contain a NUL character.'],
    ['reports', 'search=%ff', 'search', 'must be valid UTF-8.'],
    ['websites', 'search=%ed%a0%80', 'search', 'must be valid UTF-8.'],
    ...['http://', 'a%00b'].map((url): Invalid => ['reports', `url=${url}`, 'url', invalidUrl]),
    ['reports', 'url=a%20b', 'url', `${invalidUrl} The URL has a space at character 2.`],
    ['reports', 'url=%ff', 'url', 'must be valid UTF-8.'],
    ['reports', `url=${'x'.repeat(2_049)}`, 'url', 'The URL is longer than 2,048 characters.'],
    ...['2026-02-30', '2026-11', '2026-11-01T12:00:00', '2026-11-01T12:00:00+02:00', 'x'].flatMap(
      (date) =>
        ['created_from', 'created_to'].map(
          (name): Invalid => ['reports', `${name}=${date}`, name, invalidDate],
        ),
    ),
    [
      'reports',
      'created_from=2026-11-02&created_to=2026-11-01',
      'created_to',
      'must not be before created_from.',
    ],
  ])('GET /%s?%s is a 422 on %s', async (collection, query, field, issue) => {
    const user = await api().newUser();
    const { status, body } = await user.get(`/api/v1/${collection}?${query}`);
    expect(status).toBe(422);
    expect(body.code).toBe('invalid_input');
    expect(body.errors).toEqual({ [field]: [issue] });
  });

  it.each([
    [
      'reports',
      'search search_by sort sort_by per_page page cursor result website_id url created_from created_to',
    ],
    ['websites', 'search search_by sort sort_by per_page page cursor'],
  ])('treats empty parameters of /%s as not sent', async (collection, names) => {
    const user = await api().newUser();
    for (let report = 0; report < 12; report += 1)
      await user.addReport({ domain: `${report}.test` });
    const path = `/api/v1/${collection}`;
    const plain = await user.list(path);
    const pairs = names.split(' ').map((name) => `${name}=`);
    for (const query of [
      ...pairs,
      ...names.split(' '),
      pairs.join('&'),
      `${pairs[0]}&${pairs[0]}`,
    ]) {
      const { ids, body } = await user.list(`${path}?${query}`);
      expect([ids, body.meta]).toEqual([plain.ids, plain.body.meta]);
    }
    const { ids, body } = await user.list(`${path}?per_page=&${pairs.join('&')}&per_page=10&x=`);
    expect(ids).toEqual(plain.ids.slice(0, 10));
    const kept = pairs.filter((pair) => pair !== 'page=' && pair !== 'cursor=').join('&');
    const { links } = body;
    expect(links.last).toBe(`${api().url}${path}?per_page=&${kept}&per_page=10&x=&page=2`);
    const next = await user.list(links.next ?? '');
    expect(next.ids).toEqual(plain.ids.slice(10));
    expect((await user.list(next.body.links.prev ?? '')).ids).toEqual(ids);
  });

  it('still refuses lists, even empty ones', async () => {
    const user = await api().newUser();
    for (const query of ['page[]=', 'page=1&page=2&page=', 'search[a]=']) {
      expect((await user.get(`/api/v1/reports?${query}`)).status).toBe(422);
    }
  });

  it('reports all invalid parameters at once', async () => {
    const user = await api().newUser();
    const query =
      'sort=x&sort_by=x&per_page=x&page=x&result=x&website_id=x&cursor=x&search_by=x&url=:&created_from=x&created_to=x';
    const { status, body } = await user.get(`/api/v1/reports?${query}&search=%00`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {}).toSorted()).toEqual(
      [...query.split('&').map((pair) => pair.split('=')[0]), 'search'].toSorted(),
    );
  });

  const a12 = [
    ...'0 -1 1e1 010 0x10 1.0 Infinity NaN 1e308 9007199254740993 %2010 +1 %D9%A1'.split(' '),
  ].map((value) => `page=${value}`);
  it.each([
    ...a12,
    'page=1&page=2',
    'page=1&page=1',
    'page[]=1',
    'page[a]=1',
    'page%5B%5D=1',
    'page=1&page[]=1',
  ])('A12: %s is a 422', async (query) => {
    const user = await api().newUser();
    const { status, body } = await user.get(`/api/v1/reports?${query}`);
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty('page');
  });

  it.each(['101', '1000000', '0', '-1', '010', '10.0', '1e1'])(
    'A13: per_page=%s is a 422',
    async (value) => {
      const user = await api().newUser();
      const { status, body } = await user.get(`/api/v1/websites?per_page=${value}`);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['per_page']]);
    },
  );

  it.each([
    ['%', '%'],
    ['_', '_'],
    ['%5C', '\\'],
    ['%25_%5c', '%_\\'],
    ["'", "'"],
    ['%22;%20drop%20table', '"; drop table'],
    ["'%20or%201=1--", "' or 1=1--"],
    ['%ud800', '%ud800'],
    ['a+b', 'a b'],
  ])('A14: search=%s is literal', async (encoded, literal) => {
    const user = await api().newUser();
    const found = await user.addReport({ url: `https://a.test/?q=[${literal}]` });
    await user.addReport({ url: 'https://a.test/?q=[]' });
    const { status, body } = await user.list(`/api/v1/reports?search=${encoded}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ id: found.id }]);
  });

  it('A14: finds host names in Unicode and punycode, in any case', async () => {
    const user = await api().newUser();
    const { id } = await user.addReport({
      url: 'https://xn--mnchen-3ya.test/',
      domain: 'xn--mnchen-3ya.test',
    });
    for (const search of ['münchen', 'MÜNCHEN', 'xn--mnchen-3ya']) {
      const query = `?search=${encodeURIComponent(search)}`;
      expect((await user.list(`/api/v1/reports${query}`)).ids).toEqual([id]);
      expect((await user.list(`/api/v1/websites${query}`)).ids).toHaveLength(1);
    }
  });

  it.each([
    ['é', ['nfc']],
    ['e\u0301', ['nfd']],
    ['É', ['nfc']],
    ['İ', ['dotted']],
    ['ß', ['sharp']],
    ['ẞ', ['sharp']],
  ])('A14: finds %j in any case', async (search, expected) => {
    const user = await api().newUser();
    const letters = { nfc: 'é', nfd: 'e\u0301', dotted: 'İ', sharp: 'ß' };
    for (const [title, letter] of Object.entries(letters)) {
      await user.addReport({ url: `https://a.test/?q=[${letter}]`, title });
    }
    const { body } = await user.list(`/api/v1/reports?search=${encodeURIComponent(search)}`);
    expect(body.data).toMatchObject(expected.map((title) => ({ title })));
  });

  it.each([
    ['of 10 KB', 'x'.repeat(10_240)],
    ['with a NUL', 'a%00b'],
  ])('A14: refuses a search %s', async (_name, search) => {
    const user = await api().newUser();
    for (const collection of ['reports', 'websites']) {
      const { status, body } = await user.get(`/api/v1/${collection}?search=${search}`);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['search']]);
    }
  });

  it('A14: accepts the longest search', async () => {
    const user = await api().newUser();
    for (const character of ['x', '%F0%9F%99%82']) {
      const search = character.repeat(2_048);
      for (const collection of ['reports', 'websites']) {
        expect((await user.get(`/api/v1/${collection}?search=${search}`)).status).toBe(200);
      }
    }
  });

  it.each(['password_hash', 'id;drop', '__proto__', 'constructor', 'toString'])(
    'A15: sort=%s is a 422, also as sort key',
    async (value) => {
      const user = await api().newUser();
      const query = `sort=${value}&sort_by=${value}`;
      const { status, body } = await user.get(`/api/v1/reports?${query}`);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['sort', 'sort_by']]);
    },
  );

  it('A16: ignores unknown parameters of any name and number', async () => {
    const user = await api().newUser();
    const { id } = await user.addReport();
    const many = Array.from({ length: 1_500 }, (_, count) => `p${count}=`).join('&');
    for (const query of ['__proto__[x]=1', 'constructor[prototype][x]=1', '%ff=1', '=&&=', many]) {
      expect((await user.list(`/api/v1/reports?${query}`)).ids).toEqual([id]);
    }
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
