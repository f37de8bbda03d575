import type { Field } from '../request/field.ts';
import type { Route } from '../route.ts';
import type { ParameterObject, ReferenceObject } from './document-objects.ts';
import { answersNotModified } from './success-response.ts';

/** Parameters that several operations have, by the names of the document's parameters. */
export const sharedParameters = {
  id: {
    name: 'id',
    in: 'path',
    description: 'Identifies the record. What is no positive whole number is a 404.',
    required: true,
    schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    example: 42,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags that the caller has: where one is still right, the answer is a 304.',
    required: false,
    schema: { type: 'string' },
    example: '"5d41402abc4b2a76b9719d911017c592"',
  },
} as const satisfies Readonly<Record<string, ParameterObject>>;

/** The path, query and header parameters of an operation. */
export function parametersOf(route: Route): readonly (ParameterObject | ReferenceObject)[] {
  const described = (place: 'query' | 'header', fields: Route['query']) =>
    Object.entries(fields).map(([name, field]) => parameterOf(name, place, field));
  return [
    ...(route.path.includes(':id') ? [refToShared('id')] : []),
    ...described('query', route.query),
    ...(answersNotModified(route) ? [refToShared('If-None-Match')] : []),
    ...described('header', route.headers ?? {}),
  ];
}

function refToShared(name: keyof typeof sharedParameters): ReferenceObject {
  return { $ref: `#/components/parameters/${name}` };
}

function parameterOf(
  name: string,
  place: 'query' | 'header',
  { description, schema, absent, example }: Field<unknown>,
): ParameterObject {
  return {
    name,
    in: place,
    description,
    required: 'issue' in absent,
    ...(place === 'query' && { allowEmptyValue: true }),
    schema,
    ...(example !== undefined && { example }),
  };
}
