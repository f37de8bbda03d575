import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The error of a value by a schema with references into the document, or `undefined`. */
type SchemaValidator = (schema: object, value: unknown) => string | undefined;

/** The schemas of an OpenAPI 3.1 document. */
interface Schemas {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/**
 * Validates values against the schemas of an OpenAPI 3.1 document, which are JSON Schema 2020-12. Clients must
 * accept additional members; here a member that is not documented is an error.
 */
export function createSchemaValidator(document: Schemas): SchemaValidator {
  const ajv = new Ajv2020.default({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'document', components: pointed(closed(document.components)) });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(pointed(schema));
    compiled.set(key, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
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
