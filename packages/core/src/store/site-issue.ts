import type { Category, Importance } from '@sitegrade/audit/checks';

/** A finding of an issue. Plain JSON. */
export interface SiteFinding {
  readonly summary: string;
  /** The URLs of the affected pages, by code point: at most 20. */
  readonly pages: readonly string[];
  readonly pagesCount: number;
  readonly target: string | null;
  /**
   * What the finding has in common with the same one in another crawl: a URL, a title that several pages have, or
   * the id of a check. Unique within its issue.
   */
  readonly key: string;
}

/** What a rule found on a site. Plain JSON. */
export interface SiteIssue {
  readonly id: string;
  readonly category: Category;
  readonly importance: Importance;
  readonly title: string;
  readonly advice: string;
  readonly source: string;
  /** `unknown`: it cannot be decided. */
  readonly status: 'found' | 'none' | 'unknown';
  /** Why it is `unknown`; otherwise `null`. */
  readonly reason: string | null;
  readonly findingsCount: number;
  /** How many distinct pages are affected. */
  readonly pagesCount: number;
  /** Those that affect most pages first, then by key: at most 1,000 findings, and a million characters. */
  readonly findings: readonly SiteFinding[];
}
