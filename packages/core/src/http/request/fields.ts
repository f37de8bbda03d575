import * as v from 'valibot';
import { invalidInput, itemIssues } from '../../validate.ts';
import { type Entries, notUtf8 } from './form.ts';
import { headerValues, type RequestHead } from './request.ts';

/** The part of JSON Schema that describes a parameter. */
interface FieldSchema {
  readonly type: 'string' | 'integer' | 'array' | 'boolean';
  readonly format?: 'int32' | 'int64';
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression of ECMAScript, with the `u` flag. */
  readonly pattern?: string;
  /** Of an array. */
  readonly items?: FieldSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The result of reading a field: its value, or what is wrong with it. */
export type FieldResult<Value> =
  | { readonly value: Value }
  | { readonly issue: string }
  /** Of a list: what is wrong with its items, by index. */
  | { readonly itemIssues: Readonly<Record<string, readonly string[]>> };

/** One field of a query, a body or the headers: its description and how it is read. */
export interface Field<Value> {
  readonly description: string;
  readonly schema: FieldSchema;
  /** An example value, unless the default or the allowed values provide one. */
  readonly example?: string | number | boolean | readonly (string | number)[];
  /** For a list of values: a JSON array, or a field of a form that is sent once for each. */
  readonly takesList?: true;
  /** For a header that is a list: it may be sent on several lines (RFC 9110, 5.3). */
  readonly isList?: true;
  /** The result if the field is not sent. */
  readonly absent: FieldResult<Value>;
  /** The reason code of an error about this field. */
  readonly reason?: string;
  /**
   * Validates a value as sent: a string from a query or form, any JSON value from a JSON body. With
   * `takesList`, an array of all that were sent.
   */
  readonly read: (raw: unknown) => FieldResult<Value>;
}

/** Fields by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values of {@link Fields}. */
export type Values<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends Field<infer Value> ? Value : never;
};

const numberType = { type: 'integer', format: 'int32' } as const;
const stringType = { type: 'string' } as const;

/** A field that accepts a fixed list of values. In JSON a number may also be sent as a string. */
export function choice<const Value extends string | number, Absent extends Value | undefined>(
  description: string,
  values: readonly Value[],
  absent: Absent,
): Field<Value | Absent> {
  const type = typeof values[0] === 'number' ? numberType : stringType;
  const issue = `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}.`;
  return {
    description,
    schema: { ...type, enum: values, ...(absent === undefined ? {} : { default: absent }) },
    absent: { value: absent },
    read: (raw) => {
      const found = values.find((value) => value === raw || String(value) === raw);
      return found === undefined ? { issue } : { value: found };
    },
  };
}

/** An integer that may be missing. In JSON it may also be sent as a string. */
export function optionalInteger({
  description,
  example,
  minimum,
  maximum,
}: {
  readonly description: string;
  readonly example: number;
  readonly minimum: number;
  readonly maximum: number;
}): Field<number | undefined> {
  return {
    description,
    example,
    schema: { ...numberType, minimum, maximum },
    absent: { value: undefined },
    read: (raw) => {
      const value = typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : raw;
      if (Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum) {
        return { value: Number(value) };
      }
      return { issue: `must be an integer from ${minimum} to ${maximum}.` };
    },
  };
}

/** The same, of which a value is required. */
export function requiredChoice<const Value extends string>(
  description: string,
  values: readonly Value[],
): Field<Value> {
  const { schema, read } = choice(description, values, undefined);
  return {
    description,
    schema,
    absent: { issue: 'is required.' },
    read: (raw) => read(raw) as FieldResult<Value>,
  };
}

/** A string and the schema that the domain validates it with. */
interface StringField {
  readonly description: string;
  readonly example: string;
  /** Its length limits are in the OpenAPI document, too. */
  readonly schema: v.GenericSchema<string, string>;
}

/** A string that is required. `maxLength` and `pattern` are for limits that its schema does not have. */
export function requiredString({
  description,
  example,
  schema,
  reason,
  ...more
}: StringField & {
  readonly reason?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
}): Field<string> {
  return {
    description,
    example,
    schema: { type: 'string', ...limitsOf(schema), ...more },
    absent: { issue: 'is required.' },
    ...(reason !== undefined && { reason }),
    read: (raw) => readString(schema, raw),
  };
}

/** A string that may be missing. */
export function optionalString({
  description,
  example,
  schema,
  ...more
}: StringField & { readonly maxLength?: number }): Field<string | undefined> {
  return {
    description,
    example,
    schema: { type: 'string', ...limitsOf(schema), ...more },
    absent: { value: undefined },
    read: (raw) => readString(schema, raw),
  };
}

/**
 * A string that may be missing, passed on as sent. Only the domain function validates it, and only if
 * it has an effect.
 */
export function passedString(text: StringField): Field<string | undefined> {
  return { ...optionalString(text), read: (raw) => ({ value: raw as string }) };
}

/** A list of strings and the schema that the domain validates each with. */
interface StringList extends Omit<StringField, 'example'> {
  readonly example: readonly string[];
  readonly maxItems: number;
  readonly maxLength: number;
}

/**
 * A list of strings that is required. Only the domain function validates the strings, and their number, so
 * that the errors are those of the function: `urls.3`. It refuses a list that is too long without reading it.
 */
export function requiredList({
  reason,
  ...list
}: StringList & { readonly reason: string }): Field<readonly string[]> {
  const field = optionalList(list);
  return {
    ...field,
    schema: { ...field.schema, minItems: 1 },
    absent: { issue: 'is required.' },
    reason,
    read: (raw) => readList(raw, list.maxItems),
  };
}

/**
 * A list of strings that may be missing. If it is not too long, its strings are validated, so that all invalid fields
 * are reported at once.
 */
export function optionalList({
  description,
  example,
  schema,
  maxItems,
  maxLength,
}: StringList): Field<readonly string[] | undefined> {
  return {
    description,
    example,
    schema: {
      type: 'array',
      items: { type: 'string', ...limitsOf(schema), maxLength },
      maxItems,
    },
    takesList: true,
    absent: { value: undefined },
    read: (raw) => {
      const result = readList(raw, maxItems);
      if (!('value' in result) || result.value.length > maxItems) return result;
      const issues = itemIssues(schema, result.value);
      return Object.keys(issues).length === 0 ? result : { itemIssues: issues };
    },
  };
}

/** A list of some of a fixed list of values, that may be missing. */
export function optionalChoices<const Value extends string>(
  description: string,
  values: readonly Value[],
): Field<readonly Value[] | undefined> {
  return choicesField(description, values, 1);
}

/** The same, and the list may be empty. In a form, one empty value is an empty list. */
export function optionalAnyChoices<const Value extends string>(
  description: string,
  values: readonly Value[],
): Field<readonly Value[] | undefined> {
  return choicesField(description, values, 0);
}

function choicesField<const Value extends string>(
  description: string,
  values: readonly Value[],
  minItems: number,
): Field<readonly Value[] | undefined> {
  const issue = `must be a list of ${values.join(', ')}.`;
  return {
    description,
    example: values.slice(0, 2),
    schema: { type: 'array', items: { type: 'string', enum: values }, minItems },
    takesList: true,
    absent: { value: undefined },
    read: (raw) => {
      if (!Array.isArray(raw)) return { issue };
      const isNone = minItems === 0 && raw.length === 1 && raw[0] === '';
      const found = isNone ? [] : raw.map((item) => values.find((value) => value === item));
      const valid = found.filter((value) => value !== undefined);
      return valid.length >= minItems && valid.length === found.length
        ? { value: valid }
        : { issue };
    },
  };
}

/** A list of ids that may be missing. In a form, one empty value is an empty list. */
export function optionalIds(
  description: string,
  maxItems: number,
): Field<readonly number[] | undefined> {
  const issue = `must be a list of at most ${maxItems} ids.`;
  const items = { type: 'integer', format: 'int64', minimum: 1 } as const;
  return {
    description,
    example: [7],
    schema: { type: 'array', items: { ...items, maximum: Number.MAX_SAFE_INTEGER }, maxItems },
    takesList: true,
    absent: { value: undefined },
    read: (raw) => {
      if (!Array.isArray(raw) || raw.length > maxItems) return { issue };
      const ids = raw.length === 1 && raw[0] === '' ? [] : raw.map(idOf);
      return ids.includes(undefined) ? { issue } : { value: ids as readonly number[] };
    },
  };
}

function idOf(raw: unknown): number | undefined {
  const id = typeof raw === 'string' && /^[1-9]\d{0,15}$/.test(raw) ? Number(raw) : raw;
  return Number.isSafeInteger(id) && Number(id) >= 1 ? Number(id) : undefined;
}

/** A choice of yes or no that may be missing: `true` or `false`, also as a string. */
export function optionalBoolean(description: string, example: boolean): Field<boolean | undefined> {
  return {
    description,
    example,
    schema: { type: 'boolean' },
    absent: { value: undefined },
    read: (raw) => {
      if (raw === true || raw === 'true') return { value: true };
      if (raw === false || raw === 'false') return { value: false };
      return { issue: 'must be true or false.' };
    },
  };
}

function readList(raw: unknown, maxItems: number): FieldResult<readonly string[]> {
  return Array.isArray(raw) && (raw.length > maxItems || !raw.includes(notUtf8))
    ? { value: raw }
    : { issue: 'must be a list of strings in UTF-8.' };
}

function readString(schema: v.GenericSchema<string, string>, raw: unknown): FieldResult<string> {
  if (raw === notUtf8) return { issue: 'must be valid UTF-8.' };
  const parsed = v.safeParse(schema, raw);
  return parsed.success ? { value: parsed.output } : { issue: parsed.issues[0].message };
}

function limitsOf(
  schema: v.GenericSchema<string, string>,
): Pick<FieldSchema, 'minLength' | 'maxLength'> {
  const limits: { minLength?: number; maxLength?: number } = {};
  const { pipe = [] } = schema as { readonly pipe?: readonly object[] };
  for (const action of pipe) {
    if ('type' in action && action.type === 'non_empty') limits.minLength = 1;
    if ('maxLength' in action) limits.maxLength = Number(action.maxLength);
  }
  return limits;
}

/** The result of reading fields: a value for each valid field, an issue for each invalid one. */
interface FieldResults<All extends Fields> {
  /** Complete if there are no issues. */
  readonly values: Values<All>;
  readonly issues: Readonly<Record<string, readonly string[]>>;
  /** The reason code of the first invalid field. */
  readonly reason: string | undefined;
}

/** Removes empty values: a GET form sends fields that were left empty, and they count as not sent. */
export function withoutEmpty(entries: Entries): Entries {
  return new Map(
    [...entries].map(([name, values]) => [name, values.filter((value) => value !== '')]),
  );
}

/** The results of fields of which none was sent, as in most requests. */
const absentResults = new WeakMap<Fields, FieldResults<Fields>>();

/** Reads the fields from the values that were sent. Other names are ignored. */
export function readFields<All extends Fields>(fields: All, entries: Entries): FieldResults<All> {
  if (entries.size > 0) return readSent(fields, entries);
  const known = absentResults.get(fields);
  if (known) return known as FieldResults<All>;
  const results = readSent(fields, entries);
  // No request may change what others get.
  absentResults.set(fields, { ...results, values: Object.freeze(results.values) });
  return results;
}

function readSent<All extends Fields>(fields: All, entries: Entries): FieldResults<All> {
  const values: Record<string, unknown> = {};
  const issues: Record<string, readonly string[]> = {};
  const arrays = bracketedNames(entries);
  let reason: string | undefined;

  for (const [name, field] of Object.entries(fields)) {
    const result = readField(name, field, entries.get(name) ?? [], arrays);
    if ('value' in result) {
      values[name] = result.value;
    } else {
      if ('issue' in result) issues[name] = [result.issue];
      else {
        for (const [index, messages] of Object.entries(result.itemIssues)) {
          issues[`${name}.${index}`] = messages;
        }
      }
      reason ??= field.reason;
    }
  }
  return { values: values as Values<All>, issues, reason };
}

function readField(
  name: string,
  field: Field<unknown>,
  sent: readonly unknown[],
  arrays: ReadonlySet<string>,
): FieldResult<unknown> {
  if (field.takesList) {
    if (arrays.has(name)) return { issue: `must be sent as ${name}, without brackets.` };
    if (sent.length === 0) return field.absent;
    const [only] = sent;
    if (sent.length > 1) return field.read(sent.flat());
    // A string is one of a form that was sent once. A list in JSON may be long: it is not copied.
    return field.read(typeof only === 'string' ? sent : only);
  }
  if (sent.length > 1 || arrays.has(name))
    return { issue: 'must be sent once, and not as a list.' };
  return sent.length === 0 ? field.absent : field.read(sent[0]);
}

/**
 * Requires that all fields of body, query and headers are valid.
 *
 * @throws SitegradeError `invalid_input` with all invalid fields at once.
 */
export function requireFields(results: readonly FieldResults<Fields>[]): void {
  if (results.every(({ issues }) => Object.keys(issues).length === 0)) return;
  const issues = Object.assign({}, ...results.map((result) => result.issues));
  const reason = results.find(({ reason }) => reason !== undefined)?.reason;
  throw invalidInput(issues, reason === undefined ? {} : { reason });
}

/** Names sent as `name[]` or `name[key]`, which some servers read as a list or an object. */
function bracketedNames(entries: Entries): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of entries.keys()) {
    const bracket = name.indexOf('[');
    if (bracket > 0) names.add(name.slice(0, bracket));
  }
  return names;
}

/** The values of the header fields, as sent. The lines of a list header are joined to one value. */
export function readHeaders(fields: Fields, incoming: RequestHead): Entries {
  const entries = new Map<string, readonly string[]>();
  for (const [name, { isList }] of Object.entries(fields)) {
    const values = headerValues(incoming, name.toLowerCase());
    if (values.length === 0) continue;
    entries.set(name, isList ? [values.join(',')] : values);
  }
  return entries;
}
