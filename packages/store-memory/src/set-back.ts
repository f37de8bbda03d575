import type { MemoryTables } from './memory-tables.ts';

/** A clock that is earlier by less is that of a process that was slow to record its time. */
const toleratedMs = 10_000;

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** More than the longest time between two runs of a schedule. */
const maxPeriodMs = 32 * 24 * 60 * 60 * 1000;

/** Records the time. If the clock was set back, moves all that waits, and all leases, back by as much. */
export function followClock(tables: MemoryTables, now: Date): void {
  const aheadMs = tables.clockSeenAt.getTime() - now.getTime();
  if (aheadMs >= 0 && aheadMs <= toleratedMs) return;
  tables.clockSeenAt = now;
  if (aheadMs < 0) return;

  const moved = <Time extends Date | null>(time: Time): Time | Date => {
    if (time === null || time <= now) return time;
    return new Date(Math.max(now.getTime(), time.getTime() - aheadMs));
  };
  const leased = <Lease extends { readonly endsAt: Date }>(lease: Lease | null): Lease | null =>
    lease && { ...lease, endsAt: moved(lease.endsAt) };
  const due = <Row extends { readonly dueAt: Date | null }>(row: Row) => ({
    ...row,
    dueAt: moved(row.dueAt),
  });

  tables.jobs = tables.jobs.map((row) => ({
    ...{ ...row, lease: leased(row.lease), nextAttemptAt: moved(row.nextAttemptAt) },
  }));
  tables.crawls = tables.crawls.map((row) => ({
    ...{ ...row, lease: leased(row.lease) },
    countedUntil: moved(new Date(row.countedUntil)).getTime(),
  }));
  for (const [id, pages] of tables.crawlPages) {
    tables.crawlPages.set(
      id,
      pages.map((row) => ({ ...row, lease: leased(row.lease) })),
    );
  }
  for (const [host, time] of tables.hosts) tables.hosts.set(host, moved(time));
  tables.websites = tables.websites.map((row) => {
    const { recheck } = row.site;
    return recheck ? { ...row, site: { ...row.site, recheck: due(recheck) } } : row;
  });
  tables.outbox = tables.outbox.map((row) => ({ ...row, dueAt: moved(row.dueAt) }));
  tables.deliveries = tables.deliveries.map(due);
  tables.mails = tables.mails.map(due);
  tables.webhooks = tables.webhooks.map((row) => ({
    ...{ ...row, lease: leased(row.lease), pausedUntil: moved(row.pausedUntil) },
    ...{ previousSecretUntil: moved(row.previousSecretUntil) },
    ...{ olderSecretUntil: moved(row.olderSecretUntil) },
  }));
  for (const [id, process] of tables.processes) {
    tables.processes.set(id, { ...process, seenAt: moved(process.seenAt) });
  }
  moveRuns(tables, now, aheadMs);
}

/** Runs of schedules and digests keep the time of the day and the week for which they are planned. */
function moveRuns(tables: MemoryTables, now: Date, aheadMs: number): void {
  for (const [id, row] of tables.schedules) {
    const { dueAt, nextRunAt } = row;
    if (dueAt.getTime() > now.getTime() + maxPeriodMs) {
      tables.schedules.set(id, { ...row, nextRunAt: now, dueAt: now });
    } else if (dueAt > now && dueAt > nextRunAt) {
      const time = Math.max(nextRunAt.getTime(), dueAt.getTime() - aheadMs);
      tables.schedules.set(id, { ...row, dueAt: new Date(time) });
    }
  }
  tables.recipients = tables.recipients.map((row) => {
    const aheadOf = (row.digestDueAt?.getTime() ?? 0) - now.getTime();
    if (row.digestDueAt === null || aheadOf <= weekMs) return row;
    return { ...row, digestDueAt: new Date(now.getTime() + (aheadOf % weekMs)) };
  });
}
