import { randomBytes } from 'node:crypto';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, expect, it } from 'vitest';
import { type Context, contextDefaults } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import { issueApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { authenticate } from './authenticate.ts';
import { makeKeyText } from './key-text.ts';

let context: Context;
let now: Date;

const unauthorized = expect.objectContaining({
  code: 'unauthorized',
  message: 'A valid API key is required.',
});

beforeEach(() => {
  now = new Date('2026-06-01T12:00:00.000Z');
  context = createContext({ store: memoryStore(), now: () => now });
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

it('issues a key that authenticates as its owner', async () => {
  const { key, apiKey } = await issueApiKey(context, 'ann', { name: 'dashboard' });
  expect(apiKey).toMatchObject({ ownerId: 'ann', name: 'dashboard', prefix: key.slice(0, 14) });
  expect((await authenticate(context, key)).ownerId).toBe('ann');
});

it('never returns the key or its digest again', async () => {
  const { key } = await issueApiKey(context, 'ann');
  const shown = JSON.stringify([
    await listApiKeys(context, 'ann'),
    await authenticate(context, key),
  ]);
  expect(shown).not.toContain(key.slice(14));
  expect(shown).not.toContain('digest');
});

it('rejects unknown, mistyped, revoked and expired keys with the same error', async () => {
  const revoked = await issueApiKey(context, 'ann');
  await revokeApiKey(context, 'ann', revoked.apiKey.id);
  const expiring = await issueApiKey(context, 'ann', { expiresAt: new Date(now.getTime() + 1000) });
  expect(await authenticate(context, expiring.key)).toBeDefined();
  later(1000);

  for (const key of [revoked.key, expiring.key, makeKeyText(randomBytes), 'sitegrade_x', '']) {
    await expect(authenticate(context, key), key).rejects.toEqual(unauthorized);
  }
});

it('does not query the store for a malformed key', async () => {
  const apiKeys = {
    ...context.store.apiKeys,
    findByDigest: () => Promise.reject(new Error('asked')),
  };
  const deaf = { ...context, store: { ...context.store, apiKeys } };
  await expect(authenticate(deaf, 'sitegrade_mistyped')).rejects.toEqual(unauthorized);
});

it('records the last use at most once a minute', async () => {
  const { key } = await issueApiKey(context, 'ann');
  const lastUse = async () => (await listApiKeys(context, 'ann'))[0]?.lastUsedAt?.toISOString();
  expect(await lastUse()).toBeUndefined();
  await authenticate(context, key);
  expect(await lastUse()).toBe('2026-06-01T12:00:00.000Z');
  later(59_999);
  await authenticate(context, key);
  expect(await lastUse()).toBe('2026-06-01T12:00:00.000Z');
  later(1);
  await authenticate(context, key);
  expect(await lastUse()).toBe('2026-06-01T12:01:00.000Z');
});

const withRecordUse = (recordUse: () => Promise<void>): Context => {
  const apiKeys = { ...context.store.apiKeys, recordUse };
  return { ...context, store: { ...context.store, apiKeys } };
};

it.each([new SitegradeError('overloaded', 'Busy.'), new Error('gone')])(
  'answers a request whose use could not be recorded: %s',
  async (error) => {
    const { key } = await issueApiKey(context, 'ann');
    const busy = withRecordUse(() => Promise.reject(error));
    expect((await authenticate(busy, key)).ownerId).toBe('ann');
  },
);

it('does not wait for recording a use, and records one per key at a time', async () => {
  const { key } = await issueApiKey(context, 'ann');
  const other = await issueApiKey(context, 'ann');
  const pending: (() => void)[] = [];
  const slow = withRecordUse(() => new Promise((resolve) => pending.push(resolve)));
  for (let count = 0; count < 3; count += 1) await authenticate(slow, key);
  expect(pending).toHaveLength(1);
  await authenticate(slow, other.key);
  expect(pending).toHaveLength(2);
  pending[0]?.();
  await Promise.resolve();
  await authenticate(slow, key);
  expect(pending).toHaveLength(3);
});

it("lists and revokes only the owner's keys", async () => {
  const { key, apiKey } = await issueApiKey(context, 'ann');
  await issueApiKey(context, 'bob');
  expect(await listApiKeys(context, 'ann')).toHaveLength(1);
  await expect(revokeApiKey(context, 'bob', apiKey.id)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await authenticate(context, key)).toBeDefined();
});

it('counts the characters of a name, not their UTF-16 units', async () => {
  const name = '🙂'.repeat(100);
  expect((await issueApiKey(context, 'ann', { name })).apiKey.name).toBe(name);
});

it.each([
  [{ name: 'n'.repeat(101) }, 'name'],
  [{ name: '🙂'.repeat(101) }, 'name'],
  [{ name: 'a\0' }, 'name'],
  [{ expiresAt: new Date(Number.NaN) }, 'expiresAt'],
  [{ expiresAt: new Date('2026-06-01T12:00:00.000Z') }, 'expiresAt'],
])('rejects %o and names the field', async (input, field) => {
  await expect(issueApiKey(context, 'ann', input)).rejects.toMatchObject({
    code: 'invalid_input',
    issues: { [field]: [expect.any(String)] },
  });
});

it.each(['', 'a\0', '\ud800', 'ä'.repeat(128)])('rejects the owner id %j', async (ownerId) => {
  await expect(issueApiKey(context, ownerId)).rejects.toMatchObject({
    code: 'invalid_input',
    issues: { ownerId: [expect.any(String)] },
  });
});

it('uses the system clock and strong random bytes by default', () => {
  const before = Date.now();
  const now = contextDefaults.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  expect(contextDefaults.randomBytes(16)).toHaveLength(16);
});
