import type { Field } from '../request/field.ts';
import { type ParamKind, tokenPattern } from '../request/path-params.ts';
import type { Route } from '../route.ts';
import type { ParameterObject, ReferenceObject } from './document-objects.ts';
import { supportsNotModified } from './success-response.ts';

/** Parameters that several operations share, by their names in the document. */
export const sharedParameters = {
  id: {
    name: 'id',
    in: 'path',
    description: 'Id of the record. Anything but a positive integer is a 404.',
    required: true,
    schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    example: 42,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags of cached versions. If one is current, the response is a 304.',
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
    ...Object.entries(route.params ?? {}).map(([name, kind]) =>
      name === 'id' && kind === 'number' ? refToShared('id') : pathParameter(name, kind),
    ),
    ...described('query', route.query),
    ...(supportsNotModified(route) ? [refToShared('If-None-Match')] : []),
    ...described('header', route.headers ?? {}),
  ];
}

function pathParameter(name: string, kind: ParamKind): ParameterObject {
  if (kind === 'number') return { ...sharedParameters.id, name };
  return {
    name,
    in: 'path',
    description: 'A token. Anything but 1 to 64 letters, digits, `-` and `_` is a 404.',
    required: true,
    schema: { type: 'string', pattern: tokenPattern },
    example: 'd2hlcmVhcmV5b3U_bm93LQ',
  };
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
