/*
 * How visits to websites are leased: reports of jobs, and pages and steps of crawls.
 *
 * - Who has work takes turns: owners with jobs (`jobs/lanes.ts`), and crawls (`crawls/crawl-turns.ts`). A row of each says
 *   when it may have work: now (0), or at a time. The next one is the first of an index of those that may now.
 * - What waits for a host has no time and is not in that index: jobs have a place in the line of their host
 *   (`jobs/host-waits.ts`), crawls -1 as their time. Each claim goes from one host that is waited for to the next, and
 *   moves the first of each that has room to those that may have work.
 * - The room of a host is counted from the leases that are live, of both kinds and over all machines (`host-room.ts`), under
 *   a lock of the row of the host. Its delay is in that row (`host-row.ts`).
 * - A lease is a token and a time. Each end changes the record in the transaction that ends the lease, and nothing if another
 *   token is there. A job whose lease is over is queued again by a sweep, which keeps the counters of its owner; a page is
 *   due again by itself.
 * - Locks in one order: of jobs, the job, its host and the owner; of crawls, the crawl and its host. Rows that others have
 *   locked are skipped, unless there is nothing else.
 *
 * Alternatives, and what they cost (docs/adr/0012, 0017 and 0039):
 *
 * - Times for what waits for a host: each claim looks at thousands of jobs of one batch again every second.
 * - An index of turns alone, without times: a claim that finds nothing reads a row for each owner whose jobs are due later.
 * - The owner locked first: all reports of that owner wait for five round trips of a busy process instead of a commit.
 * - One table of visits: it would have the indexes of both, and still other ends, as a job becomes a report of an owner, and a
 *   page stays a row of its crawl.
 */

/** A claim ends after this many transactions. Each makes the next one shorter: it takes few, unless others interfere. */
const maxTries = 1_000;

/** How many hosts a claim looks at that have room again. The next one looks at the others. */
export const hostsAtOnce = 10;

/** The steps of a claim. Each is a separate transaction, so that what it locked is released in between. */
interface VisitClaim<Found, Claimed> {
  /** Reads a few rows, and locks none. */
  readonly look: () => Promise<readonly Found[]>;
  /** Lets what has become due, or whose host has room, have its turn. Returns whether something has changed. */
  readonly wake: (found: readonly Found[]) => Promise<boolean>;
  /** Leases the first visit of that whose turn it is; `again` if others have changed that. */
  readonly lease: (found: readonly Found[]) => Promise<Claimed | undefined | 'again'>;
}

/** Leases the next visit. If there is none, that is one statement. */
export async function claimVisit<Found extends { readonly kind: string }, Claimed>({
  look,
  wake,
  lease,
}: VisitClaim<Found, Claimed>): Promise<Claimed | undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const found = await look();
    if (found.length === 0) return undefined;
    const hasChanged = await wake(found);
    // Of all that may have work, the one whose turn it is.
    if (hasChanged || !found.some(({ kind }) => kind === 'ready')) continue;
    const outcome = await lease(found);
    if (outcome !== 'again') return outcome;
  }
  return undefined;
}
