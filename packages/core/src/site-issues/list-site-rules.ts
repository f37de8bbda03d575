import type { SiteRule } from './site-rule.ts';

/** A rule about several pages, without its code. */
export type SiteRuleInfo = Omit<SiteRule, 'find' | 'unknown' | 'unchecked'>;

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
  return siteRules.map(({ id, category, importance, title, advice, why, source }) => {
    return { id, category, importance, title, advice, why, source };
  });
}
