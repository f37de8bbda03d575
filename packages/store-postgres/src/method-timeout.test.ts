import { newReport } from '@sitegrade/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { HostClient, HostPool } from './host-pool.ts';
import { postgresStore } from './postgres-store.ts';

/** A pool whose connections never respond, and the statements that it received. */
function silentPool() {
  const statements: string[] = [];
  const client: HostClient = {
    query: ({ text }) => {
      statements.push(text);
      return new Promise(() => {});
    },
    release() {},
    on() {},
  };
  const pool: HostPool = { connect: async () => client, on() {} };
  return { pool, statements };
}

it('a method has five seconds, in the database and in this process', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pool, statements } = silentPool();
  const store = postgresStore({ pool });
  let hasEnded = false;
  const deleting = store.reports.delete('owner-1', 1).finally(() => {
    hasEnded = true;
  });
  deleting.catch(() => {});
  await vi.advanceTimersByTimeAsync(4_999);
  expect(statements).toEqual([expect.stringContaining('set local statement_timeout = 5000;')]);
  expect(hasEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await expect(deleting).rejects.toMatchObject({ code: 'overloaded' });
});

it('a report, which is one statement, waits less for a row that is locked', async () => {
  const { pool, statements } = silentPool();
  const creating = postgresStore({ pool }).reports.create(newReport());
  creating.catch(() => {});
  await vi.waitFor(() => expect(statements).toHaveLength(1));
  expect(statements[0]).toContain("set_config('lock_timeout', '4000', true)");
});
