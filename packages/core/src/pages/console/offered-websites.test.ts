import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../../context/create-context.ts';
import { offeredWebsites } from './offered-websites.ts';

const ownerId = 'ann';

it('offers the first 500 websites by domain, and those that were chosen', async () => {
  const store = memoryStore();
  const context = createContext({ store });
  const add = (domain: string, owner = ownerId) =>
    store.reports.create(newReport({ ownerId: owner, domain, url: `https://${domain}/` }));
  for (let index = 599; index >= 100; index -= 1) await add(`site-${index}.example`);
  const offered = await offeredWebsites(context, ownerId, []);
  expect([offered.websites.length, offered.isCut]).toEqual([500, false]);
  expect(offered.websites[0]?.domain).toBe('site-100.example');

  const { websiteId } = await add('z.example');
  const { websiteId: foreign } = await add('foreign.example', 'bob');
  const listed = offered.websites[0]?.id;
  const chosen = ['x', '-1', '1.5', '', '999999', foreign, listed, websiteId, websiteId].map(
    String,
  );
  const more = await offeredWebsites(context, ownerId, chosen);
  expect([more.websites.length, more.isCut]).toEqual([501, true]);
  expect(more.websites.filter(({ id }) => id === websiteId)).toHaveLength(1);
  expect((await offeredWebsites(context, ownerId, [])).websites).toEqual(offered.websites);
});
