import { type Check, categories, type Importance } from './checks/check.ts';
import { checks, rulesetVersion } from './checks/index.ts';
import { weights } from './score.ts';

/** The checks of a report, with a version. */
export interface Ruleset {
  /**
   * Stored with each report: scores of different versions cannot be compared. Letters, digits and
   * `.`, `_`, `+`, `-`, at most 64 characters.
   */
  readonly version: string;
  /** In the order in which reports list them; ids are unique. */
  readonly checks: readonly Check[];
}

/** All checks of sitegrade, listed in `docs/checks.md`. */
export const defaultRuleset: Ruleset = { version: rulesetVersion, checks };

/** The changes that {@link extendRuleset} makes. */
export interface RulesetChanges {
  /** Name of the change. The new version is the version of the base, a `+` and this name. */
  readonly version: string;
  /** New checks, listed after the existing ones. */
  readonly add?: readonly Check[];
  /** Checks that replace the existing one with the same id. */
  readonly replace?: readonly Check[];
  /** Ids of checks to remove. */
  readonly drop?: readonly string[];
  /** New importance by check id. */
  readonly importance?: Readonly<Record<string, Importance>>;
}

/**
 * Creates a ruleset from another one: adds, replaces and drops checks, and changes their importance.
 *
 * @param base - The ruleset to start from; it is not changed.
 * @param changes - The checks to add, replace and drop, and the new importance of checks.
 * @throws TypeError if an id is unknown, duplicate or malformed, or the version is malformed.
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
  const importanceById = new Map(Object.entries(importance));
  return requireRuleset({
    version: `${base.version}+${changes.version}`,
    checks: all.map((check) => ({
      ...check,
      importance: importanceById.get(check.id) ?? check.importance,
    })),
  });
}

/**
 * Validates a ruleset, and returns it unchanged.
 *
 * @throws TypeError with the check and the fault.
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

function requireCheck({ id, category, importance, title, advice, source, run }: Check): void {
  // Objects list keys that are integers first, so an id of digits would change the order of checks.
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || id.length > 64) {
    throw new TypeError(
      `A check's id must be lower-case words separated by "-", at most 64 characters, not ${quote(id)}.`,
    );
  }
  const wrong = (field: string, allowed: string) =>
    new TypeError(`${field} of check ${quote(id)} must be ${allowed}.`);
  if (!categories.includes(category)) throw wrong('category', `one of ${categories.join(', ')}`);
  if (!Object.hasOwn(weights, importance)) {
    throw wrong('importance', `one of ${Object.keys(weights).join(', ')}`);
  }
  for (const [field, text] of Object.entries({ title, advice, source })) {
    if (typeof text !== 'string' || text.trim() === '') throw wrong(field, 'a non-empty string');
  }
  if (typeof run !== 'function') throw wrong('run', 'a function');
}

function requireKnown(field: string, ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new TypeError(`${field} contains ${quote(unknown)}, which the ruleset does not have.`);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
