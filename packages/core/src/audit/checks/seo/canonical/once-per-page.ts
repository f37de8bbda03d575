import type { AuditFacts } from '../../check.ts';

/** Reads something from a page once, where several checks ask for it: URLs take time to parse. */
export function oncePerPage<Result>(
  read: (facts: AuditFacts) => Result,
): (facts: AuditFacts) => Result {
  const results = new WeakMap<AuditFacts, { readonly value: Result }>();
  return (facts) => {
    const known = results.get(facts);
    if (known) return known.value;
    const value = read(facts);
    results.set(facts, { value });
    return value;
  };
}
