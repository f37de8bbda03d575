import type { Context } from '../context.ts';
import { type CheckInfo, checkInfosOf } from './check-info.ts';

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
export function listChecks({ ruleset }: Context): CheckCatalogue {
  return { rulesetVersion: ruleset.version, checks: checkInfosOf(ruleset) };
}
