import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { deleteWebsite } from './delete-website.ts';

/** A website with 15 reports, in a store that fails to delete the rest of its reports. */
async function websiteWhoseRestFails(error: Error) {
  const store = memoryStore();
  let id = 0;
  for (let made = 0; made < 15; made += 1) {
    ({ websiteId: id } = await store.reports.create(newReport({ ownerId: 'ann' })));
  }
  const { maintenance } = store;
  const events: SitegradeEvent[] = [];
  const context = createContext({
    store: { ...store, maintenance: { ...maintenance, deleteHidden: () => Promise.reject(error) } },
    onEvent: (event) => events.push(event),
  });
  return { context, store, id, events };
}

it('succeeds if the database is not available after the website was deleted', async () => {
  const unavailable = new SitegradeError('overloaded', 'The database is not available.');
  const { context, store, id, events } = await websiteWhoseRestFails(unavailable);
  await deleteWebsite(context, 'ann', id);
  expect(events).toMatchObject([{ type: 'website.deleted', websiteId: id, reportsCount: 15 }]);
  expect(await store.websites.find('ann', id)).toBeUndefined();

  const next = await store.reports.create(newReport({ ownerId: 'ann' }));
  await deleteWebsite(createContext({ store }), 'ann', next.websiteId);
  expect(await store.maintenance.deleteHidden(undefined)).toEqual({ deleted: 0, isDone: true });
});

it('reports a bug in the store, after the event', async () => {
  const error = new Error('a bug');
  const { context, id, events } = await websiteWhoseRestFails(error);
  await expect(deleteWebsite(context, 'ann', id)).rejects.toBe(error);
  expect(events).toMatchObject([{ type: 'website.deleted' }]);
});
