import { type ErrorCode, SitegradeError } from '@sitegrade/foundation/errors';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createSchemaValidator } from '../../../../adapter-suite/src/schema-validator.ts';
import { defaultRuleset } from '../../checks.ts';
import { exampleRecords } from '../../records/example-records.ts';
import type { Schema } from '../../records/schema.ts';
import type { OperationObject, ParameterObject, ResponseObject } from '../document-objects.ts';
import { passedString } from '../request/fields.ts';
import { statusByCode } from '../response/problem.ts';
import { defineRoute, type Route } from '../route.ts';
import { routes } from '../routes/index.ts';
import { openApiDocument } from './openapi-document.ts';
import { operationObject } from './operation.ts';

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

const issueOf = createSchemaValidator(document);

/** Every object in the document, with its path. */
function* objectsIn(value: unknown, pointer = '#'): Generator<readonly [string, object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [pointer, value];
  for (const [key, part] of Object.entries(value)) yield* objectsIn(part, `${pointer}/${key}`);
}
const everything = [...objectsIn(document)];

function resolve(ref: string): unknown {
  const keys = ref.slice(2).split('/');
  return keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
}

describe('the OpenAPI document', () => {
  it('contains exactly the routes', () => {
    const rows = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, { operationId }]: [string, OperationObject]) =>
          `${method.toUpperCase()} /api/v1${path.replaceAll(/{(\w+)}/g, ':$1')} ${operationId}`,
      ),
    );
    const table = routes.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
    expect(rows.toSorted()).toEqual(table.toSorted());
  });

  const codesOf = ({ operationId }: Pick<Route, 'operationId'>): readonly ErrorCode[] => {
    const operation = operations.find((each) => each.operationId === operationId);
    return Object.entries(operation?.responses ?? {}).flatMap(([status, { content }]) => {
      const codes = Object.keys(content?.['application/problem+json']?.examples ?? {});
      expect(codes.map((code) => statusByCode[code as ErrorCode])).toEqual(
        codes.map(() => Number(status)),
      );
      return codes as ErrorCode[];
    });
  };

  it('lists every error of a route, those of what it reads, and the shared ones, each under its status', () => {
    const shared = ['malformed_request', 'unauthorized', 'overloaded', 'internal'];
    const ofBodies = [
      'unsupported_media_type',
      'payload_too_large',
      'malformed_body',
      'body_timed_out',
    ];
    for (const route of routes) {
      expect(codesOf(route)).toEqual(expect.arrayContaining([...(route.errors ?? []), ...shared]));
    }
    for (const [operationId, ...codes] of [
      ['listChecks'],
      ['getCrawl', 'not_found', 'conflict', 'not_acceptable', 'rate_limited'],
      ['deleteWebsite', 'not_found', 'precondition_failed', 'invalid_input', 'cross_site'],
      ['createWebhook', 'quota_exceeded', 'invalid_input', 'cross_site', ...ofBodies],
      [
        'createCrawl',
        'url_not_allowed',
        'quota_exceeded',
        'not_found',
        'conflict',
        'idempotency_mismatch',
        'invalid_input',
        'cross_site',
        ...ofBodies,
      ],
    ] as const) {
      expect(codesOf({ operationId }).toSorted()).toEqual([...codes, ...shared].toSorted());
    }
  });

  it('describes everything', () => {
    for (const [pointer, object] of everything) {
      const name = pointer.split('/').at(-2);
      if (name === 'properties' && pointer.includes('/schemas/')) {
        expect([pointer, '$ref' in object || 'description' in object]).toEqual([pointer, true]);
      }
      if ('description' in object && typeof object.description === 'string') {
        expect([pointer, object.description]).toEqual([
          pointer,
          expect.stringMatching(/[.:\w>`}]$/),
        ]);
      }
    }
    for (const { description, parameters = [] } of operations) {
      expect(description).toMatch(/\.$/);
      for (const parameter of parameters) {
        if (!('$ref' in parameter)) expect(parameter.description).toMatch(/\.$/);
      }
    }
  });

  it('has no broken references and no unused components', () => {
    const refs = new Set<string>();
    for (const [pointer, object] of everything) {
      if (!('$ref' in object)) continue;
      expect([pointer, resolve(object.$ref as string)]).toEqual([pointer, expect.anything()]);
      refs.add(object.$ref as string);
    }
    for (const [kind, named] of Object.entries(document.components)) {
      if (kind === 'securitySchemes' || kind === 'responses') continue;
      for (const name of Object.keys(named)) expect(refs).toContain(`#/components/${kind}/${name}`);
    }
  });

  it('allows additional properties, so that new ones break no client', () => {
    const closed = everything.filter(
      ([, object]) => 'additionalProperties' in object && object.additionalProperties === false,
    );
    expect(closed).toEqual([]);
  });

  it('requires no key if the host has its own login', () => {
    const hosts = openApiDocument({ login: 'host' });
    expect([hosts.security, hosts.components.securitySchemes]).toEqual([[], {}]);
    expect(JSON.stringify(hosts)).not.toMatch(/API key|Send .* token/);
    const { description } = hosts.paths['/reports']?.get?.responses[401] ?? {};
    expect(description).toBe('No user is logged in to the server that this API is part of.');
  });

  it('refers to one schema for both content types of a body', () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).map(
        ({ schema }) => `${operationId} ${schema.$ref}`,
      ),
    );
    expect(bodies).toEqual([
      'createReport #/components/schemas/NewReport',
      'createReport #/components/schemas/NewReport',
      'putWebsite #/components/schemas/WebsiteChange',
      'putWebsite #/components/schemas/WebsiteChange',
      'updateWebsite #/components/schemas/WebsiteChange',
      'updateWebsite #/components/schemas/WebsiteChange',
      'putSchedule #/components/schemas/ScheduleChange',
      'putSchedule #/components/schemas/ScheduleChange',
      'acceptFinding #/components/schemas/NewAcceptedFinding',
      'acceptFinding #/components/schemas/NewAcceptedFinding',
      'createRecipient #/components/schemas/NewRecipient',
      'createRecipient #/components/schemas/NewRecipient',
      'updateRecipient #/components/schemas/RecipientChange',
      'updateRecipient #/components/schemas/RecipientChange',
      'createJobs #/components/schemas/NewBatch',
      'createJobs #/components/schemas/NewBatch',
      'createCrawl #/components/schemas/NewCrawl',
      'createCrawl #/components/schemas/NewCrawl',
      'createWebhook #/components/schemas/NewWebhook',
      'createWebhook #/components/schemas/NewWebhook',
      'updateWebhook #/components/schemas/WebhookChange',
      'updateWebhook #/components/schemas/WebhookChange',
    ]);
    expect(document.components.schemas.NewReport?.required).toEqual(['url']);
    expect(document.components.schemas.WebsiteChange).not.toHaveProperty('required');
  });

  it('requires `errors` only for operations with fields', () => {
    const promised = operations.map(({ operationId, responses }) => {
      const schema = responses[422]?.content?.['application/problem+json']?.schema;
      return `${operationId}: ${schema?.allOf?.[1]?.required}`;
    });
    expect(promised).toEqual([
      'listReports: status,code,errors',
      'createReport: status,code,errors',
      'getReport: undefined',
      'deleteReport: undefined',
      'getScreenshot: undefined',
      'compareReports: undefined',
      'listWebsites: status,code,errors',
      'getWebsite: undefined',
      'putWebsite: status,code,errors',
      'updateWebsite: status,code,errors',
      'deleteWebsite: status,code,errors',
      'getWebsiteHistory: status,code,errors',
      'listWebsiteIssues: status,code,errors',
      'listWebsiteFindings: status,code,errors',
      'getSchedule: undefined',
      'putSchedule: status,code,errors',
      'deleteSchedule: status,code,errors',
      'listAcceptedFindings: status,code,errors',
      'acceptFinding: status,code,errors',
      'getAcceptedFinding: undefined',
      'deleteAcceptedFinding: undefined',
      'listRecipients: status,code,errors',
      'createRecipient: status,code,errors',
      'getRecipient: undefined',
      'updateRecipient: status,code,errors',
      'deleteRecipient: undefined',
      'resendConfirmation: undefined',
      'listJobs: status,code,errors',
      'createJobs: status,code,errors',
      'getJob: undefined',
      'deleteJob: undefined',
      'cancelJob: undefined',
      'getBatch: undefined',
      'cancelBatch: undefined',
      'listCrawls: status,code,errors',
      'createCrawl: status,code,errors',
      'getCrawl: undefined',
      'deleteCrawl: undefined',
      'cancelCrawl: undefined',
      'listCrawlPages: status,code,errors',
      'getCrawlPage: undefined',
      'listCrawlIssues: status,code,errors',
      'listCrawlFindings: status,code,errors',
      'compareCrawls: status,code,errors',
      'listWebhooks: status,code,errors',
      'createWebhook: status,code,errors',
      'getWebhook: undefined',
      'updateWebhook: status,code,errors',
      'deleteWebhook: undefined',
      'rotateWebhookSecret: undefined',
      'testWebhook: undefined',
      'listDeliveries: status,code,errors',
      'getDelivery: undefined',
      'replayDelivery: undefined',
      'listChecks: undefined',
    ]);
  });

  it('sets limits for every number', () => {
    const loose = everything.filter(([pointer, object]) => {
      const { type, enum: values, const: only, minimum, format } = object as Schema;
      if (!['integer', 'number'].some((kind) => [type].flat().includes(kind as never)))
        return false;
      // A filter accepts any integer.
      if (pointer.includes('/parameters/')) return format === undefined;
      return values === undefined && only === undefined && (minimum === undefined || !format);
    });
    expect(loose).toEqual([]);
  });

  it('has examples that match its own schemas', () => {
    let count = 0;
    for (const [pointer, object] of everything) {
      if (!('examples' in object) || !('schema' in object)) continue;
      for (const [name, { value }] of Object.entries(
        object.examples as Record<string, { value: unknown }>,
      )) {
        expect([pointer, name, issueOf(object.schema as object, value)]).toEqual([
          pointer,
          name,
          undefined,
        ]);
        count += 1;
      }
    }
    const parameters = operations.flatMap(({ parameters = [] }) => parameters);
    const named = [
      ...parameters.filter((parameter): parameter is ParameterObject => 'schema' in parameter),
      ...Object.values(document.components.headers),
      ...Object.values(document.components.parameters),
    ];
    for (const { schema, example = schema.default ?? schema.enum?.[0], ...rest } of named) {
      expect([rest, issueOf(schema, example)]).toEqual([rest, undefined]);
      count += 1;
    }
    expect(count).toBeGreaterThan(80);
  });

  it('lists the headers of each error', () => {
    const headers = ({ headers = {} }: ResponseObject) => Object.keys(headers);
    for (const { responses } of operations) {
      expect(headers(responses[401] as ResponseObject)).toEqual(['WWW-Authenticate']);
      expect(headers(responses[503] as ResponseObject)).toEqual(['Retry-After']);
      expect(headers(responses[500] as ResponseObject)).toEqual([]);
    }
    expect(headers(document.components.responses.MethodNotAllowed as ResponseObject)).toEqual([
      'Allow',
    ]);
  });

  it('has examples of checks that match the real ones', () => {
    for (const [id, example] of Object.entries(exampleRecords.report.checks)) {
      const check = defaultRuleset.checks.find((known) => known.id === id);
      const { category, importance, title, source, advice } = check ?? {};
      expect(example).toMatchObject({ category, importance, title, source });
      expect([null, advice]).toContain(example.advice);
    }
  });

  it('uses the given server URL', () => {
    expect(document.servers[0]?.url).toBe('/api/v1');
    const serverUrl = 'https://example.com/tools/api/v1';
    expect(openApiDocument({ serverUrl }).servers[0]?.url).toBe(serverUrl);
  });
});

describe('an operation', () => {
  const notFound = () => new SitegradeError('not_found', 'There is nothing with this number.');
  const described = {
    operationId: 'test',
    summary: 'A test',
    description: 'A test.',
    query: {},
    notFound,
  };

  it('describes each parameter of its path, other content types, and its own body limit', () => {
    const operation = operationObject(
      defineRoute({
        ...described,
        method: 'POST',
        path: '/api/v1/reports/:id/compare/:other/:token',
        params: { id: 'number', other: 'number', token: 'token' },
        body: { url: passedString({ description: 'A URL.', schema: v.string(), example: 'x' }) },
        bodyLimit: 4 * 1024 * 1024,
        success: {
          status: 202,
          envelope: 'list',
          record: 'report',
          otherTypes: { 'text/csv': 'id,url' },
        },
        errors: ['payload_too_large'],
        handle: async () => ({ status: 202, headers: {}, body: '' }),
      }),
      'apiKey',
    );
    expect(operation.parameters).toMatchObject([
      { $ref: '#/components/parameters/id' },
      { name: 'other', in: 'path', schema: { type: 'integer', minimum: 1 } },
      { name: 'token', in: 'path', schema: { type: 'string', pattern: expect.any(String) } },
    ]);
    expect(operation.requestBody?.description).toContain('up to 4096 KiB');
    expect(operation.responses[413]?.description).toContain('larger than 4194304 bytes');
    expect(operation.responses[202]?.description).toContain('not complete yet');
    expect(operation.responses[202]?.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/ReportList' } },
      'text/csv': { schema: { type: 'string' }, examples: { success: { value: 'id,url' } } },
    });
  });

  it('describes a success without a body', () => {
    const operation = operationObject(
      defineRoute({
        ...described,
        method: 'DELETE',
        path: '/api/v1/reports/:id',
        params: { id: 'number' },
        success: { status: 204, envelope: 'none', record: 'report' },
        errors: [],
        handle: async () => ({ status: 204, headers: {}, body: '' }),
      }),
      'apiKey',
    );
    expect(operation.responses[204]).toEqual({
      description: 'The request was applied. There is no body.',
    });
  });
});
