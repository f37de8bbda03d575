import type { Field, Fields } from '../field.ts';
import type { RequestBodyObject } from './document-objects.ts';
import type { Schema } from './schema.ts';

/** The body of an operation, in both of its content types. */
export function requestBodyOf(fields: Fields): RequestBodyObject {
  const required = Object.values(fields).some(({ absent }) => 'issue' in absent);
  const example = exampleOf(fields);
  return {
    description: 'A form or JSON, in UTF-8, up to 64 KiB. Unknown fields are ignored.',
    required,
    content: {
      'application/x-www-form-urlencoded': {
        schema: bodySchema(fields, formSchema),
        examples: { form: { value: example } },
      },
      'application/json': {
        schema: bodySchema(fields, jsonSchema),
        examples: { json: { value: example } },
      },
    },
  };
}

function bodySchema(fields: Fields, schemaOf: (field: Field<unknown>) => Schema): Schema {
  const entries = Object.entries(fields);
  const required = entries.filter(([, { absent }]) => 'issue' in absent).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 && { required }),
  };
}

function formSchema({ description, schema }: Field<unknown>): Schema {
  return { description, ...schema };
}

/** In JSON a number may be sent as its text, as it would be in a form. */
function jsonSchema(field: Field<unknown>): Schema {
  const { enum: values, type } = field.schema;
  if (type !== 'integer' || values === undefined) return formSchema(field);
  const texts = values.map(String);
  return { ...formSchema(field), type: ['integer', 'string'], enum: [...values, ...texts] };
}

function exampleOf(fields: Fields): Readonly<Record<string, string | number>> {
  const values = Object.entries(fields).map(([name, { example, schema }]) => {
    return [name, example ?? schema.default ?? schema.enum?.at(-1) ?? ''] as const;
  });
  return Object.fromEntries(values);
}
