import type { FetchedPage } from '../fetch/fetched.ts';
import type { ProbeFacts } from '../fetch/probes/probe-facts.ts';
import type { RobotsTxt } from '../fetch/robots-txt.ts';
import type { SitemapFacts } from '../fetch/sitemap/sitemap-facts.ts';
import type { PageFacts } from '../page/page-facts.ts';
import type { PageUrls } from '../page-urls.ts';

/** The part of a page's worth that a check is about. */
export type Category = 'seo' | 'performance' | 'security' | 'miscellaneous';

/** How much a check matters; {@link weights} gives the numbers. */
export type Importance = 'high' | 'medium' | 'low' | 'info';

/**
 * How a check ended. `na`: the rule does not apply here. `error`: it could not be evaluated, which
 * is not the page's failure.
 */
export type Status = 'pass' | 'warn' | 'fail' | 'na' | 'error';

/** Anything that JSON can say. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** One place where something was found. */
export interface Evidence {
  /** What kind of thing is quoted. */
  readonly kind: 'html' | 'header' | 'url' | 'robots';
  /** The tag, the header line, the URL or the line of robots.txt, cut to 300 characters. */
  readonly text: string;
  /** Line in the source, from 1. */
  readonly line?: number;
  /** Column in the source, from 1, in UTF-16 units. */
  readonly column?: number;
}

/** Everything that checks may look at. They never see HTML and never ask the network. */
export interface AuditFacts {
  readonly page: PageFacts;
  /** The page's links and what it loads, resolved. */
  readonly urls: PageUrls;
  readonly response: FetchedPage;
  readonly robots: RobotsTxt;
  readonly sitemap: SitemapFacts;
  readonly probes: ProbeFacts;
  /** The time of the analysis: one input, so that the same facts give the same report. */
  readonly now: Date;
}

/** What a check says of one page. */
export interface Outcome {
  readonly status: Status;
  /** What was found, in a sentence for a site owner. */
  readonly summary: string;
  readonly value?: Json;
  readonly evidence?: readonly Evidence[];
  /** Points from 0 to 1 where they are not the status's own (pass 1, warn 0.5, fail 0). */
  readonly points?: number;
}

/** A cap on the score, for findings that no other merit makes up for. */
export interface GateRule {
  /** The highest score that a report can have behind this gate. */
  readonly cap: 49 | 79;
  /** The mildest status that closes it. */
  readonly closesOn: 'warn' | 'fail';
  readonly reason: string;
  /** Whether the gate is about being found at all, which a staging site does not want. */
  readonly indexability: boolean;
}

/** One rule: what it is, why it matters, where it comes from, and a pure function. */
export interface Check {
  /** Stable, kebab-case, unique in the ruleset. */
  readonly id: string;
  readonly category: Category;
  readonly importance: Importance;
  /** What it is called, for people. */
  readonly title: string;
  /** How to mend a failure, for a site owner. */
  readonly advice: string;
  /** Public source of the rule. */
  readonly source: string;
  /** The cap that this check can put on the score. */
  readonly gate?: GateRule;
  readonly run: (facts: AuditFacts) => Outcome;
}
