import { createClient } from '@sitegrade/adapter-suite/api-client';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { issueApiKey, listApiKeys, revokeApiKey } from '../../index.ts';

// API keys, and invalid ones.

describe('API keys', () => {
  const now = { offsetMs: 0 };
  const api = useApi(() => ({ now: () => new Date(Date.now() + now.offsetMs) }));
  const path = '/api/v1/reports';

  const ask = async (...lines: string[]) => {
    const headers = lines.map((line) => line.split(/:(.*)/s).slice(0, 2) as [string, string]);
    const response = await api().fetch(path, { headers });
    const challenge = response.headers.get('www-authenticate');
    return { status: response.status, text: await response.text(), challenge };
  };
  const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');

  it('is required by every operation', async () => {
    const anyone = createClient(api());
    for (const [method, where] of [
      ['GET', '/reports'],
      ['POST', '/reports'],
      ['GET', '/reports/1'],
      ['DELETE', '/reports/1'],
      ['GET', '/reports/x'],
      ['GET', '/websites'],
      ['GET', '/websites/1'],
      ['PUT', '/websites/1'],
      ['PATCH', '/websites/1'],
      ['DELETE', '/websites/1'],
    ] as const) {
      const reply = await anyone.send(method, `/api/v1${where}`);
      expect([where, reply.status]).toEqual([where, 401]);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      expect(reply.body.code).toBe('unauthorized');
    }
  });

  it('A01: is a Bearer token, the scheme in any case, after any number of spaces', async () => {
    const { key } = await api().newUser();
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`, `Bearer    ${key}`]) {
      expect((await ask(`Authorization: ${header}`)).status).toBe(200);
    }
  });

  it('A01: is not accepted in other forms', async () => {
    const { key } = await api().newUser();
    const cases = [
      [],
      ['Authorization:'],
      ['Authorization: Basic x'],
      ['Authorization: Bearer'],
      [`Authorization: Bearer${key}`],
      [`Authorization: Bearer \t${key}`],
      [`Authorization: Bearer\t${key}`],
      [`Authorization: Bearer ${key} x`],
      [`Authorization: Bearer ${key},`],
      [`Authorization: ${key}`],
      [`Authorization: Bearer ${'k'.repeat(10_000)}`],
      ['Authorization: Bearer \xe9'],
      [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
      [`X-Api-Key: ${key}`],
    ];
    const bodies = new Set<string>();
    for (const headers of cases) {
      const { status, text } = await ask(...headers);
      expect([headers, status]).toEqual([headers, 401]);
      bodies.add(text);
    }
    expect(bodies.size).toBe(1);
  });

  it('A02: must be known, complete, neither revoked nor expired; all failures have the same body', async () => {
    const { newUser, context } = api();
    const user = await newUser();
    const expiring = await issueApiKey(context, user.ownerId, {
      expiresAt: new Date(Date.now() + 60_000),
    });
    const gone = await newUser();
    const [goneKey] = await listApiKeys(context, gone.ownerId);
    expect((await gone.get(path)).status).toBe(200);
    await revokeApiKey(context, gone.ownerId, goneKey?.id ?? 0);

    const header = (key: string) => `Authorization: Bearer ${key}`;
    expect((await ask(header(expiring.key))).status).toBe(200);
    now.offsetMs = 61_000;
    const replies = await Promise.all(
      [
        expiring.key,
        gone.key,
        mistyped(user.key),
        user.key.replace(/^sitegrade_/, 'sitegrade_test_'),
        user.key.toUpperCase(),
        'unknown',
      ].map((key) => ask(header(key))),
    );
    now.offsetMs = 0;
    const missing = await ask();
    for (const { status, text, challenge } of replies) {
      expect(status).toBe(401);
      expect(challenge).toBe('Bearer error="invalid_token"');
      expect(text).toBe(missing.text);
    }
    expect(missing.challenge).toBe('Bearer');
  });

  it('A02: is not accepted in the query', async () => {
    const { key } = await api().newUser();
    for (const name of ['api_key', 'key', 'access_token', 'authorization']) {
      expect((await createClient(api()).get(`${path}?${name}=${key}`)).status).toBe(401);
    }
  });

  it('records when a key was used', async () => {
    const user = await api().newUser();
    await user.get(path);
    // The response does not wait for it.
    await expect
      .poll(async () => (await listApiKeys(api().context, user.ownerId))[0]?.lastUsedAt)
      .toBeInstanceOf(Date);
  });
});
