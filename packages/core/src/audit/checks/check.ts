import type { FetchedPage } from '../fetch/fetched.ts';
import type { ProbeFacts } from '../fetch/probes/probe-facts.ts';
import type { RobotsTxt } from '../fetch/robots-txt.ts';
import type { SitemapFacts } from '../fetch/sitemap/sitemap-facts.ts';
import type { PageFacts } from '../page/page-facts.ts';
import type { PageUrls } from '../page-urls.ts';

/** The group of checks that a check belongs to. */
export type Category = 'seo' | 'performance' | 'security' | 'miscellaneous';

/** How much a check matters; {@link weights} gives the numbers. */
export type Importance = 'high' | 'medium' | 'low' | 'info';

/**
 * The result of a check. `na`: the rule does not apply to this page. `error`: the check could not be
 * evaluated; this does not count against the page.
 */
export type Status = 'pass' | 'warn' | 'fail' | 'na' | 'error';

/** Any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A quote from the page, its headers or robots.txt that shows a finding. */
export interface Evidence {
  /** What is quoted. */
  readonly kind: 'html' | 'header' | 'url' | 'robots';
  /** The tag, the header line, the URL or the line of robots.txt, cut to 300 characters. */
  readonly text: string;
  /** Line in the source, from 1. */
  readonly line?: number;
  /** Column in the source, from 1, in UTF-16 units. */
  readonly column?: number;
}

/** Everything that a check reads. Checks get neither the HTML nor access to the network. */
export interface AuditFacts {
  readonly page: PageFacts;
  /** The links and resources of the page, with resolved URLs. */
  readonly urls: PageUrls;
  readonly response: FetchedPage;
  readonly robots: RobotsTxt;
  readonly sitemap: SitemapFacts;
  readonly probes: ProbeFacts;
  /** The time of the analysis. Checks use it instead of the clock, so that the same facts give the same report. */
  readonly now: Date;
}

/** What a check returns for one page. */
export interface Outcome {
  readonly status: Status;
  /** What was found on this page, in a sentence for a site owner. */
  readonly summary: string;
  readonly value?: Json;
  readonly evidence?: readonly Evidence[];
  /** Points from 0 to 1, if they differ from the default of the status (pass 1, warn 0.5, fail 0). */
  readonly points?: number;
}

/** A cap on the score, for findings that no other result can make up for. */
export interface GateRule {
  /** The highest score of a report when this gate is triggered. */
  readonly cap: 49 | 79;
  /** The mildest status that triggers the gate. */
  readonly triggeredBy: 'warn' | 'fail';
  readonly reason: string;
  /** Whether the gate is about indexing. Reports with `expectIndexable: false` ignore it. */
  readonly indexability: boolean;
}

/** One rule with its texts, its source and the pure function that evaluates it. */
export interface Check {
  /** Stable, kebab-case, unique in the ruleset. */
  readonly id: string;
  readonly category: Category;
  readonly importance: Importance;
  /** What is true of a page that passes, for site owners: "The page has a title". */
  readonly title: string;
  /** The first step to fix a failure, in the imperative, for site owners. */
  readonly advice: string;
  /** URL of a public explanation of the rule. */
  readonly source: string;
  /** The cap that this check can put on the score. */
  readonly gate?: GateRule;
  readonly run: (facts: AuditFacts) => Outcome;
}
