import type { CounterDrift } from '@sitegrade/core';

/** Counters by name. */
export type NamedCounters = Readonly<Record<string, number>>;

/** The counters that differ; `undefined` where none does. */
export function driftOf(
  owner: { readonly ownerId: string; readonly websiteId: number | undefined },
  stored: NamedCounters,
  counted: NamedCounters,
): CounterDrift | undefined {
  const differing = Object.keys(counted)
    .map((name) => [name, { stored: stored[name] ?? 0, counted: counted[name] ?? 0 }] as const)
    .filter(([, one]) => one.stored !== one.counted);
  if (differing.length === 0) return undefined;
  return { ...owner, counters: Object.fromEntries(differing) };
}
