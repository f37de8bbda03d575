import { schemaOrgTable } from './schema-org-table.ts';

interface TypeEntry {
  readonly supersededBy: string | null;
  readonly parents: readonly string[];
  readonly properties: readonly string[];
}

interface Vocabulary {
  readonly types: ReadonlyMap<string, TypeEntry>;
  readonly properties: ReadonlySet<string>;
  /** Names in lower case, for those who wrote them in another one. */
  readonly byLowerCase: ReadonlyMap<string, string>;
  /** Each type with all that is above it, as far as anybody has asked. */
  readonly ancestorsByType: Map<string, ReadonlySet<string>>;
}

let vocabulary: Vocabulary | null = null;

/** Whether schema.org's vocabulary has a type of this name. */
export function isSchemaType(name: string): boolean {
  return read().types.has(name);
}

/** The type that schema.org has instead of one that it no longer recommends; else `null`. */
export function supersederOf(name: string): string | null {
  return read().types.get(name)?.supersededBy ?? null;
}

/** Whether a type is another one, or below it. */
export function isTypeOf(name: string, ancestor: string): boolean {
  return ancestorsOf(name).has(ancestor);
}

/** Whether schema.org's vocabulary has a property of this name, on whatever type. */
export function isSchemaProperty(name: string): boolean {
  return read().properties.has(name);
}

/** The type that is written almost like this: in another case, or with one slip. */
export function similarType(name: string): string | null {
  const { types, byLowerCase } = read();
  return byLowerCase.get(name.toLowerCase()) ?? oneSlipFrom(name, types.keys());
}

/** The property of these types that is written almost like this: in another case, or with one slip. */
export function similarProperty(name: string, types: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const own = new Set(
    types
      .flatMap((type) => [...ancestorsOf(type)])
      .flatMap((type) => read().types.get(type)?.properties ?? []),
  );
  for (const property of own) if (property.toLowerCase() === lower) return property;
  return oneSlipFrom(name, own);
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

/** Names shorter than this are another word with one letter changed. */
const shortestGuess = 4;

function oneSlipFrom(name: string, candidates: Iterable<string>): string | null {
  if (name.length < shortestGuess) return null;
  for (const candidate of candidates) if (isOneSlip(name, candidate)) return candidate;
  return null;
}

/** Whether one letter is missing, too many, another one, or two neighbours stand the wrong way round. */
function isOneSlip(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
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
    const [own = '', supersededBy = null] = name.split('>');
    types.set(own, { supersededBy, parents: parents.split(',').filter(Boolean), properties });
  }
  return {
    types,
    properties: new Set([...types.values()].flatMap((type) => type.properties)),
    byLowerCase: new Map([...types.keys()].map((name) => [name.toLowerCase(), name])),
    ancestorsByType: new Map(),
  };
}
