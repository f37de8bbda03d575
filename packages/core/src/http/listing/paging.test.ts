import type { ListReply } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

// Pages, links and cursors.

describe('pages of a listing', () => {
  const api = useApi();

  const userWith = async (count: number): Promise<TestUser> => {
    const user = await api().newUser();
    for (let number = 0; number < count; number += 1) {
      const score = number % 3;
      await user.addReport({
        url: `https://a.test/${number % 7}`,
        score,
        domain: `${number}.test`,
      });
    }
    return user;
  };
  const follow = async (user: TestUser, from: string, rel: 'next' | 'prev') => {
    const pages: ListReply[] = [];
    for (let path: string | null = from; path !== null; ) {
      const page: ListReply = await user.list(path);
      pages.push(page);
      path = page.body.links[rel];
    }
    return pages;
  };

  it('shows every row once, forwards and backwards, in every order', async () => {
    const user = await userWith(25);
    for (const [collection, keys] of [
      ['reports', ['id', 'url', 'score']],
      ['websites', ['id', 'domain', 'reports_avg_score', 'score', 'reports_count']],
    ] as const) {
      for (const key of keys) {
        for (const sort of ['asc', 'desc']) {
          const query = `sort_by=${key}&sort=${sort}`;
          const whole = await user.list(`/api/v1/${collection}?${query}&per_page=100`);
          const there = await follow(user, `/api/v1/${collection}?${query}&per_page=10`, 'next');
          expect(there.map((page) => page.ids.length)).toEqual([10, 10, 5]);
          expect(there.flatMap((page) => page.ids)).toEqual(whole.ids);
          const end = `/api/v1/${collection}?${query}&per_page=10&page=3`;
          const back = await follow(user, end, 'prev');
          expect(back.map((page) => page.ids)).toEqual(there.map((page) => page.ids).toReversed());
          expect(back.map((page) => page.body.meta)).toEqual(
            there.map((page) => page.body.meta).toReversed(),
          );
        }
      }
    }
  });

  it('returns page 2 by its number, with its position', async () => {
    const user = await userWith(25);
    const all = await user.list('/api/v1/reports');
    const { ids, body, headers } = await user.list('/api/v1/reports?per_page=10&page=2');
    expect(ids).toEqual(all.ids.slice(10, 20));
    expect(body.meta).toMatchObject({
      current_page: 2,
      from: 11,
      to: 20,
      last_page: 3,
      per_page: 10,
      total: 25,
    });
    const path = `${api().url}/api/v1/reports?per_page=10`;
    expect(body.links.first).toBe(`${path}&page=1`);
    expect(body.links.last).toBe(`${path}&page=3`);
    expect(body.links.prev).toMatch(/[?&]page=1&cursor=[\w-]+$/);
    expect(body.links.next).toMatch(/[?&]page=3&cursor=[\w-]+$/);
    expect(headers.get('link')).toBe(
      `<${body.links.first}>; rel="first", <${body.links.last}>; rel="last", ` +
        `<${body.links.prev}>; rel="prev", <${body.links.next}>; rel="next"`,
    );
  });

  it('ends after the last row, also when the last page is full', async () => {
    const user = await userWith(20);
    const pages = await follow(user, '/api/v1/reports?per_page=10', 'next');
    expect(pages.map((page) => page.ids.length)).toEqual([10, 10]);
    expect((await user.list('/api/v1/reports?per_page=10&page=2')).body.links.next).toBeNull();
  });

  it.each(['3', '1000', '9007199254740991'])('is empty on page %s of 2', async (page) => {
    const user = await userWith(11);
    const reply = await user.list(`/api/v1/reports?per_page=10&page=${page}`);
    expect(reply.status).toBe(200);
    expect(reply.ids).toEqual([]);
    expect(reply.body.meta).toMatchObject({ from: null, to: null, total: 11, last_page: 2 });
    expect(reply.body.links.next).toBeNull();
    expect(reply.body.links.prev).toMatch(/page=2$/);
  });

  it('keeps every other parameter in its links, as it was sent', async () => {
    const user = await userWith(11);
    const query = 'search=a%2Etest&x=%26%3E&y=a+b&per_page=10&z';
    const { body } = await user.list(`/api/v1/reports?page=1&${query}&cursor_=1`);
    expect(body.links.first).toBe(`${api().url}/api/v1/reports?${query}&cursor_=1&page=1`);
    const next = await user.list(body.links.next ?? '');
    expect(next.body.links.first).toBe(body.links.first);
  });

  it('continues without repeating or missing a row while others are added and deleted', async () => {
    const user = await userWith(30);
    const { ids } = await user.list('/api/v1/reports');
    const page1 = await user.list('/api/v1/reports?per_page=10');
    const added: number[] = [];
    for (let count = 0; count < 15; count += 1) added.push((await user.addReport()).id);
    const page2 = await user.list(page1.body.links.next ?? '');
    expect(page2.ids).toEqual(ids.slice(10, 20));
    for (const id of [...added, ...ids.slice(0, 12)]) await user.delete(`/api/v1/reports/${id}`);
    const page3 = await user.list(page2.body.links.next ?? '');
    expect(page3.ids).toEqual(ids.slice(20));
    expect(page3.body.links.next).toBeNull();
  });

  it('continues after its last page by number if rows are left', async () => {
    const user = await userWith(30);
    const page1 = await user.list('/api/v1/reports?per_page=10');
    for (const id of page1.ids) await user.delete(`/api/v1/reports/${id}`);
    const rest = await follow(user, page1.body.links.next ?? '', 'next');
    expect(rest.map((page) => page.ids.length)).toEqual([10, 10]);
  });

  it('shows rows that were added in front on the way back, and every row that existed', async () => {
    const user = await userWith(35);
    const query = 'sort_by=url&sort=asc&per_page=10';
    const { ids } = await user.list('/api/v1/reports?sort_by=url&sort=asc&per_page=100');
    const first = await user.list(`/api/v1/reports?${query}`);
    const end = await user.list(first.body.links.last ?? '');
    const second = await user.list(end.body.links.prev ?? '');
    const added: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      added.push((await user.addReport({ url: 'https://a.test/!' })).id);
    }
    const rest = await follow(user, second.body.links.prev ?? '', 'prev');
    const seen = [end, second, ...rest].toReversed();
    expect(seen.flatMap((page) => page.ids)).toEqual([...added, ...ids]);
    expect(rest.at(-1)?.body.meta.current_page).toBe(1);
  });

  it('ends at the last row, however many were added in front', async () => {
    const user = await userWith(30);
    const page1 = await user.list('/api/v1/reports?per_page=10');
    for (let count = 0; count < 10; count += 1) await user.addReport();
    const rest = await follow(user, page1.body.links.next ?? '', 'next');
    expect(rest.map((page) => page.ids.length)).toEqual([10, 10]);
  });

  it('has a link back from page 1 by cursor if there are rows in front', async () => {
    const user = await userWith(15);
    const page1 = await user.list('/api/v1/reports?per_page=10');
    const next = new URL(page1.body.links.next ?? '');
    next.searchParams.set('page', '1');
    const page = await user.list(next.href);
    expect((await user.list(page.body.links.prev ?? '')).ids).toEqual(page1.ids);
  });

  it('has a link forward from a page that became shorter on the way back', async () => {
    const user = await userWith(30);
    const { ids } = await user.list('/api/v1/reports');
    const page2 = await user.list('/api/v1/reports?per_page=10&page=2');
    for (const id of ids.slice(0, 5)) await user.delete(`/api/v1/reports/${id}`);
    const page1 = await user.list(page2.body.links.prev ?? '');
    expect(page1.ids).toEqual(ids.slice(5, 10));
    expect(page1.body.links.prev).toBeNull();
    expect((await user.list(page1.body.links.next ?? '')).ids).toEqual(ids.slice(10, 20));
  });

  it('accepts a cursor only for the listing and the user that it was created for', async () => {
    const user = await userWith(11);
    const { body } = await user.list('/api/v1/reports?per_page=10');
    const cursor = new URL(body.links.next ?? '').searchParams.get('cursor') ?? '';
    expect((await user.get(`/api/v1/reports?per_page=25&cursor=${cursor}`)).status).toBe(200);
    const issue = { cursor: [expect.stringContaining('another listing')] };
    const filters = ['website_id=1', 'result=good', 'url=a.test', 'created_from=2026-01-01'];
    for (const query of ['sort=asc', 'sort_by=url', 'search=a', ...filters]) {
      const reply = await user.get(`/api/v1/reports?cursor=${cursor}&${query}`);
      expect([reply.status, reply.body.errors]).toEqual([422, issue]);
    }
    const byScore = await user.list('/api/v1/reports?per_page=10&sort=asc&sort_by=score');
    const { searchParams } = new URL(byScore.body.links.next ?? '');
    searchParams.set('sort_by', 'id');
    expect((await user.get(`/api/v1/reports?${searchParams}`)).body.errors).toEqual(issue);
    const other = await userWith(1);
    expect((await other.get(`/api/v1/reports?cursor=${cursor}`)).body.errors).toEqual(issue);
    expect((await user.get(`/api/v1/websites?cursor=${cursor}`)).body.errors).toEqual(issue);
  });

  it('refuses a cursor that is malformed or forged', async () => {
    const user = await userWith(11);
    const { body } = await user.list('/api/v1/reports?per_page=10&sort_by=score');
    const cursor = new URL(body.links.next ?? '').searchParams.get('cursor') ?? '';
    const [direction, key, id, tag] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const forge = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const bad of [
      'x',
      '!!!',
      `${cursor}=`,
      cursor.slice(1),
      forge(null),
      forge([]),
      forge([2, key, id, tag]),
      forge([direction, {}, id, tag]),
      forge([direction, key, '1', tag]),
      forge([direction, key, 1.5, tag]),
      forge([direction, key, 0, tag]),
      forge([direction, 'text', id, tag]),
      forge([direction, null, id, tag]),
      forge([direction, 1.5, id, tag]),
      forge([direction, 1e300, id, tag]),
      forge([direction, key, id, 'other']),
    ]) {
      const reply = await user.get(`/api/v1/reports?sort_by=score&cursor=${bad}`);
      expect([bad, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([
        bad,
        422,
        ['cursor'],
      ]);
    }
  });
});
