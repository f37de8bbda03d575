import type { AuditFacts } from '../audit-facts.ts';
import type { Outcome } from '../outcome.ts';
import type { Sample } from '../probes/unrequested-samples.ts';

/** The groups of checks, in the order in which reports list them. */
export const categories = [
  'seo',
  'accessibility',
  'performance',
  'security',
  'miscellaneous',
] as const;

/** The group of checks that a check belongs to. */
export type Category = (typeof categories)[number];

/** How much a check matters; {@link weights} gives the numbers. */
export type Importance = 'high' | 'medium' | 'low' | 'info';

/** A cap on the score, for findings that no other result can make up for. */
export interface GateRule {
  /** The highest score of a report when this gate is triggered. */
  readonly cap: 20 | 30 | 49 | 79;
  /** The mildest status that triggers the gate. */
  readonly triggeredBy: 'warn' | 'fail';
  readonly reason: string;
  /**
   * Whether the gate is about indexing. Reports with `expectIndexable: false` ignore it, and the check
   * then deducts nothing.
   */
  readonly indexability: boolean;
  /**
   * Whether the content of the page was not seen: the report is then partial, and the categories about content have
   * no score.
   */
  readonly partial?: boolean;
}

/** A number that a ruleset can change, such as the longest title that a check passes. */
export interface CheckOption {
  /** The value that counts if no ruleset sets another one. */
  readonly default: number;
  /** The value that a ruleset sets; `extendRuleset` adds it. */
  readonly value?: number;
  /** The smallest value that is allowed. */
  readonly min: number;
  /** The largest value that is allowed. */
  readonly max: number;
  /** What is counted, in the plural: `characters`, `words`, `bytes`. */
  readonly unit: string;
  /** What the value decides, for developers: "Longer titles are a warning". */
  readonly description: string;
}

/**
 * One rule with its texts, its source and the pure function that evaluates it.
 *
 * @typeParam Option - The names of its {@link Check.options}.
 */
export interface Check<Option extends string = string> {
  /** Stable, kebab-case, unique in the ruleset. */
  readonly id: string;
  readonly category: Category;
  readonly importance: Importance;
  /** What is true of a page that passes, for site owners: "The page has a title". */
  readonly title: string;
  /** The first step to fix a failure, in the imperative, for site owners. */
  readonly advice: string;
  /**
   * What a failure means for visitors, in search results or for the business: one sentence, for someone who has
   * never heard of the rule. All of our own checks have one.
   */
  readonly why?: string;
  /**
   * URL of a public explanation of the rule. `docs/checks.md` lists those of our own checks, and what they add, such as
   * limits and exceptions, from the `@remarks` in their files.
   */
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
   * `site` for a check that holds for every page of the site: of the connection, robots.txt and
   * sitemaps. `response` for one about what was served. Other checks do not apply if the server did not
   * show the page, and those about the site neither if it was another site that responded.
   */
  readonly about?: 'site' | 'response';
  /**
   * Whether its result comes from the server, its settings or its certificate, not from the files of the site. It does
   * not apply to local files, which the command serves by itself.
   */
  readonly isAboutServer?: true;
  /**
   * Whether it is about a file or a response at the root of the origin: robots.txt, sitemaps and others. It does not apply to
   * local files of a folder below it.
   */
  readonly isAtRoot?: true;
  /**
   * The samples of other URLs that it reads. It does not apply to a page of a crawl that has such URLs: there,
   * only the page itself is requested.
   */
  readonly samples?: readonly Sample[];
  /**
   * What it reads of a page that was rendered. By default, the page as scripts built it. `source`: the HTML of the
   * server, as it is about how the page is sent or loaded. `browser`: what only a browser knows, such as colours and
   * sizes; it has no weight for a page that was not rendered. `speed`: how fast the page was loaded in a browser; it
   * counts in its category where that was measured, and never in the score, which is the same each time. `visits`: only
   * what real visitors had; it has no weight where that is not known.
   */
  readonly reads?: 'source' | 'browser' | 'speed' | 'visits';
  /** The numbers that a ruleset can change, by name in camelCase; see `extendRuleset`. */
  readonly options?: Readonly<Record<Option, CheckOption>>;
  /**
   * Evaluates the rule. It must not read the clock, or anything but its arguments.
   *
   * @param facts - What is known about the page.
   * @param options - The value of each of {@link options}.
   */
  // A method, so that a check with options is a Check.
  run(facts: AuditFacts, options: Readonly<Record<Option, number>>): Outcome;
}

const none: Readonly<Record<string, number>> = Object.freeze({});
const values = new WeakMap<Check, Readonly<Record<string, number>>>();

/** The values of a check's options, the same object each time. */
export function optionsOf(check: Check): Readonly<Record<string, number>> {
  if (check.options === undefined) return none;
  const known = values.get(check);
  if (known !== undefined) return known;
  const options = Object.fromEntries(
    Object.entries(check.options).map(([name, option]) => [name, option.value ?? option.default]),
  );
  values.set(check, options);
  return options;
}
