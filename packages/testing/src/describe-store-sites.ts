import type { DueRecheck, RecheckRun, SiteState } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { createJobs, oneDay } from './job-fixture.ts';
import { allWebsites } from './list-everything.ts';
import { newReport } from './report-fixture.ts';
import { createWebsite, daysAgo } from './schedule-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';
import {
  allEvents,
  claimEvent,
  createWebhook,
  movedClock,
  newDelivery,
} from './webhook-fixture.ts';

const ownerId = 'owner-1';
const nothing: SiteState = {
  failingSince: null,
  isUnreachable: false,
  recheck: null,
  certificatesTold: [],
};
const suspected = (dueAt: Date): SiteState => ({
  failingSince: daysAgo(1),
  isUnreachable: false,
  recheck: { url: 'example.com/ü?"語"', dueAt },
  certificatesTold: ['2027-01-02T03:04:05.000Z'],
});

/** What is known of whether sites respond. */
export function describeStoreSites(harness: StoreHarness): void {
  describe('sites', () => {
    const store = useStore(harness);
    const siteOf = (websiteId: number, owner = ownerId) =>
      store().websites.findSite(owner, websiteId);
    /** Ends something that happened to the owner, with a change of what is known of the site. */
    const change = async (websiteId: number, to: SiteState, from = nothing, owner = ownerId) => {
      await createWebhook(store(), { ownerId: owner });
      await store().reports.create(newReport({ ownerId: owner, domain: 'a.com' }));
      const { lease } = await claimEvent(store());
      const site = { ownerId: owner, websiteId, from, to };
      const ended = { deliveries: [], maxWaiting: 9, site, now: new Date() };
      return (await store().deliveries.endEvent(lease, ended)) !== undefined;
    };
    const createDue = async (days: number, domain?: string, owner = ownerId) => {
      const websiteId = await createWebsite(store(), domain, owner);
      const dueAt = daysAgo(days);
      expect(await change(websiteId, suspected(dueAt), nothing, owner)).toBe(true);
      return { ownerId: owner, websiteId, dueAt };
    };
    const due = (limit = 10) => store().websites.dueRechecks({ limit, now: new Date() });
    const start = (recheck: DueRecheck, part: Partial<RecheckRun> = {}) =>
      store().websites.startRecheck({
        ...recheck,
        maxQueued: 9,
        delayMs: oneDay,
        now: new Date(),
        ...part,
      });

    it('are found by their id and their domain, and nothing is known of a new one', async () => {
      const websiteId = await createWebsite(store());
      const site = { websiteId, domain: 'example.com', ...nothing };
      expect(await siteOf(websiteId)).toEqual(site);
      expect(await store().websites.findSite(ownerId, 'example.com')).toEqual(site);
      for (const other of ['owner-2', ownerId]) {
        const missing = other === ownerId ? [0, -1, 1.5, 2 ** 53, 'example', ''] : [websiteId];
        for (const id of missing) {
          expect(await store().websites.findSite(other, id)).toBeUndefined();
        }
      }
    });

    it('change with the end of an event, and the website says since when it is unreachable', async () => {
      const websiteId = await createWebsite(store());
      const before = await store().websites.find(ownerId, websiteId);
      const first = suspected(daysAgo(-1));
      expect(await change(websiteId, first)).toBe(true);
      expect(await siteOf(websiteId)).toMatchObject(first);
      expect(await store().websites.find(ownerId, websiteId)).toEqual(before);
      const second = { ...first, isUnreachable: true, recheck: null };
      expect(await change(websiteId, second, first)).toBe(true);
      expect(await siteOf(websiteId)).toMatchObject(second);
      const { failingSince: unreachableSince } = first;
      const website = { ...before, unreachableSince };
      expect(await store().websites.find(ownerId, websiteId)).toEqual(website);
      expect(await allWebsites(store(), ownerId)).toContainEqual(website);
      expect(await change(websiteId, nothing, second)).toBe(true);
      expect(await siteOf(websiteId)).toMatchObject(nothing);
    });

    it('change only from what is known, and then nothing of the event is stored', async () => {
      const websiteId = await createWebsite(store());
      const known = suspected(daysAgo(1));
      expect(await change(websiteId, known)).toBe(true);
      const { id: webhookId } = await createWebhook(store());
      await store().reports.create(newReport());
      const { lease } = await claimEvent(store());
      const others: readonly SiteState[] = [
        nothing,
        { ...known, failingSince: daysAgo(2) },
        { ...known, isUnreachable: true },
        { ...known, recheck: null },
        { ...known, recheck: { url: 'b.com', dueAt: known.recheck?.dueAt ?? null } },
        { ...known, recheck: { url: known.recheck?.url ?? '', dueAt: null } },
        { ...known, recheck: { url: known.recheck?.url ?? '', dueAt: daysAgo(3) } },
        { ...known, certificatesTold: [] },
      ];
      const end = async (from: SiteState, token = lease.token) => {
        const ended = {
          deliveries: [newDelivery(webhookId)],
          maxWaiting: 9,
          now: new Date(),
          site: { ownerId, websiteId, from, to: nothing },
        };
        return (await store().deliveries.endEvent({ ...lease, token }, ended)) !== undefined;
      };
      for (const from of others) expect(await end(from)).toBe(false);
      expect(await end(known, 'other')).toBe(false);
      expect(await siteOf(websiteId)).toMatchObject(known);
      expect(await store().deliveries.countWaiting()).toBe(0);
      expect(await end(known)).toBe(true);
      expect(await siteOf(websiteId)).toMatchObject(nothing);
      expect(await store().deliveries.countWaiting()).toBe(1);
    });

    it('of another owner, or of a deleted website, do not change, but the event ends', async () => {
      const websiteId = await createWebsite(store());
      expect(await change(websiteId, suspected(daysAgo(1)), nothing, 'owner-2')).toBe(true);
      expect(await siteOf(websiteId)).toMatchObject(nothing);
      await store().websites.delete(ownerId, websiteId);
      expect(await change(websiteId, suspected(daysAgo(1)))).toBe(true);
      expect(await siteOf(websiteId)).toBeUndefined();
      expect(await due()).toEqual([]);
    });

    it('change by one of two events that find the same', async () => {
      const websiteId = await createWebsite(store());
      await createWebhook(store());
      for (let index = 0; index < 10; index += 1) await store().reports.create(newReport());
      const events = await allEvents(store());
      const results = await Promise.all(
        events.map(({ lease }, index) => {
          const to = { ...nothing, failingSince: daysAgo(index) };
          const site = { ownerId, websiteId, from: nothing, to };
          const ended = { deliveries: [], maxWaiting: 9, site, now: new Date() };
          return store().deliveries.endEvent(lease, ended);
        }),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
    });

    it('have second attempts, those first that have been due longest, of all owners', async () => {
      const second = await createDue(1);
      const first = await createDue(2, 'b.com', 'owner-2');
      await createDue(-1, 'c.com');
      expect(await due()).toEqual([first, second]);
      expect(await due(1)).toEqual([first]);
    });

    it('get a second attempt, as a job, once, with any number of workers that try', async () => {
      const recheck = await createDue(1);
      const { dueAt } = recheck;
      const late = { ...recheck, dueAt: new Date(dueAt.getTime() + 1) };
      for (const other of [late, { ...recheck, ownerId: 'owner-2' }]) {
        expect(await start(other)).toEqual({ outcome: 'taken' });
      }
      for (const websiteId of [0, 1.5, Number.NaN]) {
        expect(await start({ ...recheck, websiteId })).toEqual({ outcome: 'taken' });
      }
      const starts = await Promise.all([1, 2, 3].map(() => start(recheck)));
      expect(starts.map(({ outcome }) => outcome).sort()).toEqual(['started', 'taken', 'taken']);
      const job = starts.flatMap((made) => (made.outcome === 'started' ? [made.job] : []))[0];
      const { url } = suspected(dueAt).recheck ?? {};
      expect(job).toMatchObject({ url, batchId: null, status: 'queued' });
      expect(await store().jobs.find(ownerId, job?.id ?? 0)).toEqual(job);
      expect(await siteOf(recheck.websiteId)).toMatchObject({
        ...suspected(dueAt),
        recheck: { url, dueAt: null },
        failingSince: expect.any(Date),
      });
      expect(await start(recheck)).toEqual({ outcome: 'taken' });
      expect(await due()).toEqual([]);
    });

    it('get it later if the quota leaves no room', async () => {
      const clock = movedClock(harness, store);
      const recheck = await createDue(1);
      await createJobs(store(), 3);
      expect(await start(recheck, { maxQueued: 3 })).toEqual({ outcome: 'refused' });
      expect(await store().jobs.countUnended()).toEqual({ queued: 3, running: 0 });
      expect(await due()).toEqual([]);
      await clock.pass(2 * oneDay);
      const now = clock.now();
      const [later] = await store().websites.dueRechecks({ limit: 10, now });
      expect(later?.websiteId).toBe(recheck.websiteId);
      expect(await start(later ?? recheck, { maxQueued: 4 })).toMatchObject({ outcome: 'started' });
    });
  });
}
