import type { Importance } from '@sitegrade/audit/checks';
import type { Site } from './site.ts';

/** The category of all rules. */
export const ruleCategory = 'seo';

/** A rule about several pages of a website, with its texts and its source. A pure function of the site. */
export interface SiteRule {
  /** Stable, kebab-case: `duplicate-titles`. */
  readonly id: string;
  readonly importance: Importance;
  /** What is right when there is no issue, for site owners: "Every page has its own title". */
  readonly title: string;
  /** The first step to fix it, in the imperative, for site owners. */
  readonly advice: string;
  /** What an issue means for visitors, in search results or for the business, in one sentence. */
  readonly why: string;
  /** URL of a public explanation of the rule. */
  readonly source: string;
  /** Why it cannot be decided for this site, in a sentence; `null` if it can. By default it always can. */
  readonly unknown?: (site: Site) => string | null;
  /**
   * What of the site it could not look at, in a sentence: if it finds nothing, it is `unknown`, and not `none`. `null` if
   * it has seen all. By default it always has.
   */
  readonly unchecked?: (site: Site) => string | null;
  /**
   * Yields the findings, in any order, and `null` where the work may be paused: at least once a page. If it turns out
   * that it cannot be decided, yields why, as `unknown`, and ends.
   */
  readonly find: (site: Site) => Iterable<SiteRuleFinding | string | null>;
}

/** What a rule has found. */
export interface SiteRuleFinding {
  /** What was found, in a sentence: "3 pages have the title “Home”." */
  readonly summary: string;
  /** The indexes of the affected pages in {@link Site.pages}, at least one: those to be changed. */
  readonly pages: readonly number[];
  /** The URL that it is about, if that is not one of the pages: the broken one. */
  readonly target?: string;
  /** As in `SiteFinding`. By default the target, otherwise the first page. */
  readonly key?: string;
}
