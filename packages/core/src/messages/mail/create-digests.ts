import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../../context/context.ts';
import type { Recipient } from '../../store/recipient.ts';
import type { DueDigest } from '../../store/recipient-store.ts';
import { mailFindingsOf } from '../alerts/mail-findings.ts';
import { makeMailId } from '../alerts/mail-id.ts';
import { isAsImportant } from '../alerts/make-messages.ts';
import { nextDigestAt, weekMs } from './digest-time.ts';
import { makeDigest, type WebsiteDigest, type Week } from './make-digest.ts';

/** How many due digests are read at once, and how often in one call. */
const batchSize = 100;
const maxBatches = 10;

/** How long one process has to make a digest. After that it is tried again if there was no room to compare crawls. */
const leaseMs = 10 * 60_000;

/** After this time it is tried again if something is wrong. */
const failedMs = 60 * 60_000;

const busyCodes: ReadonlySet<string> = new Set(['rate_limited', 'overloaded']);

/** Bytes of a digest, and checks in it. */
const maxBytes = 20_000;
const maxChecks = 10;

/**
 * Makes the digests that are due, of all owners: a bounded number. After weeks without a worker there is one of each
 * recipient. Call it each minute. Any number of processes may do so at the same time: each digest is made once.
 *
 * @param signal - Stops it between two websites.
 * @throws SitegradeError `overloaded` if the database is not available; the first unexpected error, after the others were
 * made.
 */
export async function createDigests(context: Context, signal?: AbortSignal): Promise<void> {
  const { store } = context;
  if (!(await store.isWritable())) return;
  let failed: { readonly error: unknown } | undefined;
  const make = makeOnce(context);
  for (let batch = 0; batch < maxBatches && !signal?.aborted; batch += 1) {
    const query = { limit: batchSize, now: context.now() };
    const startedAt = context.monotonicMs();
    const { now, digests } = await store.recipients.dueDigests(query);
    for (const [websiteId, ofWebsite] of byWebsite(digests)) {
      if (signal?.aborted) break;
      // The comparisons of the websites before may have taken minutes.
      const passedMs = context.monotonicMs() - startedAt;
      const leasedUntil = new Date(now.getTime() + passedMs + leaseMs);
      const leased = await moveDigests(context, ofWebsite, leasedUntil);
      try {
        await endDigests(context, websiteId, leased, { now, make });
      } catch (error) {
        if (isSitegradeError(error) && busyCodes.has(error.code)) continue;
        failed ??= { error };
        // Others must have their turn.
        await moveDigests(context, leased, new Date(now.getTime() + failedMs));
      }
    }
    if (digests.length < batchSize) break;
  }
  if (failed) throw failed.error;
}

function byWebsite(digests: readonly DueDigest[]): ReadonlyMap<number, readonly DueDigest[]> {
  const groups = new Map<number, DueDigest[]>();
  for (const digest of digests) {
    const { websiteId } = digest.recipient;
    groups.set(websiteId, [...(groups.get(websiteId) ?? []), digest]);
  }
  return groups;
}

type MakeDigest = (
  ...website: readonly [ownerId: string, websiteId: number, week: Week]
) => Promise<WebsiteDigest | undefined>;

/** Makes digests, but not again the last one: the recipients of a website may be in several batches. */
function makeOnce(context: Context): MakeDigest {
  let last: { readonly key: string; readonly made: WebsiteDigest | undefined } | undefined;
  return async (ownerId, websiteId, week) => {
    const key = `${websiteId} ${week.to.getTime()}`;
    if (last?.key !== key)
      last = { key, made: await makeDigest(context, ownerId, websiteId, week) };
    return last.made;
  };
}

/** Makes the digest of a website once, and a mail of it for each recipient. */
async function endDigests(
  context: Context,
  websiteId: number,
  due: readonly DueDigest[],
  { now, make }: { readonly now: Date; readonly make: MakeDigest },
): Promise<void> {
  const [first] = due;
  if (first === undefined) return;
  const { ownerId } = first;
  const nextDueAt = nextDigestAt(websiteId, now);
  const to = new Date(nextDueAt.getTime() - weekMs);
  const week = { from: new Date(to.getTime() - weekMs), to };
  const made = await make(ownerId, websiteId, week);
  const { mailsPerDay: maxMailsPerDay } = await context.quotas(ownerId);
  let dropped = 0;
  for (const { recipient, dueAt } of due) {
    const mail = made ? { messageId: makeMailId(context), body: bodyFor(recipient, made) } : null;
    const end = await context.store.mails.endDigest({
      recipientId: recipient.id,
      dueAt,
      nextDueAt,
      mail,
      maxMailsPerDay,
      now: context.now(),
    });
    if (end === 'dropped') dropped += 1;
    // SQLite calls back at once: without this, nothing else would run meanwhile.
    await yieldToEventLoop();
  }
  if (dropped > 0) context.emit({ type: 'mail.dropped', ownerId, kind: 'digest', count: dropped });
}

/** Moves the due time of digests, until another process does so at the same time. Returns those that were moved. */
async function moveDigests(
  { store, now }: Context,
  due: readonly DueDigest[],
  to: Date,
): Promise<readonly DueDigest[]> {
  const moved: DueDigest[] = [];
  for (const digest of due) {
    const { recipient, dueAt } = digest;
    const end = await store.mails.endDigest({
      recipientId: recipient.id,
      dueAt,
      nextDueAt: to,
      mail: null,
      maxMailsPerDay: 0,
      now: now(),
    });
    if (end === 'taken') break;
    moved.push({ ...digest, dueAt: to });
    await yieldToEventLoop();
  }
  return moved;
}

/** With as many findings as fit. */
function bodyFor({ minImportance }: Recipient, { digest, findings }: WebsiteDigest): string {
  const wanted = findings?.filter((finding) => isAsImportant(finding, minImportance)) ?? null;
  for (let count = maxChecks; ; count -= 1) {
    const newFindings = wanted && mailFindingsOf(wanted, count);
    const body = JSON.stringify({ ...digest, newFindings });
    if (count === 0 || Buffer.byteLength(body) <= maxBytes) return body;
  }
}
