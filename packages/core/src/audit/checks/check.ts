import type { AuditFacts } from '../audit-facts.ts';
import type { Outcome } from '../outcome.ts';
import type { Sample } from '../probes/unrequested-samples.ts';

/** The group of checks that a check belongs to. */
export type Category = 'seo' | 'performance' | 'security' | 'miscellaneous';

/** How much a check matters; {@link weights} gives the numbers. */
export type Importance = 'high' | 'medium' | 'low' | 'info';

/** A cap on the score, for findings that no other result can make up for. */
export interface GateRule {
  /** The highest score of a report when this gate is triggered. */
  readonly cap: 49 | 79;
  /** The mildest status that triggers the gate. */
  readonly triggeredBy: 'warn' | 'fail';
  readonly reason: string;
  /**
   * Whether the gate is about indexing. Reports with `expectIndexable: false` ignore it, and the check
   * then deducts nothing.
   */
  readonly indexability: boolean;
  /** Whether the gate also makes the report partial: what was evaluated is not the whole page. */
  readonly partial?: boolean;
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
  /**
   * Name of what several checks are about, such as `canonical`: within a family the largest deduction
   * counts in full and the others a quarter.
   */
  readonly family?: string;
  /**
   * Whether this check reports that what its family is about is missing. The whole family then costs at
   * most the weight of this check: deleting something that has faults is never the best fix.
   */
  readonly capsFamily?: boolean;
  /**
   * `site` for a check that holds whatever page of the site was served: of the connection, robots.txt and
   * sitemaps. `response` for one about what was served. Other checks do not apply if the server did not
   * show the page, and those about the site neither if it was another site that responded.
   */
  readonly about?: 'site' | 'response';
  /**
   * The samples of other URLs that it reads. It does not apply to a page of a crawl that has such URLs: there,
   * only the page itself is requested.
   */
  readonly samples?: readonly Sample[];
  readonly run: (facts: AuditFacts) => Outcome;
}
