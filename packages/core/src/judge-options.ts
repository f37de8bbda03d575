/** What a value of an option has to be, and how that is said after "must be". */
export type OptionRule = readonly [isRight: (value: unknown) => boolean, expected: string];

/** The rules of every option, by name. Only `store` has to be there. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

/**
 * Judges an embedder's options at start, long before the first request.
 *
 * @param alsoThere Names that others judge, for the list of those there are.
 * @throws TypeError naming the option, and what it should be.
 */
export function judgeOptions(
  options: unknown,
  rules: OptionRules,
  alsoThere: readonly string[] = [],
): void {
  if (!isObject(options)) throw new TypeError('options must be an object with a store');
  const given = new Map<string, unknown>(Object.entries(options));
  for (const name of given.keys()) {
    if (Object.hasOwn(rules, name)) continue;
    const known = [...Object.keys(rules), ...alsoThere];
    throw new TypeError(`options.${name} is unknown; there are ${known.join(', ')}`);
  }
  for (const [name, [isRight, expected]] of Object.entries(rules)) {
    const value = given.get(name);
    if (value === undefined && name !== 'store') continue;
    if (!isRight(value)) throw new TypeError(`options.${name} must be ${expected}`);
  }
}

/** Whether a value is an object, and not `null`. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
