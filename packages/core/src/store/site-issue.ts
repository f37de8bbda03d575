import { weights } from '@sitegrade/audit';
import type { Category, Importance } from '@sitegrade/audit/checks';

export { categories } from '@sitegrade/audit/checks';

/** From the most important one. */
export const importances = Object.keys(weights) as readonly Importance[];

/** A finding of an issue. Plain JSON. */
export interface SiteFinding {
  readonly summary: string;
  /** The URLs of the affected pages, by code point: at most 20. */
  readonly pages: readonly string[];
  readonly pagesCount: number;
  readonly target: string | null;
  /**
   * What the finding has in common with the same one in another crawl: a URL, a title that several pages have, or what
   * a check found. Unique within its issue.
   */
  readonly key: string;
}

/**
 * What an issue is about: `site` for a rule that compares pages, `page` for a check of single pages. Their findings are in one
 * list.
 */
export const issueScopes = ['site', 'page'] as const;

/** Whether an issue was found, in the order of lists. `unknown`: it cannot be decided. */
export const issueStatuses = ['found', 'unknown', 'none'] as const;

/** What a rule about several pages, or a check of single pages, found on a site. Plain JSON. */
export interface SiteIssue {
  /** The id of the rule or of the check. */
  readonly id: string;
  readonly scope: (typeof issueScopes)[number];
  readonly category: Category;
  readonly importance: Importance;
  readonly title: string;
  readonly advice: string;
  /** What it means for visitors, in search results or for the business; `null` for a check that does not say it. */
  readonly why: string | null;
  readonly source: string;
  readonly status: (typeof issueStatuses)[number];
  /** Why it is `unknown`; otherwise `null`. */
  readonly reason: string | null;
  readonly findingsCount: number;
  /** How many distinct pages are affected. */
  readonly pagesCount: number;
  /** On how many of them it is more than a warning: for a rule that compares pages, on all. */
  readonly failedCount: number;
  /** What its fix gains, in points of the score of the site with two decimals. */
  readonly gain: number;
  /** Those that affect most pages first, then by key: at most 1,000 findings, and a million characters. */
  readonly findings: readonly SiteFinding[];
}
