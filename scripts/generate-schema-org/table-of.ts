import { readTypings, type VocabularyType } from './read-typings.ts';

/**
 * The module with the table: a line for each type, with its name, the superseding type, its supertypes and
 * its own properties. A string is the smallest form, and is parsed only when it is needed.
 *
 * @param source - Typings of schema-dts.
 * @param origin - Their name.
 */
export function tableOf(source: string, origin: string): string {
  const types = readTypings(source);
  // The second comment is of the kind that bundles keep.
  return `// Written by scripts/generate-schema-org from the typings of ${origin}: do not edit.
/*! Types and properties: schema.org, CC BY-SA 3.0, https://schema.org/docs/terms.html */

/**
 * Types of schema.org's vocabulary, one a line: \`Name>SupersededBy<Supertype,Supertype property …\`.
 */
export const schemaOrgTable = \`\\
${types.map(lineOf).join('\n')}
\`;
`;
}

function lineOf({ name, supersededBy, parents, properties }: VocabularyType): string {
  const superseded = supersededBy === null ? '' : `>${supersededBy}`;
  return [`${name}${superseded}<${parents.join(',')}`, ...properties].join(' ');
}
