import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  Schema,
} from '@sitegrade/core/http';

/** One operation of the OpenAPI document, with its references resolved. */
export interface Operation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** Path from the server's root: `/api/v1/reports/{id}`. */
  readonly template: string;
  readonly resource: 'reports' | 'websites';
  /** Whether the expected state follows it. Jobs, crawls and issues have none: any documented response is right. */
  readonly isFollowed: boolean;
  readonly hasId: boolean;
  readonly parameters: readonly ParameterObject[];
  readonly bodies: readonly { readonly contentType: string; readonly schema: Schema }[];
  /** The statuses that the document lists. */
  readonly statuses: readonly number[];
}

/** The operation for a method and a path according to the document. */
export type Target =
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      /** The ids in the path, as sent. */
      readonly ids: readonly string[];
    }
  | { readonly kind: 'other method'; readonly allow: string }
  /** An unknown path belongs to the host. */
  | { readonly kind: 'host' };

/** Every operation of a document, in its order. */
export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  const server = document.servers[0]?.url ?? '/';
  const base = new URL(server, 'http://localhost').pathname.replace(/\/$/, '');
  const { schemas, parameters } = document.components;
  const schemaOf = (schema: Schema) => (schema.$ref ? find(schemas, schema.$ref) : schema);
  const parameterOf = (parameter: ParameterObject | ReferenceObject) =>
    '$ref' in parameter ? find(parameters, parameter.$ref) : parameter;
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, OperationObject>>).map(
      ([method, operation]) => ({
        operationId: operation.operationId,
        method: method.toUpperCase(),
        template: `${base}${path}`,
        resource: path.includes('/websites') ? ('websites' as const) : ('reports' as const),
        isFollowed:
          !/^\/(?:jobs|batches|crawls|webhooks)(?:\/|$)|\/issues|\/schedule$|\/accepted|\/recipients/.test(
            path,
          ),
        hasId: path.includes('{'),
        parameters: (operation.parameters ?? []).map(parameterOf),
        bodies: Object.entries(operation.requestBody?.content ?? {}).map(
          ([contentType, { schema }]) => ({
            contentType,
            schema: schemaOf(schema),
          }),
        ),
        statuses: Object.keys(operation.responses).map(Number),
      }),
    ),
  );
}

/** Finds the operation for a method and a path as sent. HEAD belongs to GET. */
export function targetOf(operations: readonly Operation[], method: string, path: string): Target {
  const here = operations.filter(({ template }) => patternOf(template).test(path));
  if (here.length === 0) return { kind: 'host' };
  const operation = here.find(
    (candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method),
  );
  if (operation) {
    const ids = patternOf(operation.template).exec(path)?.slice(1) ?? [];
    return { kind: 'operation', operation, ids: ids.map(decodeURIComponent) };
  }
  const methods = here.flatMap((candidate) =>
    candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method],
  );
  return { kind: 'other method', allow: [...methods, 'OPTIONS'].join(', ') };
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`);
}

function find<Part>(parts: Readonly<Record<string, Part>>, ref: string): Part {
  const found = parts[ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${ref} is not in the document`);
  return found;
}
