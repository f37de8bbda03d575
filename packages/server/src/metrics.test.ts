import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, createJobs, type Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it, vi } from 'vitest';
import { failureCodes } from './label-values.ts';
import { createMetrics } from './metrics.ts';

/** A store on a database that is another process. */
const connected = (part: Partial<Store> = {}): Store => ({
  ...memoryStore(),
  stats: () => ({
    refusedWrites: { busy: 0, readOnly: 0 },
    connections: { waiting: 0, waitedMs: 0 },
  }),
  ...part,
});

/** The names of all metrics, without those of prom-client. */
async function everyMetric(): Promise<readonly string[]> {
  const metrics = createMetrics();
  metrics.watchStore(connected());
  const text = await metrics.read();
  return [...text.matchAll(/^# TYPE (sitegrade_\w+) /gm)].map(([, name = '']) => name);
}

describe('the metrics of a process', () => {
  it('have the jobs of all owners, read at most every five seconds', async () => {
    let now = 0;
    const metrics = createMetrics(() => now);
    expect(await metrics.read()).not.toContain('sitegrade_jobs{');
    const store = memoryStore();
    metrics.watchStore(store);
    const context = createContext({ store });
    const create = (owner: string, count: number) =>
      createJobs(context, owner, {
        urls: Array.from({ length: count }, (_, index) => `https://example.com/${index}`),
      });
    await create('ann', 3);
    await create('bob', 2);
    expect(await metrics.read()).toContain('sitegrade_jobs{state="queued"} 5');
    await create('eve', 1);
    now = 4_999;
    expect(await metrics.read()).toContain('sitegrade_jobs{state="queued"} 5');
    await store.jobs.claim({
      token: 't',
      leaseMs: 1_000,
      perHost: 99,
      now: new Date(),
    });
    now = 5_000;
    const text = await metrics.read();
    expect(text).toContain('sitegrade_jobs{state="queued"} 5\n');
    expect(text).toContain('sitegrade_jobs{state="running"} 1\n');
    expect(text).not.toMatch(/"(ann|bob|eve)"|example\.com/);
  });

  it('name a database that is read-only', async () => {
    const metrics = createMetrics();
    const store = memoryStore();
    let isWritable = true;
    metrics.watchStore({ ...store, isWritable: async () => isWritable });
    expect(await metrics.read()).toMatch(/^sitegrade_database_read_only 0$/m);
    isWritable = false;
    expect(await metrics.read()).toMatch(/^sitegrade_database_read_only 1$/m);
  });

  it('are there without the database, except the numbers of jobs', async () => {
    let now = 0;
    const metrics = createMetrics(() => now);
    let isLost = false;
    metrics.watchStore({
      isWritable: async () => true,
      crawls: {
        countUnended: async () => {
          if (isLost) throw new Error('lost');
          return 2;
        },
      },
      deliveries: {
        countWaiting: async () => {
          if (isLost) throw new Error('lost');
          return 3;
        },
      },
      jobs: {
        countUnended: async () => {
          if (isLost) throw new Error('lost');
          return { queued: 7, running: 0 };
        },
      },
      delays: async () => {
        if (isLost) throw new Error('lost');
        return { oldestDueJobMs: 90_500, lastPageMs: 3_000 };
      },
      stats: () => ({ refusedWrites: { busy: 0, readOnly: 0 } }),
    });
    expect(await metrics.read()).toContain('sitegrade_jobs{state="queued"} 7');
    expect(await metrics.read()).toMatch(/^sitegrade_crawls 2$/m);
    expect(await metrics.read()).toMatch(/^sitegrade_deliveries_waiting 3$/m);
    expect(await metrics.read()).toMatch(/^sitegrade_oldest_due_job_age_seconds 90.5$/m);
    expect(await metrics.read()).toMatch(/^sitegrade_oldest_crawl_last_page_age_seconds 3$/m);
    isLost = true;
    now = 5_000;
    const text = await metrics.read();
    expect(text).not.toContain('sitegrade_jobs{');
    expect(text).not.toMatch(/^sitegrade_(crawls|deliveries_waiting|oldest_\w+) /m);
    expect(text).toContain('sitegrade_jobs_created_total 0');
    expect(text).toContain('process_resident_memory_bytes ');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  it('ask the database once in five seconds, however often they are read', async () => {
    let now = 0;
    const metrics = createMetrics(() => now);
    const store = memoryStore();
    const jobs = vi.spyOn(store.jobs, 'countUnended');
    const crawls = vi.spyOn(store.crawls, 'countUnended');
    const delays = vi.spyOn(store, 'delays');
    const asked = () => [jobs, crawls, delays].map(({ mock }) => mock.calls.length);
    metrics.watchStore(store);
    await Promise.all(Array.from({ length: 20 }, () => metrics.read()));
    now = 4_999;
    await metrics.read();
    expect(asked()).toEqual([1, 1, 1]);
    now = 5_000;
    await metrics.read();
    expect(asked()).toEqual([2, 2, 2]);
  });

  it('add up the changes that were refused by the store and before it', async () => {
    const metrics = createMetrics();
    metrics.watchStore(
      connected({
        stats: () => ({
          refusedWrites: { busy: 3, readOnly: 2 },
          connections: { waiting: 4, waitedMs: 1_500 },
        }),
      }),
    );
    metrics.onOperation({ type: 'write.refused', reason: 'read_only' });
    metrics.onOperation({ type: 'write.refused', reason: 'quota_exceeded' });
    for (let read = 0; read < 2; read += 1) {
      const text = await metrics.read();
      expect(text).toMatch(/^sitegrade_writes_refused_total\{reason="busy"\} 3$/m);
      expect(text).toMatch(/^sitegrade_writes_refused_total\{reason="read_only"\} 3$/m);
      expect(text).toMatch(/^sitegrade_writes_refused_total\{reason="quota"\} 1$/m);
      expect(text).toMatch(/^sitegrade_database_connections_waiting 4$/m);
      expect(text).toMatch(/^sitegrade_database_connection_wait_seconds_total 1.5$/m);
    }
  });

  it('have no connections of a database that is a file', async () => {
    const metrics = createMetrics();
    metrics.watchStore(memoryStore());
    expect(await metrics.read()).not.toContain('sitegrade_database_connection');
  });

  it('are listed in the README, with every code of failures', async () => {
    const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
    const firstCells = (head: string): string[] => {
      const [, rows = ''] =
        new RegExp(`^\\| ${head} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(readme) ?? [];
      return rows.split('\n').flatMap((row) => {
        const [, first = ''] = row.split('|');
        return [...first.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
      });
    };
    expect(firstCells('metric').sort()).toEqual([...(await everyMetric())].sort());
    expect(firstCells('`code`').sort()).toEqual([...failureCodes].sort());
  });
});
