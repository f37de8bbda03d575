import { weights } from '@sitegrade/audit';
import type { Category, Importance, Ruleset } from '@sitegrade/audit/checks';

/** One check, without its code. */
export interface CheckInfo {
  readonly id: string;
  readonly category: Category;
  readonly importance: Importance;
  /** The points of the score that it can cost, alone. */
  readonly weight: number;
  /** The family of similar checks, of which the smaller findings cost less; `null` if it has none. */
  readonly family: string | null;
  /** What is true of a page that passes. */
  readonly title: string;
  /** The first step to fix a failure. */
  readonly advice: string;
  /** URL of a public explanation of the rule. */
  readonly source: string;
}

/** The checks of a ruleset without their code. */
export function checkInfosOf({ checks }: Ruleset): readonly CheckInfo[] {
  return checks.map(({ id, category, importance, family, title, advice, source }) => {
    const weight = weights[importance];
    return { id, category, importance, weight, family: family ?? null, title, advice, source };
  });
}

const known = new WeakMap<Ruleset, readonly CheckInfo[]>();

/** The checks of a ruleset without their code, the same list each time: a store can prepare it once. */
export function rulesetChecksOf(ruleset: Ruleset): readonly CheckInfo[] {
  const checks = known.get(ruleset) ?? checkInfosOf(ruleset);
  known.set(ruleset, checks);
  return checks;
}
