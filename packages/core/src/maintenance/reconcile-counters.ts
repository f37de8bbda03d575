import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { CounterDrift, ReconciledPart, ReconcileQuery } from '../store.ts';

/** The result of comparing the counters. */
export interface Reconciliation {
  /** How many websites and owners were compared. */
  readonly websites: number;
  readonly owners: number;
  /** Every counter that differed. Empty, unless something wrote to the tables without the store. */
  readonly drifts: readonly CounterDrift[];
}

/**
 * Compares every counter with the rows it counts, and repairs those that differ unless
 * `repair` is `false`. Runs in small transactions with pauses; reports may be created and deleted
 * meanwhile.
 *
 * @example
 * ```ts
 * const { drifts } = await reconcileCounters(context, { repair: false });
 * ```
 */
export async function reconcileCounters(
  { store }: Context,
  { repair = true }: { readonly repair?: boolean } = {},
): Promise<Reconciliation> {
  const websites = await reconcileAll(store.maintenance.reconcileWebsites, 0, {
    limit: 50,
    repair,
  });
  // After the websites: totals are compared with their counters.
  const owners = await reconcileAll(store.maintenance.reconcileOwners, '', { limit: 20, repair });
  return {
    websites: websites.checked,
    owners: owners.checked,
    drifts: [...websites.drifts, ...owners.drifts],
  };
}

async function reconcileAll<Key>(
  reconcile: (query: ReconcileQuery<Key>) => Promise<ReconciledPart<Key>>,
  start: Key,
  query: { readonly limit: number; readonly repair: boolean },
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
    await yieldToEventLoop();
  }
}
