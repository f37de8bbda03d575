import { slugPattern } from '../../listing/slug.ts';
import { refTo, type Schema } from '../../records/schema.ts';
import type {
  DocumentMethod,
  Login,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
} from '../document-objects.ts';
import type { Field, Fields } from '../request/fields.ts';
import { type ParamKind, tokenPattern } from '../request/path-params.ts';
import { defaultBodyLimit } from '../request/raw-body.ts';
import type { Route } from '../route.ts';
import { errorResponses } from './error-responses.ts';
import { nounOf, recordKinds, successResponses, supportsNotModified } from './success-responses.ts';

/** An operation in the document. */
export function operationObject(route: Route, login: Login): OperationObject {
  const parameters = parametersOf(route);
  return {
    tags: [recordKinds[route.success.record].tag],
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: requestBodyOf(route, route.body) }),
    responses: { ...successResponses(route), ...errorResponses(route, login) },
  };
}

/** A route's method, as written in the document. */
export function documentMethod({ method }: Route): DocumentMethod {
  return method.toLowerCase() as Lowercase<Route['method']>;
}

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
function parametersOf(route: Route): readonly (ParameterObject | ReferenceObject)[] {
  const described = (location: 'query' | 'header', fields: Fields = {}) =>
    Object.entries(fields).map(([name, field]) => parameterOf(name, location, field));
  return [
    ...Object.entries(route.params ?? {}).map(([name, kind]) =>
      name === 'id' && kind === 'number' ? refToShared('id') : pathParameter(name, kind),
    ),
    ...described('query', route.query),
    ...(supportsNotModified(route) ? [refToShared('If-None-Match')] : []),
    ...described('header', route.headers),
  ];
}

function pathParameter(name: string, kind: ParamKind): ParameterObject {
  if (kind === 'number') return { ...sharedParameters.id, name };
  if (kind === 'slug') {
    return {
      name,
      in: 'path',
      description: `Id of the ${name}. Anything but lowercase words with hyphens between them is a 404.`,
      required: true,
      schema: { type: 'string', pattern: slugPattern },
      example: 'broken-links',
    };
  }
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
  location: 'query' | 'header',
  { description, schema, absent, example }: Field<unknown>,
): ParameterObject {
  return {
    name,
    in: location,
    description,
    required: 'issue' in absent,
    ...(location === 'query' && { allowEmptyValue: true }),
    schema,
    ...(example !== undefined && { example }),
  };
}

/** Name of the schema of a route's body. Routes with the same fields share one. */
function bodyName(route: Route): string {
  const noun = recordKinds[route.success.record].item;
  return isNew(route) ? `New${noun}`.replace('WithSecret', '') : `${noun}Change`;
}

/** The schemas of request bodies, by name. */
export function bodySchemas(routes: readonly Route[]): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    routes.flatMap((route) =>
      route.body ? [[bodyName(route), bodySchema(route, route.body)]] : [],
    ),
  );
}

/** The body of an operation: the same in both of its content types. */
function requestBodyOf(route: Route, fields: Fields): RequestBodyObject {
  const schema = refTo(bodyName(route));
  const example = exampleOf(fields);
  return {
    description: `A form or JSON, in UTF-8, up to ${(route.bodyLimit ?? defaultBodyLimit) / 1024} KiB. Unknown fields are ignored.`,
    required: requiredOf(fields).length > 0,
    content: {
      'application/x-www-form-urlencoded': { schema, examples: { form: { value: example } } },
      'application/json': { schema, examples: { json: { value: example } } },
    },
  };
}

function bodySchema(route: Route, fields: Fields): Schema {
  const required = requiredOf(fields);
  const noun = nounOf(route.success.record);
  return {
    description: isNew(route)
      ? `The fields of a new ${noun}.`
      : `The fields of a ${noun} to change.`,
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        { description: field.description, ...field.schema },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}

/** Whether the operation creates a record, now or later. */
function isNew({ method }: Route): boolean {
  return method === 'POST';
}

function requiredOf(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, { absent }]) => ('issue' in absent ? [name] : []));
}

function exampleOf(
  fields: Fields,
): Readonly<Record<string, NonNullable<Field<unknown>['example']>>> {
  const values = Object.entries(fields).map(([name, { example, schema }]) => {
    return [name, example ?? schema.default ?? schema.enum?.at(-1) ?? ''] as const;
  });
  return Object.fromEntries(values);
}
