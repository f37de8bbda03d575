import {
  type HeaderObject,
  type OpenApiDocument,
  type OperationObject,
  openApiDocument,
  type PathItemObject,
  type ReferenceObject,
  type ResponseObject,
} from '@sitegrade/core/http';
import type { Exchange } from './exchange.ts';
import { createSchemaValidator } from './schema-validator.ts';

/** The prefix of the paths of the document. */
const segment = '/api/v1';

/** Statuses of Node's HTTP parser, before any framework is called. */
const parserStatuses: ReadonlySet<number> = new Set([400, 408, 431]);

/**
 * Creates a function that throws if the status, a header or the body of a response does not match the
 * OpenAPI document.
 */
export function createResponseValidator(
  document: OpenApiDocument = openApiDocument(),
): (exchange: Exchange) => void {
  const schemaFault = createSchemaValidator(document);
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const pattern = `^${segment}${path.replace('{id}', '[^/]+')}$`;
    return { pattern: new RegExp(pattern), item };
  });

  const faultOf = (exchange: Exchange): string | undefined => {
    const path = exchange.path.split('?', 1)[0] ?? '';
    const item = paths.find(({ pattern }) => pattern.test(path))?.item;
    if (item === undefined || !isDecodable(path) || isFromParser(exchange)) return undefined;
    if (!isDocumented(item, exchange.method) && exchange.status === 400) return hostFault(exchange);
    if (exchange.method === 'OPTIONS') return optionsFault(exchange);
    const responses = responsesOf(item, exchange.method, document);
    const response = responses[exchange.status];
    if (response === undefined)
      return `no such status; documented are ${Object.keys(responses).join(', ')}`;
    return headerFault(response, exchange) ?? bodyFault(response, exchange);
  };

  const headerFault = (response: ResponseObject, { headers }: Exchange): string | undefined => {
    for (const name of Object.keys(document.components.headers)) {
      const given = response.headers?.[name];
      const value = headers.get(name);
      if (given === undefined) {
        if (value !== null) return `the header ${name} is not documented`;
        continue;
      }
      const { required, schema } = resolve(given, document);
      if (value === null && required) return `the header ${name} is missing`;
      if (value === null) continue;
      const typed = schema.type === 'integer' ? Number(value) : value;
      const issue = schemaFault(schema, typed);
      if (issue) return `the header ${name}, ${JSON.stringify(value)}: ${issue}`;
    }
    return undefined;
  };

  const bodyFault = (response: ResponseObject, exchange: Exchange): string | undefined => {
    const { method, headers, text } = exchange;
    const sent = headers.get('content-type')?.split(';', 1)[0];
    const { content = {} } = response;
    const types = Object.keys(content);
    const media = sent === undefined ? undefined : content[sent];
    if (media === undefined && (sent !== undefined || types.length > 0)) {
      return `the content type is ${sent}, not ${types.join(' or ')}`;
    }
    if (method === 'HEAD' || media === undefined)
      return text === '' ? undefined : 'there is a body';
    return schemaFault(media.schema, sent?.endsWith('json') ? JSON.parse(text) : text);
  };

  return (exchange) => {
    const issue = faultOf(exchange);
    if (issue === undefined) return;
    const { method, path, status, text } = exchange;
    throw new Error(`${method} ${path} → ${status}: ${issue}\n${text.slice(0, 2_000)}`);
  };
}

/** Whether the document has an operation for a method of a path. */
function isDocumented(item: PathItemObject, method: string): boolean {
  return Object.hasOwn(item, method === 'HEAD' ? 'get' : method.toLowerCase());
}

/** For methods without an operation, too, the host is validated first. */
function hostFault({ text }: Exchange): string | undefined {
  return text.includes('"code":"malformed_request"') ? undefined : 'no such status';
}

/** The documented responses of a method of a path, by status. */
function responsesOf(
  item: PathItemObject,
  method: string,
  { components }: OpenApiDocument,
): Readonly<Record<string, ResponseObject | undefined>> {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operations: Readonly<Record<string, OperationObject | undefined>> = item;
  return operations[name]?.responses ?? { 405: components.responses.MethodNotAllowed };
}

function optionsFault({ status, headers, text }: Exchange): string | undefined {
  if (status !== 204) return 'OPTIONS must be a 204';
  if (!headers.get('allow')?.includes('OPTIONS')) return 'OPTIONS must have Allow';
  return text === '' ? undefined : 'OPTIONS must have no body';
}

function resolve(part: HeaderObject | ReferenceObject, document: OpenApiDocument): HeaderObject {
  if (!('$ref' in part)) return part;
  const found = document.components.headers[part.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${part.$ref} is not in the document`);
  return found;
}

/** Frameworks refuse a path that cannot be decoded. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Written to the socket, such a response has no date. Node itself refuses an unknown `Expect`. */
function isFromParser({ status, headers }: Exchange): boolean {
  return status === 417 || (parserStatuses.has(status) && !headers.has('date'));
}
