import type { Category } from '@sitegrade/audit/checks';
import { ruleCategory, type SiteRule } from './site-rule.ts';

/** A rule about several pages, without its code. */
export type SiteRuleInfo = Omit<SiteRule, 'find' | 'unknown' | 'unchecked'> & {
  readonly category: Category;
};

/**
 * Lists the rules about several pages that crawls apply, in order of importance.
 *
 * @example
 * ```ts
 * for (const { id, title } of await listSiteRules()) console.log(id, title);
 * ```
 */
export async function listSiteRules(): Promise<readonly SiteRuleInfo[]> {
  // Only loaded when it is called: importing the package needs none of the rules.
  const { siteRules } = await import('./rules/index.ts');
  return siteRules.map(({ id, importance, title, advice, why, source }) => {
    return { id, category: ruleCategory, importance, title, advice, why, source };
  });
}
