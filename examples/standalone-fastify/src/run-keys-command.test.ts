import { randomBytes } from 'node:crypto';
import { createContext, issueApiKey, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/core/testing';
import { beforeEach, expect, it } from 'vitest';
import { runKeysCommand } from './run-keys-command.ts';

let store: Store;

beforeEach(async () => {
  store = memoryStore();
  // Its keys were issued long ago.
  const context = createContext({ store, randomBytes, now: () => new Date('2001-01-01') });
  await issueApiKey(context, 'ann', { name: 'works' });
  await issueApiKey(context, 'ann', { name: 'expired', expiresAt: new Date('2001-02-01') });
  await issueApiKey(context, 'bob', { name: 'to be revoked' });
});

/** The state of each key, by its name. */
async function states(): Promise<Readonly<Record<string, string>>> {
  const [, ...lines] = (await runKeysCommand(store, { action: 'list' })).trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, state = ''] = line.split(/ {2,}/);
      return [JSON.parse(line.slice(line.lastIndexOf('  ') + 2)), state];
    }),
  );
}

it('tells keys that work from those that have expired and those that are revoked', async () => {
  expect(await states()).toEqual({ works: 'works', expired: 'expired', 'to be revoked': 'works' });
  const { id } = (await store.apiKeys.list('bob'))[0] ?? { id: 0 };
  const done = await runKeysCommand(store, { action: 'revoke', id });
  expect(done).toBe(`Key ${id} of "bob" is revoked: it works for no request from now on.\n`);
  expect((await store.apiKeys.list('bob'))[0]?.revokedAt).toBeInstanceOf(Date);
  expect((await states())['to be revoked']).toBe('revoked');
  expect(await runKeysCommand(store, { action: 'revoke', id })).toContain('was revoked already');
});

it('writes names so that none moves the cursor or begins a line', async () => {
  const context = createContext({ store });
  await issueApiKey(context, 'eve', { name: '\x1b[2J\n9  works' });
  const text = await runKeysCommand(store, { action: 'list', owner: 'eve' });
  expect(text).toContain(String.raw`"\u001b[2J\n9  works"`);
  expect(text.trimEnd().split('\n')).toHaveLength(2);
});
