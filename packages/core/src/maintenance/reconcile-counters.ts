import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context } from '../context/context.ts';
import type { CounterDrift, ReconciledPart, ReconcileQuery } from '../store/maintenance-store.ts';

/** The result of {@link reconcileCounters}. */
export interface Reconciliation {
  /** The number of websites that were compared. */
  readonly websites: number;
  /** The number of owners that were compared. */
  readonly owners: number;
  /** Every counter that differed. Empty, unless something wrote to the tables without the store. */
  readonly drifts: readonly CounterDrift[];
}

/**
 * Compares all counters with the rows that they count, and repairs those that differ, in small
 * transactions. Reports may be created and deleted meanwhile.
 *
 * @param context - From `createContext`.
 * @param options - `repair`: whether to repair counters that differ. Default: `true`.
 * @returns the counters that differed.
 * @throws SitegradeError `overloaded` if the database is not available. What was done before stays; call it again.
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
