import { createHash } from 'node:crypto';
import { type Check, type CheckOption, categories, type Importance } from '../checks/check.ts';
import { checks, rulesetVersion } from '../checks/index.ts';
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
  /**
   * New values of options of checks, by check id and name: `{ 'title-length': { max: 70 } }`. `docs/checks.md`
   * lists the options. The version then ends with a hash of the values, as they change scores.
   */
  readonly options?: Readonly<Record<string, OptionValues>>;
}

/** Values of a check's options, by name. */
type OptionValues = Readonly<Record<string, number>>;

/**
 * Creates a ruleset from another one: adds, replaces and drops checks, and changes their importance and
 * their options.
 *
 * @param base - The ruleset to start from; it is not changed.
 * @param changes - The checks to add, replace and drop, and the new importance and options of checks.
 * @throws TypeError if an id or an option is unknown, duplicate or malformed, or the version is malformed.
 * @throws RangeError if the value of an option is not allowed.
 * @example
 * ```ts
 * const ruleset = extendRuleset(defaultRuleset, {
 *   version: 'acme-1',
 *   add: [hasImprint],
 *   drop: ['readability'],
 *   importance: { words: 'info' },
 *   options: { 'title-length': { max: 70 } },
 * });
 * const context = createContext({ store, ruleset });
 * ```
 */
export function extendRuleset(base: Ruleset, changes: RulesetChanges): Ruleset {
  const { add = [], replace = [], drop = [], importance = {}, options = {} } = changes;
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
  requireKnown('options', Object.keys(options), new Set(all.map(({ id }) => id)));
  for (const [id, values] of Object.entries(options)) {
    if (typeof values === 'object' && values !== null) continue;
    throw new TypeError(
      `options[${quote(id)}] must be an object such as { max: 70 }, not ${quote(values)}.`,
    );
  }
  const importanceById = new Map(Object.entries(importance));
  const optionsById = new Map(Object.entries(options));
  return requireRuleset({
    version: `${base.version}+${changes.version}${hashOf(options)}`,
    checks: all.map((check) => ({
      ...withOptions(check, optionsById.get(check.id)),
      importance: importanceById.get(check.id) ?? check.importance,
    })),
  });
}

function withOptions(check: Check, values: OptionValues | undefined): Check {
  if (values === undefined) return check;
  const options = { ...check.options };
  for (const [name, value] of Object.entries(values)) {
    const field = `options[${quote(check.id)}].${name}`;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      const names = Object.keys(options).join(', ');
      throw new TypeError(
        `${field} does not exist: ${names === '' ? 'the check has no options' : `the options of the check are ${names}`}.`,
      );
    }
    const { min, max, unit } = option;
    if (typeof value !== 'number' || !(value >= min && value <= max)) {
      throw new RangeError(
        `${field} must be a number of ${unit} from ${min} to ${max}, not ${quote(value)}.`,
      );
    }
    options[name] = { ...option, value };
  }
  return { ...check, options };
}

/** Distinguishes the versions of rulesets with the same name and other options; empty without options. */
function hashOf(options: Readonly<Record<string, OptionValues>>): string {
  const values = Object.entries(options)
    .flatMap(([id, checkOptions]) =>
      Object.entries(checkOptions).map(([name, value]) => `${id}.${name}=${value}`),
    )
    .sort();
  if (values.length === 0) return '';
  return `.${createHash('sha256').update(values.join()).digest('hex').slice(0, 8)}`;
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

function requireCheck(check: Check): void {
  const { id, category, importance, title, advice, why, source, options = {}, run } = check;
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
  for (const [field, text] of Object.entries({
    title,
    advice,
    source,
    ...(why !== undefined && { why }),
  })) {
    if (typeof text !== 'string' || text.trim() === '') throw wrong(field, 'a non-empty string');
  }
  if (typeof run !== 'function') throw wrong('run', 'a function');
  for (const [name, option] of Object.entries(options)) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) throw wrong(`options.${name}`, 'named in camelCase');
    requireOption(option, (field, allowed) => wrong(`options.${name}.${field}`, allowed));
  }
}

function requireOption(
  { default: initial, value = initial, min, max, unit, description }: CheckOption,
  wrong: (field: string, allowed: string) => TypeError,
): void {
  for (const [field, number] of Object.entries({ default: initial, value, min, max })) {
    if (!Number.isFinite(number)) throw wrong(field, 'a number');
  }
  if (min < 0) throw wrong('min', 'at least 0');
  if (min > initial || initial > max) throw wrong('default', `from min to max (${min} to ${max})`);
  if (min > value || value > max) throw wrong('value', `from min to max (${min} to ${max})`);
  for (const [field, text] of Object.entries({ unit, description })) {
    if (typeof text !== 'string' || text.trim() === '') throw wrong(field, 'a non-empty string');
  }
}

function requireKnown(field: string, ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new TypeError(`${field} contains ${quote(unknown)}, which the ruleset does not have.`);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
