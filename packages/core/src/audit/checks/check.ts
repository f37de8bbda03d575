import type { AuditFacts } from '../audit-facts.ts';
import type { Outcome } from '../outcome.ts';

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
