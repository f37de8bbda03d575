import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { listOwners } from './list-owners.ts';

it('lists a hundred owners, or as many as it is asked for, and continues after one', async () => {
  const store = memoryStore();
  const context = createContext({ store });
  const names = Array.from({ length: 101 }, (_, index) => String(1_000 + index));
  for (const ownerId of names) await store.reports.create(newReport({ ownerId }));
  const idsOf = async (input?: Parameters<typeof listOwners>[1]) =>
    (await listOwners(context, input)).map(({ ownerId }) => ownerId);
  expect(await idsOf()).toEqual(names.slice(0, 100));
  expect(await idsOf({ after: '1099' })).toEqual(['1100']);
  expect(await idsOf({ limit: 1_000 })).toEqual(names);
  expect(await idsOf({ after: '1000', limit: 1 })).toEqual(['1001']);
});

it.each([
  [{ limit: 0 }, 'limit'],
  [{ limit: 1_001 }, 'limit'],
  [{ limit: 1.5 }, 'limit'],
  [{ after: 'a\0' }, 'after'],
  [{ after: 1 as never }, 'after'],
])('rejects %j', async (input, field) => {
  const context = createContext({ store: memoryStore() });
  await expect(listOwners(context, input)).rejects.toMatchObject({
    code: 'invalid_input',
    issues: { [field]: [expect.any(String)] },
  });
});
