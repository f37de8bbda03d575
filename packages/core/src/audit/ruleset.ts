import type { Check, Importance } from './checks/check.ts';
import { checks, rulesetVersion } from './checks/index.ts';
import { weights } from './score.ts';

/** The checks that make a report, and a name for them. */
export interface Ruleset {
  /**
   * Kept with each report: scores of different versions do not compare. Letters, digits and
   * `.`, `_`, `+`, `-`, at most 64 characters.
   */
  readonly version: string;
  /** In the order in which reports list them; ids are unique. */
  readonly checks: readonly Check[];
}

/** Every check of sitegrade, as `docs/checks.md` lists them. */
export const defaultRuleset: Ruleset = { version: rulesetVersion, checks };

/** What {@link extendRuleset} changes. */
export interface RulesetChanges {
  /** Names the change: the new version is that of the base, a `+`, and this. */
  readonly version: string;
  /** New checks, listed after those there are. */
  readonly add?: readonly Check[];
  /** Checks that take the place of the one with their id. */
  readonly replace?: readonly Check[];
  /** Ids of checks to leave out. */
  readonly drop?: readonly string[];
  /** Importance by id, where it is to differ. */
  readonly importance?: Readonly<Record<string, Importance>>;
}

/**
 * Makes a ruleset of another: adds, replaces, drops and re-weighs checks.
 *
 * @throws TypeError where an id is unknown, taken or malformed, or where the version is.
 * @example
 * ```ts
 * const ruleset = extendRuleset(defaultRuleset, {
 *   version: 'acme-1',
 *   add: [hasImprint],
 *   drop: ['readability'],
 *   importance: { words: 'info' },
 * });
 * const context = createContext({ store, ruleset });
 * ```
 */
export function extendRuleset(base: Ruleset, changes: RulesetChanges): Ruleset {
  const { add = [], replace = [], drop = [], importance = {} } = changes;
  const known = new Set(base.checks.map(({ id }) => id));
  requireKnown(
    'replace',
    replace.map(({ id }) => id),
    known,
  );
  requireKnown('drop', drop, known);
  const replaced = new Map(replace.map((check) => [check.id, check]));
  const dropped = new Set(drop);
  const all = [
    ...base.checks
      .filter(({ id }) => !dropped.has(id))
      .map((check) => replaced.get(check.id) ?? check),
    ...add,
  ];
  requireKnown('importance', Object.keys(importance), new Set(all.map(({ id }) => id)));
  const weighed = new Map(Object.entries(importance));
  return requireRuleset({
    version: `${base.version}+${changes.version}`,
    checks: all.map((check) => ({
      ...check,
      importance: weighed.get(check.id) ?? check.importance,
    })),
  });
}

/**
 * A ruleset as it is, where nothing is wrong with it.
 *
 * @throws TypeError that names the check and what is wrong.
 */
export function requireRuleset(ruleset: Ruleset): Ruleset {
  if (!/^[\w.+-]{1,64}$/.test(ruleset.version)) {
    throw new TypeError(
      `ruleset.version must be 1 to 64 letters, digits, ".", "_", "+" and "-", not ${quote(ruleset.version)}.`,
    );
  }
  if (ruleset.checks.length === 0) throw new TypeError('ruleset.checks must not be empty.');
  const seen = new Set<string>();
  for (const check of ruleset.checks) {
    requireCheck(check);
    if (seen.has(check.id)) throw new TypeError(`ruleset.checks has ${quote(check.id)} twice.`);
    seen.add(check.id);
  }
  return ruleset;
}

const categories = ['seo', 'performance', 'security', 'miscellaneous'];

function requireCheck({ id, category, importance, title, advice, source, run }: Check): void {
  // An id of digits alone would not keep its place among a report's checks.
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length > 64) {
    throw new TypeError(
      `A check's id must be lower-case words with "-" between them, 64 characters at most, not ${quote(id)}.`,
    );
  }
  const wrong = (field: string, allowed: string) =>
    new TypeError(`${field} of check ${quote(id)} must be ${allowed}.`);
  if (!categories.includes(category)) throw wrong('category', `one of ${categories.join(', ')}`);
  if (!Object.hasOwn(weights, importance)) {
    throw wrong('importance', `one of ${Object.keys(weights).join(', ')}`);
  }
  for (const [field, text] of Object.entries({ title, advice, source })) {
    if (typeof text !== 'string' || text.trim() === '') throw wrong(field, 'a text');
  }
  if (typeof run !== 'function') throw wrong('run', 'a function');
}

function requireKnown(field: string, ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new TypeError(`${field} names ${quote(unknown)}, which the ruleset does not have.`);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
