import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What is wrong with a value, by a schema that may point into the document; `undefined` for nothing. */
export type SchemaJudge = (schema: object, value: unknown) => string | undefined;

/** An OpenAPI 3.1 document, as far as its schemas go. */
interface Schemas {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/**
 * Judges values by the schemas of an OpenAPI 3.1 document, which are JSON Schema 2020-12. Clients are
 * to expect more members than the named schemas have; here one that they do not have is an error.
 */
export function createSchemaJudge(document: Schemas): SchemaJudge {
  const ajv = new Ajv2020.default({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'document', components: pointed(closed(document.components)) });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    const judge = compiled.get(key) ?? ajv.compile(pointed(schema));
    compiled.set(key, judge);
    return judge(value) ? undefined : ajv.errorsText(judge.errors);
  };
}

function closed({ schemas, ...others }: Schemas['components']): object {
  const named = Object.entries(schemas).map(([name, schema]) => [
    name,
    'properties' in schema ? { additionalProperties: false, ...schema } : schema,
  ]);
  return { ...others, schemas: Object.fromEntries(named) };
}

/** Pointers into the document name it, so that they also work outside of it. */
function pointed(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'),
  ) as object;
}
