import { schemaOrgTable } from './schema-org-table.ts';

interface TypeEntry {
  readonly supersededBy: string | null;
  readonly parents: readonly string[];
  readonly properties: readonly string[];
}

interface Vocabulary {
  readonly types: ReadonlyMap<string, TypeEntry>;
  readonly properties: ReadonlySet<string>;
  /** Names by lower-case name, to find names in the wrong case. */
  readonly byLowerCase: ReadonlyMap<string, string>;
  /** A cache of the ancestors of each type. */
  readonly ancestorsByType: Map<string, ReadonlySet<string>>;
}

let vocabulary: Vocabulary | null = null;

/** Whether schema.org's vocabulary has a type of this name. */
export function isSchemaType(name: string): boolean {
  return read().types.has(name);
}

/** The type that replaces a superseded one; otherwise `null`. */
export function replacementTypeOf(name: string): string | null {
  return read().types.get(name)?.supersededBy ?? null;
}

/** Whether a type is another one, or a subtype of it. */
export function isTypeOf(name: string, ancestor: string): boolean {
  return ancestorsOf(name).has(ancestor);
}

/** The types and their supertypes, as far as schema.org defines them. For one type it is the same set each time. */
export function kindsOf(types: ReadonlySet<string>): ReadonlySet<string> {
  const [first = ''] = types;
  if (types.size <= 1) return ancestorsOf(first);
  const kinds = new Set<string>();
  for (const type of types) for (const kind of ancestorsOf(type)) kinds.add(kind);
  return kinds;
}

/** Whether schema.org's vocabulary has a property of this name, on any type. */
export function isSchemaProperty(name: string): boolean {
  return read().properties.has(name);
}

/** The type with a similar name: in another case, or with one typo. */
export function similarType(name: string): string | null {
  const { types, byLowerCase } = read();
  return byLowerCase.get(name.toLowerCase()) ?? oneTypoFrom(name, types.keys());
}

/** The property of these types with a similar name: in another case, or with one typo. */
export function similarProperty(name: string, types: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const lists = propertiesOf(types);
  for (const properties of lists) {
    for (const property of properties) {
      if (property.length === lower.length && property.toLowerCase() === lower) return property;
    }
  }
  for (const properties of lists) {
    const found = oneTypoFrom(name, properties);
    if (found !== null) return found;
  }
  return null;
}

/** The properties of these types and their supertypes, each list once. */
function propertiesOf(types: readonly string[]): readonly (readonly string[])[] {
  const vocabulary = read();
  const all = new Set<string>();
  for (const type of types) for (const ancestor of ancestorsOf(type)) all.add(ancestor);
  return [...all].map((type) => vocabulary.types.get(type)?.properties ?? []);
}

function ancestorsOf(name: string): ReadonlySet<string> {
  const { types, ancestorsByType } = read();
  const known = ancestorsByType.get(name);
  if (known !== undefined) return known;
  if (!types.has(name)) return none;
  const ancestors = new Set<string>([name]);
  for (const type of ancestors) {
    for (const parent of types.get(type)?.parents ?? []) ancestors.add(parent);
  }
  ancestorsByType.set(name, ancestors);
  return ancestors;
}

const none: ReadonlySet<string> = new Set();

/** In shorter names, one changed letter often gives another word. */
const minGuessLength = 4;

function oneTypoFrom(name: string, candidates: Iterable<string>): string | null {
  if (name.length < minGuessLength) return null;
  for (const candidate of candidates) if (isOneTypo(name, candidate)) return candidate;
  return null;
}

/** Whether one letter is missing, extra or different, or two neighbours are swapped. */
function isOneTypo(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  const [a, b] = [short.slice(start + 1), long.slice(start + 1)];
  if (a === b) return true;
  const swapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return swapped && a.slice(1) === b.slice(1);
}

function read(): Vocabulary {
  vocabulary ??= parse();
  return vocabulary;
}

function parse(): Vocabulary {
  const types = new Map<string, TypeEntry>();
  for (const line of schemaOrgTable.trimEnd().split('\n')) {
    const [head = '', ...properties] = line.split(' ');
    const [name = '', parents = ''] = head.split('<');
    const [typeName = '', supersededBy = null] = name.split('>');
    types.set(typeName, { supersededBy, parents: parents.split(',').filter(Boolean), properties });
  }
  return {
    types,
    properties: new Set([...types.values()].flatMap((type) => type.properties)),
    byLowerCase: new Map([...types.keys()].map((name) => [name.toLowerCase(), name])),
    ancestorsByType: new Map(),
  };
}
