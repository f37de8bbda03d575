import type { Check } from '@sitegrade/audit/checks';
import type { Context } from '../context/context.ts';
import { type CheckInfo, checkInfosOf } from '../store/check-info.ts';

/** The checks of a ruleset. */
export interface CheckCatalogue {
  readonly rulesetVersion: string;
  /** In the order in which reports list them. */
  readonly checks: readonly ListedCheck[];
}

/** A check of a catalogue. */
export interface ListedCheck extends CheckInfo {
  /** What a failure means for visitors, in search results or for the business; `null` for a check that omits it. */
  readonly why: string | null;
  /** The numbers that a ruleset can change, with their values in this one. */
  readonly options: readonly ListedOption[];
}

/** An option of a check. */
interface ListedOption {
  /** As in the `options` of `extendRuleset`. */
  readonly name: string;
  /** The value that counts. */
  readonly value: number;
  readonly default: number;
  /** The smallest value that is allowed. */
  readonly min: number;
  /** The largest value that is allowed. */
  readonly max: number;
  /** What is counted: `characters`, `words`, `bytes`. */
  readonly unit: string;
  /** What the value decides. */
  readonly description: string;
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
  const byId = new Map(ruleset.checks.map((check) => [check.id, check]));
  return {
    rulesetVersion: ruleset.version,
    checks: checkInfosOf(ruleset).map((info) => {
      const { why = null, options } = byId.get(info.id) ?? {};
      return { ...info, why, options: listedOptions(options) };
    }),
  };
}

function listedOptions(options: Check['options'] = {}): readonly ListedOption[] {
  return Object.entries(options).map(([name, option]) => {
    const { default: initial, value = initial, min, max, unit, description } = option;
    return { name, value, default: initial, min, max, unit, description };
  });
}
