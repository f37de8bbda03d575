import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { cancelCrawl } from '../crawls/cancel-crawl.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { runDueSchedules } from './run-due-schedules.ts';
import { setSchedule } from './set-schedule.ts';

const ownerId = 'ann';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

it('1,000 crawls that are due in one hour all run in the end, two at a time, none twice', async () => {
  const store = memoryStore();
  const first = Date.parse('2027-01-02T06:00Z');
  let now = first - hourMs;
  const events: SitegradeEvent[] = [];
  // The quotas are those by default.
  const context = createContext({
    store,
    now: () => new Date(now),
    onEvent: (event) => events.push(event),
  });
  const ofType = <Type extends SitegradeEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<SitegradeEvent, { type: Type }> => event.type === type);
  for (let index = 0; index < 1_000; index += 1) {
    const report = newReport({ ownerId, domain: `${index}.com` });
    const { websiteId } = await store.reports.create(report);
    const time = { every: 'day', at: '06:00', timeZone: 'UTC' } as const;
    await setSchedule(context, ownerId, websiteId, { ...time, task: 'crawl' });
  }

  // Each crawl takes two minutes.
  const running: { readonly id: number; readonly endsAt: number }[] = [];
  let most = 0;
  let known = 0;
  for (now = first; now < first + 24 * hourMs && known < 1_000; now += minuteMs) {
    for (const crawl of running.filter(({ endsAt }) => endsAt <= now)) {
      running.splice(running.indexOf(crawl), 1);
      await cancelCrawl(context, ownerId, crawl.id);
    }
    await runDueSchedules(context);
    const created = ofType('crawl.created').slice(known);
    known += created.length;
    for (const { crawlId } of created) running.push({ id: crawlId, endsAt: now + 2 * minuteMs });
    most = Math.max(most, running.length);
  }
  expect(most).toBe(2);
  expect(known).toBe(1_000);
  expect(now - first).toBeLessThan(18 * hourMs);
  const started = ofType('schedule.started').map(({ websiteId }) => websiteId);
  expect(new Set(started).size).toBe(1_000);
  expect(ofType('schedule.missed')).toEqual([]);
});
