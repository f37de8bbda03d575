import type { AcceptedListQuery } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { accept, newAccepted, newPattern, newPlace } from './accepted-fixture.ts';
import { createWebsite } from './schedule-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const all = { start: { page: 1 }, perPage: 100, sortBy: 'id', sort: 'asc' } as const;

/** Accepted findings of websites. */
export function describeStoreAccepted(harness: StoreHarness): void {
  describe('accepted findings', () => {
    const store = useStore(harness);
    const accepted = () => store().accepted;
    const list = (websiteId: number, query: Partial<AcceptedListQuery> = {}, owner = ownerId) =>
      accepted().list(owner, websiteId, { ...all, ...query });
    const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

    it('are stored with all that was given, in order', async () => {
      const websiteId = await createWebsite(store());
      const reason = 'ü "語"\n\t🙂';
      const findings = [
        newPlace(2, { reason, expires: '2027-01-31', path: '/ü?a=%20', quote: '<a title="語">' }),
        newPattern('/*?x$', { check: 'h1' }),
        newPlace(1, { quote: null }),
      ];
      const given = newAccepted(websiteId, findings);
      const setting = await accepted().accept(given);
      const times = { createdAt: given.acceptedAt, updatedAt: given.acceptedAt };
      const expected = findings.map((finding) => ({
        ...finding,
        ...times,
        websiteId,
        id: expect.any(Number),
      }));
      expect(setting).toEqual({ outcome: 'accepted', findings: expected, created: 3 });
      const { rows, total, totalRelation } = await list(websiteId);
      expect([total, totalRelation]).toEqual([3, 'eq']);
      expect(rows).toHaveLength(3);
      if (setting.outcome !== 'accepted') return;
      expect(rows).toEqual(setting.findings.toSorted((a, b) => a.id - b.id));
      for (const row of rows) {
        expect(await accepted().find(ownerId, websiteId, row.id)).toEqual(row);
      }
    });

    it('are replaced by those of the same fingerprint, or without one of the same check and path', async () => {
      const websiteId = await createWebsite(store());
      const before = await accept(store(), websiteId, [newPlace(1), newPattern('/a')]);
      const part = { reason: 'Another.', expires: '2030-12-31' };
      const acceptedAt = new Date('2026-05-02T03:04:05.678Z');
      const again = newAccepted(
        websiteId,
        [newPattern('/a', part), newPlace(2), newPlace(1, { ...part, quote: 'b', path: '/b' })],
        { acceptedAt },
      );
      const setting = await accepted().accept(again);
      if (setting.outcome !== 'accepted') throw new Error(setting.outcome);
      expect(setting.created).toBe(1);
      const changed = { ...part, updatedAt: acceptedAt };
      expect(setting.findings).toEqual([
        { ...before[1], ...changed },
        expect.objectContaining({ createdAt: acceptedAt }),
        { ...before[0], ...changed, quote: 'b', path: '/b' },
      ]);
      expect((await list(websiteId)).total).toBe(3);
      // The same of another check, path or website is another one.
      await accept(store(), websiteId, [newPattern('/a', { check: 'h1' }), newPattern('/A')]);
      const other = await createWebsite(store(), 'other.com');
      await accept(store(), other, [newPlace(1), newPattern('/a')]);
      expect([(await list(websiteId)).total, (await list(other)).total]).toEqual([5, 2]);
    });

    it('are listed in pages by their id, and found by a part of their path', async () => {
      const websiteId = await createWebsite(store());
      await accept(store(), await createWebsite(store(), 'other.com'), [newPlace(99)]);
      const places = Array.from({ length: 25 }, (_, index) =>
        newPlace(index, { path: index % 5 === 0 ? '/Shop/%' : '/blog_' }),
      );
      const ids = idsOf(await accept(store(), websiteId, places)).toSorted((a, b) => a - b);
      const part = { perPage: 10 } as const;
      expect(await list(websiteId, { ...part, start: { page: 3 } })).toMatchObject({
        rows: ids.slice(20).map((id) => ({ id })),
        total: 25,
      });
      const newest = await list(websiteId, { ...part, sort: 'desc' });
      expect(idsOf(newest.rows)).toEqual(ids.toReversed().slice(0, 10));
      const after = { key: ids[4] ?? 0, id: ids[4] ?? 0 };
      expect(idsOf((await list(websiteId, { ...part, start: { after } })).rows)).toEqual(
        ids.slice(5, 15),
      );
      const start = { before: { key: ids[15] ?? 0, id: ids[15] ?? 0 } };
      expect(idsOf((await list(websiteId, { ...part, start })).rows)).toEqual(ids.slice(5, 15));
      expect(await list(websiteId, { search: 'sHOP/%' })).toMatchObject({ total: 5 });
      expect(await list(websiteId, { search: '%' })).toMatchObject({ total: 5 });
      expect(await list(websiteId, { search: 'none' })).toEqual({
        rows: [],
        total: 0,
        totalRelation: 'eq',
      });
    });

    it('are found by the fingerprints and the checks of a page', async () => {
      const websiteId = await createWebsite(store());
      const stored = await accept(store(), websiteId, [
        ...[newPlace(1), newPlace(2), newPlace(3, { expires: '2020-01-01' })],
        ...[newPattern('/a'), newPattern('/b'), newPattern('/a', { check: 'h1' })],
      ]);
      await accept(store(), await createWebsite(store(), 'other.com'), [
        ...[newPlace(1), newPattern('/a')],
      ]);
      const matching = async (fingerprints: readonly number[], checks: readonly string[]) => {
        const query = {
          fingerprints: fingerprints.map((index) => newPlace(index).fingerprint ?? ''),
          checks,
        };
        return accepted().matching(ownerId, websiteId, query);
      };
      const pick = (...indexes: readonly number[]) => indexes.map((index) => stored[index]);
      const sorted = (rows: ReturnType<typeof pick>) =>
        rows.toSorted((a, b) => (a?.id ?? 0) - (b?.id ?? 0));
      expect(await matching([3, 1, 9], [])).toEqual(sorted(pick(0, 2)));
      expect(await matching([], ['image-alt', 'title'])).toEqual(sorted(pick(3, 4)));
      expect(await matching([2], ['h1'])).toEqual(sorted(pick(1, 5)));
      expect(await matching([], [])).toEqual([]);
      expect(
        await accepted().matching(ownerId, websiteId, {
          fingerprints: ['image-alt /a'],
          checks: [],
        }),
      ).toEqual([]);
    });

    it('are deleted one by one', async () => {
      const websiteId = await createWebsite(store());
      const [first, second] = await accept(store(), websiteId, [newPlace(1), newPlace(2)]);
      const id = first?.id ?? 0;
      expect(await accepted().delete(ownerId, websiteId, id)).toBe(true);
      expect(await accepted().delete(ownerId, websiteId, id)).toBe(false);
      expect(await accepted().find(ownerId, websiteId, id)).toBeUndefined();
      expect((await list(websiteId)).rows).toEqual([second]);
      const [again] = await accept(store(), websiteId, [newPlace(1)]);
      expect(again?.id).toBeGreaterThan(second?.id ?? 0);
    });

    it('are those of the website and its owner only', async () => {
      const websiteId = await createWebsite(store());
      const other = await createWebsite(store(), 'other.com');
      const [stored] = await accept(store(), websiteId, [newPlace(1), newPattern('/')]);
      const id = stored?.id ?? 0;
      const query = { fingerprints: [newPlace(1).fingerprint ?? ''], checks: ['image-alt'] };
      for (const [owner, website] of [
        ['owner-2', websiteId],
        ['OWNER-1', websiteId],
        ...[other, websiteId + 99, 0, -1, 1.5, Number.NaN, 2 ** 53].map(
          (unknown) => [ownerId, unknown] as const,
        ),
      ] as const) {
        expect(await accepted().find(owner, website, id)).toBeUndefined();
        expect(await accepted().delete(owner, website, id)).toBe(false);
        expect(await list(website, {}, owner)).toMatchObject({ rows: [], total: 0 });
        expect(await accepted().matching(owner, website, query)).toEqual([]);
        if (website === other) continue;
        const given = newAccepted(website, [newPlace(2)], { ownerId: owner });
        expect(await accepted().accept(given)).toEqual({ outcome: 'missing' });
      }
      for (const unknown of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
        expect(await accepted().find(ownerId, websiteId, unknown)).toBeUndefined();
        expect(await accepted().delete(ownerId, websiteId, unknown)).toBe(false);
      }
      expect((await list(websiteId)).total).toBe(2);
    });

    it('do not exceed the quota of their owner, also of requests at once', async () => {
      const websites: number[] = [];
      for (const index of [0, 1, 2, 3, 4]) {
        websites.push(await createWebsite(store(), `${index}.com`));
      }
      const settings = await Promise.all(
        [0, 1, 2, 3, 4].map((index) =>
          accepted().accept(
            newAccepted(websites[index] ?? 0, [newPlace(2 * index), newPlace(2 * index + 1)], {
              maxAccepted: 5,
            }),
          ),
        ),
      );
      expect(settings.map(({ outcome }) => outcome).sort()).toEqual([
        ...['accepted', 'accepted', 'quota_exceeded', 'quota_exceeded', 'quota_exceeded'],
      ]);
      for (const setting of settings) {
        if (setting.outcome !== 'quota_exceeded') continue;
        expect(setting).toEqual({ outcome: 'quota_exceeded', used: 4, requested: 2 });
      }
      const stored = settings.findIndex(({ outcome }) => outcome === 'accepted');
      const replaced = newAccepted(websites[stored] ?? 0, [newPlace(2 * stored)], {
        maxAccepted: 0,
      });
      expect(await accepted().accept(replaced)).toMatchObject({ outcome: 'accepted', created: 0 });
      const ofOther = await createWebsite(store(), 'a.com', 'owner-2');
      const part = { ownerId: 'owner-2', maxAccepted: 1 };
      expect(await accepted().accept(newAccepted(ofOther, [newPlace(1)], part))).toMatchObject({
        outcome: 'accepted',
      });
    });

    it('have few patterns in each website', async () => {
      const websiteId = await createWebsite(store());
      const part = { maxPatterns: 2 };
      await accept(store(), websiteId, [newPattern('/a'), newPlace(1)], part);
      await accept(store(), websiteId, [newPattern('/b')], part);
      const third = newAccepted(websiteId, [newPlace(2), newPattern('/c')], part);
      expect(await accepted().accept(third)).toEqual({ outcome: 'too_many_patterns' });
      expect((await list(websiteId)).total).toBe(3);
      await accept(store(), websiteId, [newPattern('/b'), newPlace(2)], part);
      const other = await createWebsite(store(), 'other.com');
      await accept(store(), other, [newPattern('/a')], part);
    });

    it('are deleted with their website and their owner, however many there are', async () => {
      const many = Array.from({ length: 300 }, (_, index) => newPlace(index));
      const create = async (owner: string, domain: string) => {
        const websiteId = await createWebsite(store(), domain, owner);
        const part = { ownerId: owner };
        const stored = [
          ...(await accept(store(), websiteId, many.slice(0, 100), part)),
          ...(await accept(store(), websiteId, many.slice(100, 200), part)),
          ...(await accept(store(), websiteId, many.slice(200), part)),
        ];
        return { websiteId, id: stored[299]?.id ?? 0 };
      };
      const kept = await create(ownerId, 'kept.com');
      const gone = await create(ownerId, 'gone.com');
      await store().websites.delete(ownerId, gone.websiteId);
      const query = { fingerprints: many.map(({ fingerprint }) => fingerprint ?? ''), checks: [] };
      const expectGone = async (owner: string, { websiteId, id }: typeof gone) => {
        expect(await accepted().find(owner, websiteId, id)).toBeUndefined();
        expect(await accepted().matching(owner, websiteId, query)).toEqual([]);
        expect(await list(websiteId, {}, owner)).toMatchObject({ rows: [], total: 0 });
        expect(await accepted().delete(owner, websiteId, id)).toBe(false);
      };
      await expectGone(ownerId, gone);
      const finish = async () => {
        for (let isDone = false; !isDone; ) {
          ({ isDone } = await store().maintenance.deleteHidden(undefined));
        }
      };
      await finish();
      // Their rows do not count any more.
      const full = newAccepted(kept.websiteId, [newPlace(300)], { maxAccepted: 300 });
      expect(await accepted().accept(full)).toMatchObject({ used: 300 });

      const second = await create('owner-2', 'gone.com');
      await store().maintenance.deleteOwned('owner-2', 'websites');
      await expectGone('owner-2', second);
      await finish();
      const again = await createWebsite(store(), 'gone.com', 'owner-2');
      await accept(store(), again, [newPlace(1)], { ownerId: 'owner-2', maxAccepted: 1 });
      expect((await list(kept.websiteId)).total).toBe(300);
    });
  });
}
