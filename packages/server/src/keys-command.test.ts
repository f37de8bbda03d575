import { randomBytes } from 'node:crypto';
import { createContext, issueApiKey, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, expect, it } from 'vitest';
import { listKeys, revokeKey } from './keys-command.ts';

let store: Store;

beforeEach(async () => {
  store = memoryStore();
  // The keys were issued long ago.
  const context = createContext({ store, randomBytes, now: () => new Date('2001-01-01') });
  await issueApiKey(context, 'ann', { name: 'works' });
  await issueApiKey(context, 'ann', { name: 'expired', expiresAt: new Date('2001-02-01') });
  await issueApiKey(context, 'bob', { name: 'to be revoked' });
});

/** The state of each key, by its name. */
async function states(): Promise<Readonly<Record<string, string>>> {
  const [, ...lines] = (await listKeys(store, new Date())).trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, state = ''] = line.split(/ {2,}/);
      return [JSON.parse(line.slice(line.lastIndexOf('  ') + 2)), state];
    }),
  );
}

it('shows which keys work, have expired or are revoked', async () => {
  expect(await states()).toEqual({ works: 'works', expired: 'expired', 'to be revoked': 'works' });
  const { id } = (await store.apiKeys.list('bob'))[0] ?? { id: 0 };
  const context = createContext({ store });
  expect(await revokeKey(context, id)).toBe(
    `Key ${id} of "bob" is revoked: no request can use it any more.\n`,
  );
  expect((await store.apiKeys.list('bob'))[0]?.revokedAt).toBeInstanceOf(Date);
  expect((await states())['to be revoked']).toBe('revoked');
  expect(await revokeKey(context, id)).toContain('was already revoked');
  await expect(revokeKey(context, 77)).rejects.toThrow('There is no key 77.');
});

it('escapes what would be hidden in names', async () => {
  const name = '\x1b[2J\n9  works\u202e';
  await issueApiKey(createContext({ store }), 'eve\ufeff', { name });
  const text = await listKeys(store, new Date(), 'eve\ufeff');
  expect(text).toContain(String.raw`"eve\ufeff"  "\u001b[2J\n9  works\u202e"`);
  expect(text.trimEnd().split('\n')).toHaveLength(2);
});
