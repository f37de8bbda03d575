import { createHash } from 'node:crypto';
import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, expect, it } from 'vitest';
import { issueApiKey, listApiKeys, revokeApiKey } from '../api-keys/api-keys.ts';
import type { Context } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import { endSession, findSession, startSession } from './sessions.ts';

const hour = 60 * 60 * 1000;
let context: Context;
let now: Date;

beforeEach(() => {
  now = new Date('2026-06-01T12:00:00.000Z');
  context = createContext({ store: memoryStore(), now: () => now });
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

it('starts with an API key and finds its owner for 12 hours', async () => {
  const { key, apiKey } = await issueApiKey(context, 'ann');
  const { token, expiresAt } = await startSession(context, key);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(expiresAt).toEqual(new Date('2026-06-02T00:00:00.000Z'));
  expect(await findSession(context, token)).toMatchObject({
    ownerId: 'ann',
    apiKey: { id: apiKey.id },
  });
  later(12 * hour - 1);
  expect(await findSession(context, token)).toBeDefined();
  later(1);
  expect(await findSession(context, token)).toBeUndefined();
});

it('has a new token each time, of which the store has only the digest', async () => {
  const { key } = await issueApiKey(context, 'ann');
  const inserted: Uint8Array[] = [];
  const { sessions } = context.store;
  const store = {
    ...context.store,
    sessions: {
      ...sessions,
      insert: (session: Parameters<typeof sessions.insert>[0]) => {
        inserted.push(session.digest);
        return sessions.insert(session);
      },
    },
  };
  const first = await startSession({ ...context, store }, key);
  const second = await startSession({ ...context, store }, key);
  expect(first.token).not.toBe(second.token);
  expect(Buffer.from(inserted[0] ?? [])).toEqual(createHash('sha256').update(first.token).digest());
});

it('fails for an invalid key with the error of authenticate', async () => {
  const unauthorized = { code: 'unauthorized', message: 'A valid API key is required.' };
  const { key, apiKey } = await issueApiKey(context, 'ann');
  await revokeApiKey(context, 'ann', apiKey.id);
  for (const wrong of [key, 'sitegrade_x', '']) {
    await expect(startSession(context, wrong)).rejects.toMatchObject(unauthorized);
  }
});

it('ends when its key is revoked', async () => {
  const { key, apiKey } = await issueApiKey(context, 'ann');
  const other = await issueApiKey(context, 'ann');
  const { token } = await startSession(context, key);
  const { token: otherToken } = await startSession(context, other.key);
  await revokeApiKey(context, 'ann', apiKey.id);
  expect(await findSession(context, token)).toBeUndefined();
  expect(await findSession(context, otherToken)).toBeDefined();
});

it('ends with its key', async () => {
  const expiresAt = new Date(now.getTime() + hour);
  const { key } = await issueApiKey(context, 'ann', { expiresAt });
  const session = await startSession(context, key);
  expect(session.expiresAt).toEqual(expiresAt);
  later(hour);
  expect(await findSession(context, session.token)).toBeUndefined();
});

it('does not trust a stored expiry that is later than that of the key', async () => {
  const { apiKey } = await issueApiKey(context, 'ann', { expiresAt: new Date(now.getTime() + 1) });
  const token = 'x'.repeat(43);
  const digest = createHash('sha256').update(token).digest();
  const expiresAt = new Date(now.getTime() + hour);
  await context.store.sessions.insert({ digest, apiKeyId: apiKey.id, createdAt: now, expiresAt });
  expect(await findSession(context, token)).toBeDefined();
  later(1);
  expect(await findSession(context, token)).toBeUndefined();
});

it('can be ended, once or twice', async () => {
  const { key } = await issueApiKey(context, 'ann');
  const ended = await startSession(context, key);
  const active = await startSession(context, key);
  await endSession(context, ended.token);
  await endSession(context, ended.token);
  expect(await findSession(context, ended.token)).toBeUndefined();
  expect(await findSession(context, active.token)).toBeDefined();
});

it('does not query the store for a malformed token', async () => {
  const failing = () => Promise.reject(new Error('asked'));
  const sessions = { ...context.store.sessions, findByDigest: failing, delete: failing };
  const deaf = { ...context, store: { ...context.store, sessions } };
  for (const token of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}\n`, 'ä'.repeat(43)]) {
    expect(await findSession(deaf, token)).toBeUndefined();
    await endSession(deaf, token);
  }
});

it('records the use of its key', async () => {
  const { key } = await issueApiKey(context, 'ann');
  const { token } = await startSession(context, key);
  later(hour);
  await findSession(context, token);
  expect((await listApiKeys(context, 'ann'))[0]?.lastUsedAt).toEqual(now);
});
