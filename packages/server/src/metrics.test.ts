import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, createJobs } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { countEvents } from './count-events.ts';
import { failureCodes } from './label-values.ts';
import { createMetrics } from './metrics.ts';

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
      jobs: {
        countUnended: async () => {
          if (isLost) throw new Error('lost');
          return { queued: 7, running: 0 };
        },
      },
    });
    expect(await metrics.read()).toContain('sitegrade_jobs{state="queued"} 7');
    expect(await metrics.read()).toMatch(/^sitegrade_crawls 2$/m);
    isLost = true;
    now = 5_000;
    const text = await metrics.read();
    expect(text).not.toContain('sitegrade_jobs{');
    expect(text).not.toMatch(/^sitegrade_crawls /m);
    expect(text).toContain('sitegrade_jobs_created_total 0');
    expect(text).toContain('process_resident_memory_bytes ');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  it('are listed in the README, with every code of failures', () => {
    const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
    const firstCells = (head: string): string[] => {
      const [, rows = ''] =
        new RegExp(`^\\| ${head} \\|.*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(readme) ?? [];
      return rows.split('\n').flatMap((row) => {
        const [, first = ''] = row.split('|');
        return [...first.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
      });
    };
    const registry = new Registry();
    countEvents(registry);
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    expect(firstCells('metric').sort()).toEqual(
      [...names, 'sitegrade_crawls', 'sitegrade_database_read_only', 'sitegrade_jobs'].sort(),
    );
    expect(firstCells('`code`').sort()).toEqual([...failureCodes].sort());
  });
});
