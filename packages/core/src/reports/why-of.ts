import { defaultRuleset } from '@sitegrade/audit/checks';
import type { Context } from '../context/context.ts';

/** Finds why a finding of a check matters; `undefined` for a check that is unknown, or does not say it. */
export type WhyOf = (check: string) => string | undefined;

/** The reasons of a ruleset. Reports do not contain them: they would be the same in each. */
export function whyOfRuleset({ checks }: Context['ruleset'] = defaultRuleset): WhyOf {
  return (check) => checks.find(({ id }) => id === check)?.why;
}
