import {
  type HeaderObject,
  type OpenApiDocument,
  type OperationObject,
  openApiDocument,
  type PathItemObject,
  type ReferenceObject,
  type ResponseObject,
} from '@sitegrade/core/http';
import type { Exchange } from '@sitegrade/core/testing';
import { createSchemaJudge } from './schema-judge.ts';

/** Where the paths of the document begin. */
const segment = '/api/v1';

/** What the host's parser of HTTP refuses, before any framework is asked. */
const ofParser: ReadonlySet<number> = new Set([400, 408, 431]);

/**
 * Makes a judge of answers: it throws where the API's OpenAPI document does not have the status, a
 * header or the body of what a path of it was answered with.
 */
export function createAnswerJudge(
  document: OpenApiDocument = openApiDocument(),
): (exchange: Exchange) => void {
  const judgeSchema = createSchemaJudge(document);
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const pattern = `^${segment}${path.replace('{id}', '[^/]+')}$`;
    return { pattern: new RegExp(pattern), item };
  });

  const judge = (exchange: Exchange): string | undefined => {
    const path = exchange.path.split('?', 1)[0] ?? '';
    const item = paths.find(({ pattern }) => pattern.test(path))?.item;
    if (item === undefined || !isDecodable(path) || isOfParser(exchange)) return undefined;
    if (exchange.method === 'OPTIONS') return judgeOptions(exchange);
    const responses = responsesOf(item, exchange.method, document);
    const response = responses[exchange.status];
    if (response === undefined) return `no such status: ${Object.keys(responses).join(', ')} are`;
    return judgeHeaders(response, exchange) ?? judgeBody(response, exchange);
  };

  const judgeHeaders = (response: ResponseObject, { headers }: Exchange): string | undefined => {
    for (const name of Object.keys(document.components.headers)) {
      const given = response.headers?.[name];
      const value = headers.get(name);
      if (given === undefined) {
        if (value !== null) return `the header ${name} is not described`;
        continue;
      }
      const { required, schema } = resolve(given, document);
      if (value === null && required) return `the header ${name} is missing`;
      if (value === null) continue;
      const typed = schema.type === 'integer' ? Number(value) : value;
      const issue = judgeSchema(schema, typed);
      if (issue) return `the header ${name}, ${JSON.stringify(value)}: ${issue}`;
    }
    return undefined;
  };

  const judgeBody = (response: ResponseObject, exchange: Exchange): string | undefined => {
    const { method, headers, text } = exchange;
    const sent = headers.get('content-type')?.split(';', 1)[0];
    const [[type, media] = []] = Object.entries(response.content ?? {});
    if (sent !== type) return `the content type is ${sent}, not ${type}`;
    if (method === 'HEAD' || media === undefined)
      return text === '' ? undefined : 'there is a body';
    return judgeSchema(media.schema, JSON.parse(text));
  };

  return (exchange) => {
    const issue = judge(exchange);
    if (issue === undefined) return;
    const { method, path, status, text } = exchange;
    throw new Error(`${method} ${path} → ${status}: ${issue}\n${text.slice(0, 2_000)}`);
  };
}

/** What a method of a path may be answered with, by status. */
function responsesOf(
  item: PathItemObject,
  method: string,
  { components }: OpenApiDocument,
): Readonly<Record<string, ResponseObject | undefined>> {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operations: Readonly<Record<string, OperationObject | undefined>> = item;
  return operations[name]?.responses ?? { 405: components.responses.MethodNotAllowed };
}

function judgeOptions({ status, headers, text }: Exchange): string | undefined {
  if (status !== 204) return 'OPTIONS is a 204';
  if (!headers.get('allow')?.includes('OPTIONS')) return 'OPTIONS has an Allow';
  return text === '' ? undefined : 'OPTIONS has no body';
}

function resolve(part: HeaderObject | ReferenceObject, document: OpenApiDocument): HeaderObject {
  if (!('$ref' in part)) return part;
  const found = document.components.headers[part.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${part.$ref} is not in the document`);
  return found;
}

/** A path that cannot be decoded is the framework's to refuse. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Written to the bare socket, such an answer has no date; an `Expect` is Node's own to refuse. */
function isOfParser({ status, headers }: Exchange): boolean {
  return status === 417 || (ofParser.has(status) && !headers.has('date'));
}
