import type { MessageClaim, MessageLease } from '@sitegrade/core/store';

/** What waits to be sent, or was sent. */
interface Message {
  readonly id: number;
  readonly ownerId: string;
  /** The end of the lease while there is one; `null` when it has ended. */
  readonly dueAt: Date | null;
}

/** What has been due longest. */
export function firstDue<Row extends Message>(
  rows: readonly Row[],
  { now, exceptOwners = [] }: Pick<MessageClaim, 'now' | 'exceptOwners'>,
): Row | undefined {
  return rows
    .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
    .filter(({ ownerId }) => !exceptOwners.includes(ownerId))
    .sort((a, b) => Number(a.dueAt) - Number(b.dueAt) || a.id - b.id)[0];
}

/** An attempt that begins. */
export function leased(attempts: number, { token, leaseMs, now }: MessageClaim) {
  return { attempts: attempts + 1, dueAt: after(now, leaseMs), leaseToken: token };
}

/** Whether a row has this lease. */
export function isLeased({ id, token }: MessageLease) {
  return (row: { readonly id: number; readonly leaseToken: string | null }): boolean =>
    row.id === id && row.leaseToken === token;
}

/** The time some milliseconds later. */
export function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
