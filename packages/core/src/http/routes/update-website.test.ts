import type { Reply } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

// Updating a website: privacy, password, PUT and PATCH, form and JSON.

describe.each(['PUT', 'PATCH'])('%s /websites/{id}', (method) => {
  const api = useApi();

  const website = async (): Promise<{ user: TestUser; path: string }> => {
    const user = await api().newUser();
    const { websiteId } = await user.addReport();
    return { user, path: `/api/v1/websites/${websiteId}` };
  };
  /** A website with a stored password, without the time of a hash. */
  const protectedWebsite = async () => {
    const { user, path } = await website();
    const change = { privacy: 'password', passwordHash: '$hash', updatedAt: new Date() } as const;
    await api().store.websites.update(user.ownerId, Number(path.split('/').at(-1)), change);
    return { user, path };
  };
  const state = ({ status, body }: Reply) => [status, body.data?.privacy, body.data?.password];
  const passwordIssue = { password: [expect.any(String)] };

  it.each(['form', 'json'] as const)('sets every privacy, from a %s body', async (kind) => {
    const { user, path } = await website();
    for (const privacy of ['0', '1', '2']) {
      const password = privacy === '2' ? { password: 'a secret' } : {};
      const reply = await user[kind](method, path, { privacy, ...password });
      expect(state(reply)).toEqual([200, Number(privacy), privacy === '2']);
      expect((await user.get(path)).text).toBe(reply.text);
    }
  });

  it.each([0, 1, 2])('accepts privacy %i as a number in JSON', async (privacy) => {
    const { user, path } = await website();
    const reply = await user.json(method, path, { privacy, password: 'a secret' });
    expect(state(reply)).toEqual([200, privacy, privacy === 2]);
  });

  it('changes only what is sent', async () => {
    const { user, path } = await protectedWebsite();
    expect(state(await user.form(method, path, {}))).toEqual([200, 2, true]);
    expect(state(await user.send(method, path))).toEqual([200, 2, true]);
    expect(state(await user.json(method, path, { domain: 'x', id: 1 }))).toEqual([200, 2, true]);
    expect(state(await user.form(method, path, { password: 'another' }))).toEqual([200, 2, true]);
  });

  it('sets updated_at', async () => {
    const { user, path } = await website();
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const { body } = await user.form(method, path, { privacy: '0' });
    expect(Date.parse(body.data.updated_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.data.updated_at)).toBeLessThanOrEqual(Date.now());
  });

  it('ignores a password and does not validate it unless privacy is 2', async () => {
    const { user, path } = await website();
    for (const password of ['a secret', '', 'x'.repeat(129), 'nul \0']) {
      expect(state(await user.form(method, path, { password }))).toEqual([200, 1, false]);
      expect(state(await user.form(method, path, { privacy: '0', password }))).toEqual([
        200,
        0,
        false,
      ]);
      await user.form(method, path, { privacy: '1' });
    }
  });

  it('refuses privacy 2 without a password sent or stored, and changes nothing', async () => {
    const { user, path } = await website();
    const before = (await user.get(path)).text;
    const { status, body } = await user.form(method, path, { privacy: '2' });
    expect([status, body.code, body.errors]).toEqual([422, 'invalid_input', passwordIssue]);
    expect((await user.get(path)).text).toBe(before);
  });

  it('keeps the stored password with privacy 2, and deletes it otherwise', async () => {
    const { user, path } = await protectedWebsite();
    expect(state(await user.form(method, path, { privacy: '2' }))).toEqual([200, 2, true]);
    expect(state(await user.form(method, path, { privacy: '1' }))).toEqual([200, 1, false]);
    expect((await user.form(method, path, { privacy: '2' })).status).toBe(422);
  });

  it.each([
    ['empty', ''],
    ['of 1,025 characters', 'x'.repeat(1_025)],
    ['of 1,025 emoji', '🙂'.repeat(1_025)],
    ['with a NUL', 'a\0b'],
    ['with a lone surrogate', 'a\ud800'],
  ])('A23: refuses a password %s', async (_name, password) => {
    const { user, path } = await website();
    const reply = await user.json(method, path, { privacy: 2, password });
    expect([reply.status, reply.body.errors]).toEqual([422, passwordIssue]);
    const other = await protectedWebsite();
    const again = await other.user.json(method, other.path, { password });
    expect([again.status, again.body.errors]).toEqual([422, passwordIssue]);
  });

  it.each(['x', 'x'.repeat(1_024), '🙂'.repeat(1_024), '  ', 'pässwörd'])(
    'A23: accepts the password %j',
    async (password) => {
      const { user, path } = await website();
      const reply = await user.form(method, path, { privacy: '2', password });
      expect(state(reply)).toEqual([200, 2, true]);
      expect(reply.text).not.toContain(JSON.stringify(password));
    },
  );

  it('A23: responds to a password of a megabyte with 413', async () => {
    const { user, path } = await website();
    const password = 'x'.repeat(1_048_576);
    expect((await user.form(method, path, { privacy: '2', password })).status).toBe(413);
  });

  it.each(['3', '-1', '', '1.0', '01', 'public', ' 1'])(
    'refuses privacy %j, in both kinds of body',
    async (privacy) => {
      const { user, path } = await website();
      const issues = { privacy: ['must be one of 0, 1, 2.'] };
      for (const kind of ['form', 'json'] as const) {
        const reply = await user[kind](method, path, { privacy });
        expect([reply.status, reply.body.errors]).toEqual([422, issues]);
      }
    },
  );

  it.each([3, -1, 0.5, null, true, [], [1], {}])('refuses privacy %j in JSON', async (privacy) => {
    const { user, path } = await website();
    const reply = await user.json(method, path, { privacy });
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['privacy']]);
  });

  it.each([5, null, true, [], ['x'], {}])(
    'refuses password %j in JSON if privacy is 2',
    async (password) => {
      const { user, path } = await website();
      const issues = { password: ['must be a string.'] };
      const reply = await user.json(method, path, { privacy: 2, password });
      expect([reply.status, reply.body.errors]).toEqual([422, issues]);
      expect(state(await user.json(method, path, { password }))).toEqual([200, 1, false]);
      expect(state(await user.json(method, path, { privacy: 0, password }))).toEqual([
        200,
        0,
        false,
      ]);
    },
  );

  it('refuses a password that is not UTF-8 only if privacy is 2', async () => {
    const { user, path } = await website();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (body: string) => user.send(method, path, { headers, body });
    expect(state(await send('privacy=1&password=%ff'))).toEqual([200, 1, false]);
    const reply = await send('privacy=2&password=%ff');
    expect([reply.status, reply.body.errors]).toEqual([422, passwordIssue]);
  });

  it('refuses a password sent twice, regardless of the privacy', async () => {
    const { user, path } = await website();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'privacy=1&password=a&password=b';
    const reply = await user.send(method, path, { headers, body });
    expect([reply.status, reply.body.errors]).toEqual([422, passwordIssue]);
  });

  it('is a 404 before the body is validated', async () => {
    const { user } = await website();
    for (const id of ['999999999', 'x']) {
      const headers = { 'content-type': 'text/plain' };
      const body = 'x'.repeat(70_000);
      const reply = await user.send(method, `/api/v1/websites/${id}`, { headers, body });
      expect(reply.status).toBe(404);
    }
  });
});
