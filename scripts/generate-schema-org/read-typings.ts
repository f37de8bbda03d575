/** A type of schema.org's vocabulary. */
export interface VocabularyType {
  readonly name: string;
  readonly parents: readonly string[];
  /** Its own properties, without those of its supertypes. */
  readonly properties: readonly string[];
  /** The superseding type; `null` if the type is in use. */
  readonly supersededBy: string | null;
}

interface Declared {
  readonly properties: Map<string, string[]>;
  readonly subtypes: Map<string, readonly string[]>;
  /** Names of types that differ from the declared identifier: `_3DModel` is `3DModel`. */
  readonly realNames: Map<string, string>;
  readonly superseded: Map<string, string>;
}

/** Reads the vocabulary from the typings of schema-dts, which declare every type of it. */
export function readTypings(source: string): readonly VocabularyType[] {
  const declared = readDeclarations(source);
  const parents = new Map<string, string[]>();
  for (const [parent, children] of declared.subtypes) {
    for (const child of children) parents.set(child, [...(parents.get(child) ?? []), parent]);
  }
  const nameOf = (alias: string) => declared.realNames.get(alias) ?? alias;
  return [...declared.subtypes.keys()]
    .filter((alias) => declared.realNames.has(alias) || isDataType(alias, parents))
    .filter((alias) => !nameOf(alias).includes(':'))
    .map((alias) => ({
      name: nameOf(alias),
      parents: (parents.get(alias) ?? []).map(nameOf).sort(),
      properties: (declared.properties.get(alias) ?? []).sort(),
      supersededBy: declared.superseded.get(alias) ?? null,
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function readDeclarations(source: string): Declared {
  const declared: Declared = {
    properties: new Map(),
    subtypes: new Map(),
    realNames: new Map(),
    superseded: new Map(),
  };
  let inside: string | null = null;
  let deprecated: string | null = null;
  for (const line of source.split('\n')) {
    const instead =
      /@deprecated (?:Consider using|Use) (?:https:\/\/schema\.org\/)?(\w+) instead/.exec(line);
    if (instead) deprecated = instead[1] ?? null;
    inside = /^(?:export )?(?:interface|type) (\w+?)(?:Base|Leaf)\b/.exec(line)?.[1] ?? inside;
    const property = /^ {4}"([a-z]\w*)"\?: /.exec(line)?.[1];
    if (property !== undefined && inside !== null) {
      declared.properties.set(inside, [...(declared.properties.get(inside) ?? []), property]);
      deprecated = null;
    }
    const real = /^ {4}"@type": "(.+)";/.exec(line)?.[1];
    if (real !== undefined && inside !== null) declared.realNames.set(inside, real);
    const union = /^export type (\w+)(?:<[^>]*>)? = (.*);$/.exec(line);
    if (union?.[1] !== undefined && !union[1].endsWith('Leaf')) {
      declared.subtypes.set(union[1], membersOf(union[2] ?? '', union[1]));
      if (deprecated !== null) declared.superseded.set(union[1], deprecated);
      deprecated = null;
    }
  }
  return declared;
}

function membersOf(union: string, typeName: string): readonly string[] {
  return union
    .split(' | ')
    .map((member) => member.replace(/<.*/, ''))
    .filter((member) => /^[A-Z_]\w*$/.test(member) && member !== `${typeName}Leaf`);
}

/** Data types have no `@type`: they are the subtypes of DataType. */
function isDataType(alias: string, parents: ReadonlyMap<string, readonly string[]>): boolean {
  if (alias === 'DataType') return true;
  return (parents.get(alias) ?? []).some((parent) => isDataType(parent, parents));
}
