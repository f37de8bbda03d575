import { defaultBodyLimit } from '../request/body-bytes.ts';
import type { Fields } from '../request/field.ts';
import type { Route, Success } from '../route.ts';
import type { RequestBodyObject } from './document-objects.ts';
import { schemaNames } from './envelope-schemas.ts';
import { refTo, type Schema } from './schema.ts';

/** Name of the schema of a route's body. Routes with the same fields share one. */
export function bodyName({ success: { record, status } }: Route): string {
  const noun = schemaNames[record].item;
  return isNew(status) ? `New${noun}` : `${noun}Change`;
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
export function requestBodyOf(route: Route, fields: Fields): RequestBodyObject {
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

function bodySchema({ success }: Route, fields: Fields): Schema {
  const required = requiredOf(fields);
  return {
    description: isNew(success.status)
      ? `The fields of a new ${success.record}.`
      : `The fields of a ${success.record} to change.`,
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

/** Whether a success with this status creates a record, now or later. */
function isNew(status: Success['status']): boolean {
  return status === 201 || status === 202;
}

function requiredOf(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, { absent }]) => ('issue' in absent ? [name] : []));
}

function exampleOf(fields: Fields): Readonly<Record<string, string | number>> {
  const values = Object.entries(fields).map(([name, { example, schema }]) => {
    return [name, example ?? schema.default ?? schema.enum?.at(-1) ?? ''] as const;
  });
  return Object.fromEntries(values);
}
