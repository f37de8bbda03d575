import * as v from 'valibot';

/**
 * Validates options with a schema, and reports the first error. Build the schema with
 * {@link optionsObject} and {@link mustBe}, whose messages follow the option's name: "must be …".
 *
 * @param at - The prefix of the option's name: `sqliteStore: ` or `network.`.
 * @throws TypeError `sqliteStore: filename must be a path or ":memory:".`
 * @example
 * ```ts
 * const schema = optionsObject({ retries: v.optional(integerBetween(0, 10)) });
 * const { retries = 3 } = validateOptions(schema, options, 'myStore: ');
 * ```
 */
export function validateOptions<Schema extends v.GenericSchema>(
  schema: Schema,
  options: unknown,
  at: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, options);
  if (parsed.success) return parsed.output;
  // Misspelt options first: an option that seems to be missing is often a misspelt one.
  const issue = parsed.issues.find(({ expected }) => expected === 'never') ?? parsed.issues[0];
  const path = (issue.path ?? []).map(({ key }) => key);
  throw new TypeError(`${subjectOf(at, path)} ${issue.message}`);
}

/**
 * The schema of an options object. An unknown option is an error, reported with the most similar known
 * name. A missing option is reported as if it were `undefined`.
 */
export function optionsObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const names = Object.keys(entries);
  return v.strictObject(entries, ({ path, expected }) => {
    if (path === undefined) return 'must be an object.';
    const name = String(path[0].key);
    if (expected === 'never') return `is not an option. ${suggestion(name, names)}`;
    const missing = entries[name] && v.safeParse(entries[name], undefined);
    return missing?.issues?.[0]?.message ?? 'is required.';
  });
}

/** A value that a function accepts. `expected` follows "must be" in the message. */
export function mustBe<Value>(expected: string, accepts: (value: unknown) => boolean) {
  return v.custom<Value>(accepts, `must be ${expected}.`);
}

/** A string that `parse` accepts. It returns `null` for invalid strings. */
export function parsedString<Value>(expected: string, parse: (text: string) => Value | null) {
  const message = `must be ${expected}.`;
  return v.pipe(
    v.string(message),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value);
      if (value !== null) return value;
      addIssue({ message });
      return NEVER;
    }),
  );
}

/** An array of entries with a schema. */
export function arrayOf<const Entry extends v.GenericSchema>(entry: Entry) {
  return v.array(entry, 'must be an array.');
}

/** An integer in a range, inclusive. */
export function integerBetween(min: number, max: number) {
  return mustBe<number>(
    `an integer from ${min} to ${max}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

/** One of several strings. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(words, `must be one of ${words.join(', ')}.`);
}

/** A boolean. */
export const booleanOption = v.boolean('must be a boolean.');

/** A function of any parameters. */
export const functionOption = mustBe<(...parameters: never[]) => unknown>(
  'a function',
  (value) => typeof value === 'function',
);

/** Whether a value is an object, and not `null`. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function subjectOf(at: string, path: readonly unknown[]): string {
  if (path.length === 0) return at.endsWith('.') ? at.slice(0, -1) : `${at}options`;
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return `${at}${steps.join('').replace(/^\./, '')}`;
}

function suggestion(name: string, names: readonly string[]): string {
  const [nearest] = names
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, distance }) => distance <= 1 + Math.floor(known.length / 4))
    .sort((a, b) => a.distance - b.distance);
  return nearest ? `Did you mean ${nearest.known}?` : `The options are ${names.join(', ')}.`;
}

/** The Levenshtein distance of two strings. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [line, character] of [...a].entries()) {
    const next = [line + 1];
    for (let column = 0; column < b.length; column += 1) {
      const replaced = (row[column] ?? 0) + (character === b[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
