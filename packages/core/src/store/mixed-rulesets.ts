const separator = ', ';

/**
 * The rulesets of a crawl after a page was checked with one: during a deployment, workers have different ones.
 *
 * @param before - Those of the other pages; `null` if there are none.
 */
export function withRuleset(before: string | null, added: string): string {
  const versions = new Set(before === null ? [] : before.split(separator));
  return [...versions.add(added)].sort().join(separator);
}

/** Whether all pages of two crawls were checked with one ruleset, so that their scores can be compared. */
export function isSameRuleset(
  first: { readonly rulesetVersion: string | null },
  second: { readonly rulesetVersion: string | null },
): boolean {
  const { rulesetVersion } = first;
  return rulesetVersion === second.rulesetVersion && !rulesetVersion?.includes(separator);
}
