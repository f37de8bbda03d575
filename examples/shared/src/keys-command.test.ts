import { randomBytes } from 'node:crypto';
import { createContext, issueApiKey, memoryStore, type Store } from '@sitegrade/core';
import { beforeEach, expect, it } from 'vitest';
import { parseKeysCommand, runKeysCommand } from './keys-command.ts';

const issue = ['issue', '--owner', 'ann', '--name', 'x'];

it.each([
  [issue, { action: 'issue', owner: 'ann', name: 'x' }],
  [
    [...issue, '--expires', '2999-01-31'],
    { action: 'issue', owner: 'ann', name: 'x', expiresAt: new Date('2999-01-31T00:00:00Z') },
  ],
  [
    [...issue, '--expires=2999-01-31T12:30Z'],
    { action: 'issue', owner: 'ann', name: 'x', expiresAt: new Date('2999-01-31T12:30:00Z') },
  ],
  [['list'], { action: 'list' }],
  [['list', '--owner', 'ann'], { action: 'list', owner: 'ann' }],
  [['revoke', '7'], { action: 'revoke', id: 7 }],
])('reads %j', (args, expected) => {
  expect(parseKeysCommand(args)).toEqual(expected);
});

it.each([
  [[], 'issue, list or revoke'],
  [['erase'], '"erase" must be issue, list or revoke.'],
  [['toString'], '"toString" must be'],
  [['issue', '--owner', 'ann'], 'issue needs --name.'],
  [['issue', '--name', 'x'], 'issue needs --owner.'],
  [[...issue, '--expires', '31.1.2999'], '--expires is "31.1.2999"; use'],
  [[...issue, '--expires', '2999-02-30'], '--expires is "2999-02-30"; use'],
  [[...issue, '--expires', '2999-01-31T25:00Z'], '--expires is'],
  [['list', '--name', 'x'], 'list has no option --name.'],
  [['list', 'ann'], 'Unexpected argument "ann"'],
  [['list', '--all'], "'--all'"],
  [['revoke'], 'revoke needs the ID'],
  [['revoke', '1e3'], 'revoke needs the ID'],
  [['revoke', '99999999999999999'], 'revoke needs the ID'],
  [['revoke', '1', '2'], 'Unexpected argument "2"'],
])('refuses %j with the reason', (args, message) => {
  expect(() => parseKeysCommand(args)).toThrow(message);
});

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
  const [, ...lines] = (await runKeysCommand(store, { action: 'list' })).trimEnd().split('\n');
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
  const done = await runKeysCommand(store, { action: 'revoke', id });
  expect(done).toBe(`Key ${id} of "bob" is revoked: no request can use it any more.\n`);
  expect((await store.apiKeys.list('bob'))[0]?.revokedAt).toBeInstanceOf(Date);
  expect((await states())['to be revoked']).toBe('revoked');
  expect(await runKeysCommand(store, { action: 'revoke', id })).toContain('was already revoked');
});

it('escapes control characters in names', async () => {
  const context = createContext({ store });
  await issueApiKey(context, 'eve', { name: '\x1b[2J\n9  works' });
  const text = await runKeysCommand(store, { action: 'list', owner: 'eve' });
  expect(text).toContain(String.raw`"\u001b[2J\n9  works"`);
  expect(text.trimEnd().split('\n')).toHaveLength(2);
});
