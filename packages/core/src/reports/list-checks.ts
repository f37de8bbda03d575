import type { Category, Importance } from '../audit/checks/check.ts';
import { weights } from '../audit/score.ts';
import type { Context } from '../context.ts';

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

/** The checks of a ruleset. */
export interface CheckCatalogue {
  readonly rulesetVersion: string;
  /** In the order in which reports list them. */
  readonly checks: readonly CheckInfo[];
}

/**
 * Lists the checks that new reports contain.
 *
 * @param context - From `createContext`.
 * @example
 * ```ts
 * for (const { id, title } of listChecks(context).checks) console.log(id, title);
 * ```
 */
export function listChecks({ ruleset: { version, checks } }: Context): CheckCatalogue {
  return {
    rulesetVersion: version,
    checks: checks.map(({ id, category, importance, family, title, advice, source }) => {
      const weight = weights[importance];
      return { id, category, importance, weight, family: family ?? null, title, advice, source };
    }),
  };
}
