import { createContext, deleteExpiredIdempotencyKeys } from '@sitegrade/core';
import type { Attempt } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { expectExactCounters } from './expect-exact-counters.ts';
import { allReports, allWebsites } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const begun = { outcome: 'begun' } as const;

/** A time in seconds since an arbitrary start. */
const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

/** Keys of requests that take effect once: reserving, assigning to a report, releasing. */
export function describeStoreIdempotency(harness: StoreHarness): void {
  describe('idempotency keys', () => {
    const store = useStore(harness);

    /** An attempt from one second to another. */
    const begin = (attempt: Partial<Attempt> = {}, from = 0, to = from + 60, fingerprint = 'f') =>
      store().idempotencyKeys.begin({
        ...attemptOf(attempt),
        fingerprint,
        begunAt: at(from),
        expiresAt: at(to),
      });
    const release = (attempt: Partial<Attempt> = {}) =>
      store().idempotencyKeys.release(attemptOf(attempt));
    const createOnce = (attempt: Partial<Attempt> = {}, to = 86_400) =>
      store().reports.createOnce(newReport({ ownerId: attempt.ownerId ?? ownerId }), {
        ...attemptOf(attempt),
        expiresAt: at(to),
      });
    const underWay = { outcome: 'taken', fingerprint: 'f', made: null };

    it('belong to the attempt that reserved them, until it releases them', async () => {
      expect(await begin()).toEqual(begun);
      expect(await begin({ token: 'other' })).toEqual(underWay);
      expect(await begin({ token: 'other' }, 1, 61, 'g')).toEqual(underWay);
      await release();
      expect(await begin({ token: 'other' }, 2, 62, 'g')).toEqual(begun);
      expect(await begin()).toEqual({ ...underWay, fingerprint: 'g' });
    });

    it('are free after they expire', async () => {
      await begin();
      expect(await begin({ token: 'other' }, 59.999)).toEqual(underWay);
      expect(await begin({ token: 'other' }, 60)).toEqual(begun);
      await createOnce({ token: 'other' });
      expect(await begin({ token: 'third' }, 86_399)).toMatchObject({ outcome: 'taken' });
      expect(await begin({ token: 'third' }, 86_400)).toEqual(begun);
      expect(await begin({ token: 'fourth' }, 86_401)).toEqual(underWay);
    });

    it('belong to the report after it is created', async () => {
      await begin();
      const report = await createOnce();
      expect(report).toBeDefined();
      expect(await store().reports.find(ownerId, report?.id ?? 0)).toEqual(report);
      expect(await begin({ token: 'other' })).toEqual({
        ...underWay,
        made: { kind: 'report', id: report?.id },
      });
      await expectExactCounters(store(), ownerId);
    });

    it('stay with the report when an attempt releases them, and when it is deleted', async () => {
      await begin();
      const report = await createOnce();
      const taken = { ...underWay, made: { kind: 'report', id: report?.id } };
      await release();
      expect(await begin({ token: 'other' })).toEqual(taken);
      await store().reports.delete(ownerId, report?.id ?? 0);
      expect(await begin({ token: 'other' })).toEqual(taken);
      await store().websites.delete(ownerId, report?.websiteId ?? 0);
      expect(await begin({ token: 'other' })).toEqual(taken);
    });

    it('store nothing for an attempt that no longer holds its key', async () => {
      expect(await createOnce()).toBeUndefined();
      await begin();
      await begin({ token: 'other' }, 60);
      expect(await createOnce()).toBeUndefined();
      await release({ token: 'other' });
      expect(await createOnce({ token: 'other' })).toBeUndefined();
      expect(await allReports(store(), ownerId)).toEqual([]);
      expect(await allWebsites(store(), ownerId)).toEqual([]);
      await expectExactCounters(store(), ownerId);
    });

    it('create one report if an attempt creates it twice', async () => {
      await begin();
      const twice = await Promise.all([createOnce(), createOnce()]);
      expect(twice.filter((report) => report !== undefined)).toHaveLength(1);
      expect(await allReports(store(), ownerId)).toHaveLength(1);
    });

    it('still belong to a late attempt if no other attempt took the key', async () => {
      await begin({}, 0, 1);
      const report = await createOnce({}, 9_000);
      expect(await begin({ token: 'other' }, 8_999)).toMatchObject({
        made: { kind: 'report', id: report?.id },
      });
    });

    it('are not released by another attempt', async () => {
      await begin();
      await release({ token: 'other' });
      await release({ key: 'other' });
      await release({ ownerId: 'owner-2' });
      expect(await begin({ token: 'other' })).toEqual(underWay);
    });

    it('belong to one owner, and are compared exactly', async () => {
      const texts = ['a', 'A', 'a ', ' a', `'"%_\\`, '1', '1.0', '~'.repeat(255), 'ä'];
      for (const text of texts) {
        expect(await begin({ key: text })).toEqual(begun);
        expect(await begin({ ownerId: text })).toEqual(begun);
      }
      const report = await createOnce({ ownerId: 'a' });
      expect(await begin({ ownerId: 'a', token: 'other' })).toMatchObject({
        made: { kind: 'report', id: report?.id },
      });
      expect(await begin({ ownerId: 'A', token: 'other' })).toEqual(underWay);
      expect(await begin({ key: 'a', token: 'other' })).toEqual(underWay);
    });

    it('are reserved by one of many concurrent attempts, also after they expire', async () => {
      for (const from of [0, 100]) {
        const tokens = Array.from({ length: 50 }, (_, index) => `${from}-${index}`);
        const outcomes = await Promise.all(tokens.map((token) => begin({ token }, from)));
        expect(outcomes.filter(({ outcome }) => outcome === 'begun')).toHaveLength(1);
        for (const outcome of outcomes) expect([begun, underWay]).toContainEqual(outcome);
      }
    });

    it('are reserved by one of many concurrent attempts that release them repeatedly', async () => {
      let holders = 0;
      const rounds = Array.from({ length: 10 }, async (_, index) => {
        const token = `${index}`;
        for (let round = 0; round < 10; round += 1) {
          if ((await begin({ token })).outcome === 'taken') continue;
          holders += 1;
          expect(holders).toBe(1);
          await createOnce({ key: 'of no one' });
          holders -= 1;
          await release({ token });
        }
      });
      await Promise.all(rounds);
      expect(await begin({ token: 'last' })).toEqual(begun);
    });

    it('are deleted by maintenance once expired, and no sooner', async () => {
      for (let index = 0; index < 230; index += 1) {
        await begin({ key: `old-${index}` }, 0, index % 2 ? 10 : 20);
      }
      await begin({ key: 'done' });
      const report = await createOnce({ key: 'done' });
      await begin({ key: 'new' }, 0, 21);
      const context = createContext({ store: store(), now: () => at(20) });

      const query = { expiredAt: at(19), limit: 7 };
      const part = { deleted: 7, isDone: false };
      expect(await store().maintenance.deleteExpiredIdempotencyKeys(query)).toEqual(part);
      expect(await deleteExpiredIdempotencyKeys(context)).toBe(223);
      expect(await deleteExpiredIdempotencyKeys(context)).toBe(0);
      expect(await begin({ key: 'new', token: 'other' })).toEqual(underWay);
      expect(await begin({ key: 'done', token: 'other' })).toMatchObject({
        made: { kind: 'report', id: report?.id },
      });
      expect(await createOnce({ key: 'old-1' })).toBeUndefined();
      expect(await store().reports.find(ownerId, report?.id ?? 0)).toEqual(report);
    });

    it('can be reserved and deleted concurrently', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
      for (const key of keys) await begin({ key, token: 'old' }, 0, 10);
      const query = { expiredAt: at(10), limit: 50 };
      await Promise.all([
        store().maintenance.deleteExpiredIdempotencyKeys(query),
        ...keys.map((key) => begin({ key, token: 'new' }, 10)),
        store().maintenance.deleteExpiredIdempotencyKeys(query),
      ]);
      for (const key of keys) {
        expect(await begin({ key, token: 'other' }, 11)).toEqual(underWay);
        expect(await createOnce({ key, token: 'old' })).toBeUndefined();
      }
    });
  });
}

function attemptOf(part: Partial<Attempt>): Attempt {
  return { ownerId, key: 'a key', token: 'this', ...part };
}
