import type { Reply } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

// `If-Match` on websites: no one overwrites or deletes changes that they have not read.

describe.each(['PUT', 'PATCH', 'DELETE'])('If-Match with %s /websites/{id}', (method) => {
  const api = useApi();

  const website = async (): Promise<{ user: TestUser; path: string; etag: string }> => {
    const user = await api().newUser();
    const { websiteId } = await user.addReport();
    const path = `/api/v1/websites/${websiteId}`;
    return { user, path, etag: await etagAt(user, path) };
  };
  const etagAt = async (user: TestUser, path: string) =>
    (await user.get(path)).headers.get('etag') ?? '';
  const send = (user: TestUser, path: string, ifMatch: string, body = 'privacy=0') =>
    user.send(method, path, {
      headers: { 'if-match': ifMatch, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'DELETE' ? {} : { body }),
    });
  const outcome = ({ status, body }: Reply) => [status, body.code];
  const failed = [412, 'precondition_failed'];

  it('succeeds if the website has not changed', async () => {
    for (const list of ['ETAG', '*', '"x", ETAG', 'W/"x" ,, ETAG,']) {
      const { user, path, etag } = await website();
      expect((await send(user, path, list.replace('ETAG', etag))).status).toBe(200);
    }
  });

  it('is a 412 otherwise, and changes nothing', async () => {
    const { user, path, etag } = await website();
    const before = (await user.get(path)).text;
    for (const ifMatch of ['"x"', `W/${etag}`, etag.slice(0, -2).concat('"'), '']) {
      expect([ifMatch, ...outcome(await send(user, path, ifMatch))]).toEqual([ifMatch, ...failed]);
    }
    expect((await user.get(path)).text).toBe(before);
  });

  it('detects an update, a new password and a new report', async () => {
    const { user, path, etag } = await website();
    const { store } = api();
    const id = Number(path.split('/').at(-1));
    const setPassword = (passwordHash: string) => {
      const change = { privacy: 'password', passwordHash, updatedAt: new Date() } as const;
      return store.websites.update(user.ownerId, id, change);
    };
    await setPassword('$first');
    expect(outcome(await send(user, path, etag))).toEqual(failed);
    const withPassword = await etagAt(user, path);
    // Immediately: often in the same millisecond.
    await setPassword('$second');
    expect(outcome(await send(user, path, withPassword))).toEqual(failed);
    const withOneReport = await etagAt(user, path);
    await user.addReport();
    expect(outcome(await send(user, path, withOneReport))).toEqual(failed);
    expect((await send(user, path, await etagAt(user, path))).status).toBe(200);
  });

  it('lets one of many concurrent requests succeed', async () => {
    const { user, path, etag } = await website();
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(user, path, etag)));
    const statuses = replies.map(({ status }) => status).toSorted();
    const others = method === 'DELETE' ? [404, 412] : [412];
    expect(statuses.filter((status) => status === 200)).toEqual([200]);
    for (const status of statuses.slice(1)) expect(others).toContain(status);
  });

  it.each(['abc', '"abc', '*, "a"', 'w/"a"', '"a" "b"'])('refuses %j', async (ifMatch) => {
    const { user, path } = await website();
    const reply = await send(user, path, ifMatch);
    expect(outcome(reply)).toEqual([422, 'invalid_input']);
    expect(reply.body.errors).toEqual({ 'If-Match': [expect.stringContaining('ETag')] });
    expect((await user.get(path)).status).toBe(200);
  });

  it('is checked after the id', async () => {
    const { user } = await website();
    const other = await website();
    for (const path of ['/api/v1/websites/999999999', '/api/v1/websites/x', other.path]) {
      for (const ifMatch of ['*', '"x"', 'x']) {
        expect((await send(user, path, ifMatch)).status).toBe(404);
      }
    }
  });

  if (method !== 'DELETE') {
    it('is checked after the fields, and reported with them if it is malformed', async () => {
      const { user, path } = await website();
      const wrong = await send(user, path, '"x"', 'privacy=9');
      expect([wrong.status, wrong.body.errors]).toEqual([422, { privacy: [expect.any(String)] }]);
      const both = await send(user, path, 'x', 'privacy=9');
      expect(Object.keys(both.body.errors ?? {})).toEqual(['privacy', 'If-Match']);
    });

    it('is checked before conditions of the website', async () => {
      const { user, path, etag } = await website();
      expect(outcome(await send(user, path, '"x"', 'privacy=2'))).toEqual(failed);
      expect(outcome(await send(user, path, '"x"', 'privacy=2&password='))).toEqual(failed);
      expect((await send(user, path, etag, 'privacy=2')).status).toBe(422);
    });

    it('succeeds with the tag of the last response', async () => {
      const { user, path, etag } = await website();
      const first = await send(user, path, etag);
      const next = first.headers.get('etag') ?? '';
      expect(next).not.toBe(etag);
      expect((await send(user, path, next, 'privacy=1')).status).toBe(200);
    });
  }
});
