import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { sharedIssues } from './shared-issues.ts';

/** A context that counts how often outlines are read, which is twice for every search. */
function countedContext() {
  const store = memoryStore();
  let reads = 0;
  const { readOutlines } = store.reports;
  const reports: typeof store.reports = {
    ...store.reports,
    readOutlines: async (...query) => {
      reads += 1;
      return readOutlines(...query);
    },
  };
  const context = createContext({ store: { ...store, reports } });
  const find = async (id: number) => {
    const website = await store.websites.find('ann', id);
    if (website === undefined) throw new Error('There is no website.');
    return sharedIssues(context, { ownerId: 'ann', website });
  };
  const add = async (domain: string) =>
    (await store.reports.create(newReport({ ownerId: 'ann', domain }))).websiteId;
  return { store, add, find, searches: () => reads / 2 };
}

it('searches once for visitors at the same time and later, until the reports change', async () => {
  const { add, find, searches } = countedContext();
  const id = await add('a.com');
  const [first, second] = await Promise.all([find(id), find(id)]);
  expect(second).toBe(first);
  expect(await find(id)).toBe(first);
  expect(searches()).toBe(1);
  await add('a.com');
  await find(id);
  expect(searches()).toBe(2);
});

it('keeps the issues of a few websites only', async () => {
  const { add, find, searches } = countedContext();
  const ids = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => add(`${name}.com`)));
  for (const id of ids) await find(id);
  expect(searches()).toBe(5);
  await find(ids[4] ?? 0);
  expect(searches()).toBe(5);
  await find(ids[0] ?? 0);
  expect(searches()).toBe(6);
});

it('does not keep an error', async () => {
  const { store, add, find } = countedContext();
  const id = await add('a.com');
  const website = await store.websites.find('ann', id);
  if (website === undefined) throw new Error('There is no website.');
  let failing = true;
  const websites: typeof store.websites = {
    ...store.websites,
    find: async (...of) => {
      if (failing) throw new Error('gone');
      return store.websites.find(...of);
    },
  };
  const context = createContext({ store: { ...store, websites } });
  const given = { ownerId: 'ann', website };
  await expect(sharedIssues(context, given)).rejects.toThrow('gone');
  failing = false;
  expect((await sharedIssues(context, given)).source).toMatchObject({ kind: 'reports', pages: 1 });
  expect((await find(id)).issues.length).toBeGreaterThan(0);
});
