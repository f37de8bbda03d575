import { type OpenApiDocument, openApiDocument } from '@sitegrade/core/http';
import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { createResponseValidator } from './response-validator.ts';

const document = openApiDocument();
const validate = createResponseValidator(document);
const json = 'application/json; charset=utf-8';
const problemType = 'application/problem+json; charset=utf-8';

/** A response from the example in the document. */
function exampleOf(
  path: string,
  method: 'get' | 'post',
  status: number,
  type: 'application/json' | 'application/problem+json',
): Record<string, unknown> {
  const media = document.paths[path]?.[method]?.responses[status]?.content?.[type];
  return structuredClone(Object.values(media?.examples ?? {})[0]?.value) as Record<string, unknown>;
}

function exchange(
  part: Partial<Omit<Exchange, 'headers' | 'text'>>,
  headers: Record<string, string>,
  body?: unknown,
): Exchange {
  const text = body === undefined ? '' : JSON.stringify(body);
  return {
    method: 'GET',
    path: '/api/v1/reports/7',
    status: 200,
    ...part,
    headers: new Headers(headers),
    text,
  };
}

const report = exampleOf('/reports/{id}', 'get', 200, 'application/json');
const unauthorized = exampleOf('/reports/{id}', 'get', 401, 'application/problem+json');
const withTag = { 'content-type': json, etag: '"x"' };
const changed = (data: object) => ({ ...report, data: { ...(report.data as object), ...data } });
const problem = { 'content-type': problemType, 'www-authenticate': 'Bearer' };

describe('the response validator', () => {
  it.each<[string, Exchange]>([
    ['a report', exchange({}, withTag, report)],
    ['one that has not changed', exchange({ status: 304 }, { etag: '"x"' })],
    ['HEAD', exchange({ method: 'HEAD' }, withTag)],
    ['OPTIONS', exchange({ method: 'OPTIONS', status: 204 }, { allow: 'GET, OPTIONS' })],
    ['an error', exchange({ status: 401 }, problem, unauthorized)],
    ['what the parser of HTTP refuses', exchange({ status: 400 }, {})],
    ['an expectation that Node refuses', exchange({ status: 417 }, { date: 'x' })],
    ['a path that cannot be decoded', exchange({ path: '/api/v1/reports/%ff', status: 400 }, {})],
    ['another path', exchange({ path: '/api/v1/nowhere', status: 418 }, {})],
  ])('accepts %s', (_name, good) => {
    expect(() => validate(good)).not.toThrow();
  });

  it.each<[string, RegExp, Exchange]>([
    ['an unknown status', /no such status/, exchange({ status: 418 }, withTag, report)],
    ['a refusal of the host', /content type/, exchange({ status: 400 }, { date: 'x' })],
    [
      'a refusal of the host, of another method',
      /no such status/,
      exchange({ method: 'PUT', status: 400 }, { date: 'x' }),
    ],
    ['a missing header', /ETag is missing/, exchange({}, { 'content-type': json }, report)],
    ['a malformed header', /ETag, "x"/, exchange({}, { ...withTag, etag: 'x' }, report)],
    ['a stray header', /Allow is not/, exchange({}, { ...withTag, allow: 'GET' }, report)],
    [
      'another type',
      /content type/,
      exchange({}, { ...withTag, 'content-type': 'text/html' }, report),
    ],
    ['a new field', /additional properties/, exchange({}, withTag, changed({ secret: 1 }))],
    [
      'a missing field',
      /required property 'url'/,
      exchange({}, withTag, changed({ url: undefined })),
    ],
    ['a wrong value', /must be <= 100/, exchange({}, withTag, changed({ score: 101 }))],
    ['another id of a check', /pattern/, exchange({}, withTag, changed({ checks: { A: null } }))],
    ['its own envelope', /additional properties/, exchange({}, withTag, { ...report, x: 1 })],
    ['a body to HEAD', /there is a body/, exchange({ method: 'HEAD' }, withTag, report)],
    ['a body to a 304', /content type/, exchange({ status: 304 }, withTag, report)],
    [
      'a code of another status',
      /must be equal to constant/,
      exchange({ status: 401 }, problem, { ...unauthorized, code: 'not_found' }),
    ],
    [
      'a code that the operation does not have',
      /allowed values|constant/,
      exchange({ status: 404 }, { 'content-type': problemType }, { ...unauthorized, status: 404 }),
    ],
    [
      'a method that it does not have',
      /content type/,
      exchange({ method: 'PUT', status: 405 }, { allow: 'GET' }),
    ],
    ['OPTIONS with another status', /must be a 204/, exchange({ method: 'OPTIONS' }, {})],
    ['OPTIONS without Allow', /must have Allow/, exchange({ method: 'OPTIONS', status: 204 }, {})],
  ])('refuses %s', (_name, message, bad) => {
    expect(() => validate(bad)).toThrow(message);
  });

  it('uses the given document', () => {
    const other: OpenApiDocument = { ...document, paths: {} };
    const bad = exchange({ status: 418 }, {});
    expect(() => createResponseValidator(other)(bad)).not.toThrow();
  });
});
