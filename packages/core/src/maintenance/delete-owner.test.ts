import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { continueDeletions } from './continue-deletions.ts';
import { deleteOwner } from './delete-owner.ts';

it('emits one event with what was deleted', async () => {
  const events: SitegradeEvent[] = [];
  const store = memoryStore();
  const context = createContext({ store, onEvent: (event) => events.push(event) });
  for (const domain of ['a.com', 'b.com', 'b.com']) {
    await store.reports.create(newReport({ ownerId: 'ann', domain }));
  }
  const deletion = {
    apiKeysCount: 0,
    jobsCount: 0,
    crawlsCount: 0,
    websitesCount: 2,
    reportsCount: 3,
  };
  expect(await deleteOwner(context, 'ann')).toEqual(deletion);
  expect(events).toEqual([{ type: 'owner.deleted', ownerId: 'ann', ...deletion }]);
});

it.each(['', 'a\0b', 'a'.repeat(256)])('rejects the owner id %j', async (ownerId) => {
  const context = createContext({ store: memoryStore() });
  await expect(deleteOwner(context, ownerId)).rejects.toMatchObject({ code: 'invalid_input' });
});

it('emits nothing if it fails, and can be called again', async () => {
  const events: SitegradeEvent[] = [];
  const store = memoryStore();
  await store.reports.create(newReport({ ownerId: 'ann' }));
  const error = new Error('lost');
  const failing = {
    ...store,
    maintenance: { ...store.maintenance, deleteHidden: () => Promise.reject(error) },
  };
  const onEvent = (event: SitegradeEvent) => events.push(event);
  await expect(deleteOwner(createContext({ store: failing, onEvent }), 'ann')).rejects.toBe(error);
  expect(events).toEqual([]);
  const { reportsCount } = await deleteOwner(createContext({ store, onEvent }), 'ann');
  expect(reportsCount).toBe(1);
});

it('continuing stops between two transactions when its signal aborts', async () => {
  const store = memoryStore();
  for (let made = 0; made < 35; made += 1) await store.reports.create(newReport());
  await store.maintenance.deleteOwned('owner-1', 'websites');
  const stopping = new AbortController();
  const { deleteHidden } = store.maintenance;
  const stoppingAfterOne = {
    ...store,
    maintenance: {
      ...store.maintenance,
      async deleteHidden(ownerId: string | undefined) {
        stopping.abort();
        return deleteHidden(ownerId);
      },
    },
  };
  const context = createContext({ store: stoppingAfterOne });
  const deleted = await continueDeletions(context, stopping.signal);
  expect(deleted).toBeGreaterThan(0);
  expect(deleted).toBeLessThan(35);
  expect(await continueDeletions(context, stopping.signal)).toBe(0);
  expect(await continueDeletions(createContext({ store }))).toBe(35 - deleted);
});
