import type {
  DocumentMethod,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  Schema,
} from '@sitegrade/core/http';

/** One operation of an OpenAPI document, with its references followed. */
export interface DocumentedOperation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** Path from the server's root: `/api/v1/reports/{id}`. */
  readonly template: string;
  readonly parameters: readonly DocumentedParameter[];
  /** Schemas of the body by content type. */
  readonly bodies: readonly DocumentedBody[];
  /** The statuses that it may be answered with. */
  readonly statuses: readonly number[];
}

/** A parameter as far as requests are made of it. */
export type DocumentedParameter = Pick<ParameterObject, 'name' | 'in' | 'required' | 'schema'>;

/** A form of the body. */
export interface DocumentedBody {
  readonly contentType: string;
  readonly schema: Schema;
}

/** Every operation of a document, in its order. */
export function documentedOperations(document: OpenApiDocument): readonly DocumentedOperation[] {
  const base = basePath(document);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (Object.entries(item) as [DocumentMethod, OperationObject][]).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      template: `${base}${path}`,
      parameters: (operation.parameters ?? []).map((one) => parameterOf(one, document)),
      bodies: Object.entries(operation.requestBody?.content ?? {}).map(([contentType, media]) => ({
        contentType,
        schema: schemaOf(media.schema, document),
      })),
      statuses: Object.keys(operation.responses).map(Number),
    })),
  );
}

/** The path that the document's paths are below. */
export function basePath(document: OpenApiDocument): string {
  const url = document.servers[0]?.url ?? '/';
  return new URL(url, 'http://localhost').pathname.replace(/\/$/, '');
}

/** The schema itself, where another part of the document is pointed to. */
function schemaOf(schema: Schema, { components }: OpenApiDocument): Schema {
  if (schema.$ref === undefined) return schema;
  const found = components.schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document`);
  return found;
}

function parameterOf(
  given: ParameterObject | ReferenceObject,
  document: OpenApiDocument,
): DocumentedParameter {
  if (!('$ref' in given)) return given;
  const name = given.$ref.replace('#/components/parameters/', '');
  const found = document.components.parameters[name];
  if (found === undefined) throw new Error(`${given.$ref} is not in the document`);
  return found;
}
