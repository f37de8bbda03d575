const separator = ', ';

/**
 * The rulesets of a crawl after a page was checked with one: during a deployment, workers have different ones.
 *
 * @param before - Those of the other pages; `null` if there are none.
 */
export function withRuleset(before: string | null, added: string): string {
  return joinedRulesets([...(before === null ? [] : before.split(separator)), added]);
}

/** The rulesets of several pages as one text: that of all, or each of them once. */
export function joinedRulesets(versions: readonly string[]): string {
  return [...new Set(versions)].sort().join(separator);
}

/** Whether there are several rulesets. */
export function isMixedRuleset({
  rulesetVersion,
}: {
  readonly rulesetVersion: string | null;
}): boolean {
  return rulesetVersion?.includes(separator) ?? false;
}

/** Whether all pages of two scores were checked with one ruleset, so that the scores can be compared. */
export function isSameRuleset(
  first: { readonly rulesetVersion: string | null },
  second: { readonly rulesetVersion: string | null },
): boolean {
  return first.rulesetVersion === second.rulesetVersion && !isMixedRuleset(first);
}
