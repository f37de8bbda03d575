import type { Website } from '@sitegrade/core';
import { describe, expect, it } from 'vitest';
import { expectExactCounters } from './expect-exact-counters.ts';
import { allReports } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const updatedAt = new Date('2027-08-09T10:11:12.131Z');

/** Websites that are changed or deleted only if they have not changed. */
export function describeStoreWebsiteConditions(harness: StoreHarness): void {
  describe('website conditions', () => {
    const store = useStore(harness);

    const newWebsite = async (): Promise<Website> => {
      const { websiteId } = await store().reports.create(newReport());
      const website = await store().websites.find(ownerId, websiteId);
      if (website === undefined) throw new Error('A report has a website.');
      return website;
    };
    const find = (id: number) => store().websites.find(ownerId, id);
    const asSeen = (seen: Website) => (current: Website) =>
      current.updatedAt.getTime() === seen.updatedAt.getTime();

    it('get the current website', async () => {
      const website = await newWebsite();
      const asked: Website[] = [];
      const condition = (result: boolean) => (current: Website) => {
        asked.push(current);
        return result;
      };
      const change = { privacy: 'public', updatedAt } as const;
      await store().websites.update(ownerId, website.id, change, condition(true));
      const changed = await find(website.id);
      expect(changed).toMatchObject(change);
      await store().websites.delete(ownerId, website.id, condition(false));
      expect(asked).toEqual([website, changed]);
    });

    it('that are not met change nothing', async () => {
      const website = await newWebsite();
      const change = { privacy: 'public', updatedAt } as const;
      const never = () => false;
      const failed = { outcome: 'condition_failed' };
      expect(await store().websites.update(ownerId, website.id, change, never)).toEqual(failed);
      expect(await store().websites.delete(ownerId, website.id, never)).toEqual(failed);
      expect(await find(website.id)).toEqual(website);
      expect(await allReports(store(), ownerId)).toHaveLength(1);
      await expectExactCounters(store(), ownerId);
    });

    it('are checked before a missing password, and after a missing website', async () => {
      const { id } = await newWebsite();
      const change = { privacy: 'password', updatedAt } as const;
      const outcome = async (owner: string, result: boolean) =>
        (await store().websites.update(owner, id, change, () => result)).outcome;
      expect(await outcome(ownerId, false)).toBe('condition_failed');
      expect(await outcome(ownerId, true)).toBe('password_required');
      expect(await outcome('owner-2', false)).toBe('missing');
      const deleted = await store().websites.delete('owner-2', id, () => false);
      expect(deleted).toEqual({ outcome: 'missing' });
    });

    it('let one of many concurrent updates of the same state succeed', async () => {
      const website = await newWebsite();
      const updates = Array.from({ length: 20 }, (_, index) => {
        const change = { privacy: index % 2 ? 'public' : 'private', updatedAt } as const;
        return store().websites.update(ownerId, website.id, change, asSeen(website));
      });
      const outcomes = (await Promise.all(updates)).map(({ outcome }) => outcome).toSorted();
      expect(outcomes).toEqual([...Array(19).fill('condition_failed'), 'updated']);
    });

    it('keep a website that got another report in between', async () => {
      for (let round = 0; round < 10; round += 1) {
        const website = await newWebsite();
        const count = website.reportsCount;
        const before = (await allReports(store(), ownerId)).length;
        const [deletion, ...made] = await Promise.all([
          store().websites.delete(ownerId, website.id, (now) => now.reportsCount === count),
          store().reports.create(newReport()),
          store().reports.create(newReport()),
        ]);
        const after = (await allReports(store(), ownerId)).map(({ id }) => id);
        expect(after).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
        expect(after).toHaveLength((deletion.outcome === 'deleted' ? 0 : before) + made.length);
      }
      await expectExactCounters(store(), ownerId);
    });

    it('can distinguish two updates in the same millisecond, or with an earlier clock', async () => {
      const { id } = await newWebsite();
      const earlier = new Date(updatedAt.getTime() - 5_000);
      const times: (number | undefined)[] = [];
      for (const time of [updatedAt, updatedAt, earlier]) {
        const change = { privacy: 'password', passwordHash: '$hash$', updatedAt: time } as const;
        await store().websites.update(ownerId, id, change);
        times.push((await find(id))?.updatedAt.getTime());
      }
      expect(times).toEqual([0, 1, 2].map((more) => updatedAt.getTime() + more));
    });
  });
}
