import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { CounterDrift, ReconciledPart, ReconcileQuery } from '../store.ts';

/** What comparing the counters came to. */
export interface Reconciliation {
  /** How many websites and owners were compared. */
  readonly websites: number;
  readonly owners: number;
  /** Every counter that differed. Empty, unless something wrote past the store. */
  readonly drifts: readonly CounterDrift[];
}

/**
 * Compares every counter with the rows it counts, and sets right what differs, unless `mend` is
 * `false`. In small transactions with pauses; reports may come and go meanwhile.
 *
 * @example
 * ```ts
 * const { drifts } = await reconcileCounters(context, { mend: false });
 * ```
 */
export async function reconcileCounters(
  { store }: Context,
  { mend = true }: { readonly mend?: boolean } = {},
): Promise<Reconciliation> {
  const websites = await throughAll(store.upkeep.reconcileWebsites, 0, { limit: 50, mend });
  // Afterwards, as totals are compared with the counters of websites.
  const owners = await throughAll(store.upkeep.reconcileOwners, '', { limit: 20, mend });
  return {
    websites: websites.checked,
    owners: owners.checked,
    drifts: [...websites.drifts, ...owners.drifts],
  };
}

async function throughAll<Key>(
  reconcile: (query: ReconcileQuery<Key>) => Promise<ReconciledPart<Key>>,
  start: Key,
  query: { readonly limit: number; readonly mend: boolean },
): Promise<{ readonly checked: number; readonly drifts: readonly CounterDrift[] }> {
  const drifts: CounterDrift[] = [];
  let checked = 0;
  let after = start;
  for (;;) {
    const part = await reconcile({ ...query, after });
    checked += part.checked;
    drifts.push(...part.drifts);
    if (part.last === undefined) return { checked, drifts };
    after = part.last;
    await turn();
  }
}
