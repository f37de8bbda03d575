import { createClient } from '@sitegrade/adapter-suite/api-client';
import { type HostRequest, type SuiteOptions, useApi } from '@sitegrade/adapter-suite/in-process';
import { newReport } from '@sitegrade/testing';
import { describe, expect, it } from 'vitest';
import { SitegradeError, type Store } from '../../index.ts';
import { problemResponse } from '../index.ts';

// The host's own login instead of API keys.

describe('a login of the host', () => {
  const host: { login: (request: HostRequest) => unknown; asked: number; keysAsked: number } = {
    login: () => undefined,
    asked: 0,
    keysAsked: 0,
  };
  const logged: string[] = [];
  const withLogin = (store: Store): Partial<SuiteOptions> => ({
    store: countingKeys(store, () => (host.keysAsked += 1)),
    authenticate: (request) => {
      host.asked += 1;
      // A host without types may return anything.
      return host.login(request) as string | undefined;
    },
  });
  const api = useApi(withLogin, {}, (text) => logged.push(text));
  const path = '/api/v1/reports';

  it('returns the owner, from the framework’s own request', async () => {
    const { store } = api();
    host.login = ({ headers }) => headers['x-user'];
    const [ann, bob] = ['login-ann', 'login-bob'].map((ownerId) => {
      const client = createClient(api());
      const headers = { 'x-user': ownerId };
      return { get: (where: string) => client.get(where, headers), ownerId };
    });
    const { id } = await store.reports.create(newReport({ ownerId: ann?.ownerId ?? '' }));
    expect((await ann?.get(`${path}/${id}`))?.status).toBe(200);
    expect((await bob?.get(`${path}/${id}`))?.status).toBe(404);
    expect((await ann?.get(path))?.body.data).toHaveLength(1);
    expect((await bob?.get(path))?.body.data).toEqual([]);
  });

  it.each(['user-7', 'ä'.repeat(127), '7', ' ', '👩‍🚀'])(
    'may return %j or a promise of it',
    async (ownerId) => {
      const { store, site } = api();
      host.login = () => ownerId;
      const made = await createClient(api()).form('POST', path, { url: site.url });
      expect(made.status).toBe(201);
      host.login = async () => ownerId;
      expect((await createClient(api()).get(path)).body.data).toMatchObject([
        { id: made.body.data.id },
      ]);
      expect(await store.reports.find(ownerId, made.body.data.id)).toBeDefined();
    },
  );

  it.each([undefined, null, ''])('without a user (%j) is a 401', async (none) => {
    const expected = problemResponse(
      new SitegradeError('unauthorized', '', { reason: 'logged_out' }),
    );
    for (const login of [() => none, async () => none]) {
      host.login = login;
      for (const [method, where] of [
        ['GET', path],
        ['POST', path],
        ['DELETE', `${path}/1`],
        ['PATCH', '/api/v1/websites/1'],
      ] as const) {
        const { status, headers, text } = await createClient(api()).send(method, where);
        expect([where, status, text]).toEqual([where, 401, expected.body]);
        expect(headers.get('www-authenticate')).toBe('Bearer');
      }
    }
  });

  it('replaces keys: none is looked up, and none works', async () => {
    const user = await api().newUser();
    host.keysAsked = 0;
    host.login = () => undefined;
    expect((await user.get(path)).status).toBe(401);
    host.login = () => 'other-user';
    await user.addReport();
    expect((await user.get(path)).body.data).toEqual([]);
    expect(host.keysAsked).toBe(0);
  });

  it.each(['a\0b', '\ud800', 'ä'.repeat(128), 5, 0, false, {}, ['user-1'], Symbol('user-1')])(
    'that returns %o is a 500 without an owner',
    async (ownerId) => {
      for (const login of [() => ownerId, async () => ownerId]) {
        host.login = login;
        const { status, body, text } = await createClient(api()).get(path);
        expect([status, body.code]).toEqual([500, 'internal']);
        expect(text).not.toContain('authenticate');
      }
    },
  );

  it('that returns no owner id logs why, without the returned value', async () => {
    for (const [returned, why] of [
      [{ id: 5, pin: 'hunter2' }, 'a value of type object'],
      ['hunter2'.repeat(40), 'a string of 280 bytes'],
      [5, 'a value of type number'],
      ['hunter2\0', 'a string with a NUL character'],
      ['hunter2\ud800', 'a string with a lone surrogate'],
    ] as const) {
      host.login = () => returned;
      logged.length = 0;
      await createClient(api()).get(path);
      expect(logged).toEqual([expect.stringContaining(`it returned ${why}.`)]);
      expect(logged[0]).not.toContain('hunter2');
    }
  });

  it('that fails logs why, without secrets of the request', async () => {
    const credentials = btoa('ann:hunter2 hunter2');
    host.login = () => {
      throw new Error('The directory refused ann with hunter2 hunter2.');
    };
    logged.length = 0;
    await createClient(api()).get(path, { authorization: `Basic ${credentials}` });
    expect(logged.join()).toContain('The directory refused ann with [redacted].');
    expect(logged.join()).not.toMatch(new RegExp(`hunter2|${credentials}`));
  });

  it('that fails is a 500 without detail', async () => {
    const error = new Error('session store down: redis://secret');
    for (const login of [
      () => {
        throw error;
      },
      () => Promise.reject(error),
      () => Promise.reject('secret'),
    ]) {
      host.login = login;
      const { status, body, text } = await createClient(api()).get(path);
      expect([status, body.code]).toEqual([500, 'internal']);
      expect(text).not.toContain('secret');
    }
  });

  it('may throw a SitegradeError', async () => {
    host.login = () => {
      throw new SitegradeError('overloaded', 'Slow down.', { retryAfterSeconds: 7 });
    };
    const { status, headers, body } = await createClient(api()).get(path);
    expect([status, body.code, body.detail]).toEqual([503, 'overloaded', 'Slow down.']);
    expect(headers.get('retry-after')).toBe('7');
  });

  it('is described in the OpenAPI document', async () => {
    const { text } = await createClient(api()).get('/api/v1/openapi.json');
    expect(text).not.toMatch(/API key/);
    expect(JSON.parse(text)).toMatchObject({ security: [] });
  });

  it('is called after path and method are checked, and once', async () => {
    const anyone = createClient(api());
    host.login = () => 'user-1';
    host.asked = 0;
    expect((await anyone.send('DELETE', path)).status).toBe(405);
    expect((await anyone.send('OPTIONS', path)).status).toBe(204);
    expect(host.asked).toBe(0);
    await anyone.get(path);
    expect(host.asked).toBe(1);
  });
});

/** A store that counts each use of its API keys. */
function countingKeys(store: Store, count: () => void): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'apiKeys') count();
      return Reflect.get(target, name);
    },
  });
}
