import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const owner = 'owner-1';
const image = Uint8Array.from({ length: 500 }, (_, index) => index % 256);

/** Pictures of reports belong to their report and their owner, and are as many as are kept. */
export function describeStoreScreenshots(harness: StoreHarness): void {
  describe('pictures of reports', () => {
    const store = useStore(harness);

    const add = async (part: Parameters<typeof newReport>[0] = {}) =>
      (await store().reports.create(newReport({ ownerId: owner, ...part }))).id;
    const keep = (id: number, most = 10, ownerId = owner, picture = image) =>
      store().reports.keepScreenshot(ownerId, id, picture, most);
    const find = (id: number, ownerId = owner) => store().reports.findScreenshot(ownerId, id);

    it('are returned as they were kept, to their owner', async () => {
      const [id, other] = [await add(), await add()];
      await keep(id);
      const found = await find(id);
      expect(found && [...found]).toEqual([...image]);
      expect(await find(other)).toBeUndefined();
      expect(await find(id, 'owner-2')).toBeUndefined();
      expect(await find(999_999)).toBeUndefined();
      expect(await find(0.5)).toBeUndefined();
    });

    it('are kept once for each report, and for none of others', async () => {
      const id = await add();
      await keep(id);
      await keep(id, 10, owner, Uint8Array.of(1));
      await keep(id, 10, 'owner-2', Uint8Array.of(2));
      expect((await find(id))?.length).toBe(500);
      await keep(999_999);
      expect(await find(999_999)).toBeUndefined();
      expect(await find(id, 'owner-2')).toBeUndefined();
    });

    it('are the newest of each owner', async () => {
      const ids = [await add(), await add(), await add(), await add()];
      const foreign = await add({ ownerId: 'owner-2' });
      await keep(foreign, 2, 'owner-2');
      for (const id of ids) await keep(id, 2);
      const left = await Promise.all(ids.map(async (id) => (await find(id)) !== undefined));
      expect(left).toEqual([false, false, true, true]);
      expect(await find(foreign, 'owner-2')).toBeDefined();
      // One that is older than all that are kept is not.
      await keep(ids[0] ?? 0, 2);
      expect(await find(ids[0] ?? 0)).toBeUndefined();
    });

    it('are deleted with their report, their website, and what is outdated', async () => {
      const [one, pruned, kept] = [await add(), await add(), await add()];
      const website = (await store().reports.find(owner, one))?.websiteId ?? 0;
      for (const id of [one, pruned, kept]) await keep(id);
      await store().reports.delete(owner, one);
      expect(await find(one)).toBeUndefined();
      await store().maintenance.deleteOutdated({ keepPerUrl: 1, after: '', limit: 100 });
      expect(await find(pruned)).toBeUndefined();
      expect(await find(kept)).toBeDefined();
      await store().websites.delete(owner, website);
      expect(await find(kept)).toBeUndefined();
      let isDone = false;
      while (!isDone) ({ isDone } = await store().maintenance.deleteHidden(owner));
      expect(await find(kept)).toBeUndefined();
    });

    it('are not left by a report that is deleted while one is kept', async () => {
      for (let round = 0; round < 20; round += 1) {
        const id = await add();
        await Promise.all([keep(id), store().reports.delete(owner, id)]);
        expect(await find(id)).toBeUndefined();
      }
    });
  });
}
