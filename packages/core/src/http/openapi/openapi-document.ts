import { declaredAcceptedFinding } from '../../records/accepted-record.ts';
import { checkSchemas } from '../../records/check-schemas.ts';
import { crawlSchemas } from '../../records/crawl-record.ts';
import { findingChangesSchemas } from '../../records/finding-changes-record.ts';
import {
  batchProgress,
  declaredBatch,
  declaredJob,
  jobErrorSchema,
} from '../../records/job-record.ts';
import { pageFactSchemas } from '../../records/page-record.ts';
import { declaredRecipient } from '../../records/recipient-record.ts';
import { reportSchemas } from '../../records/report-schemas.ts';
import { declaredSchedule } from '../../records/schedule-record.ts';
import { declaredFinding, declaredIssue } from '../../records/site-issue-record.ts';
import { speedSchemas } from '../../records/speed-record.ts';
import {
  declaredDelivery,
  declaredWebhook,
  webhookSecretSchema,
} from '../../records/webhook-record.ts';
import {
  declaredHistory,
  declaredHistoryPoint,
  declaredLatestReport,
  declaredScoreSource,
  websiteSchema,
} from '../../records/website-record.ts';
import type {
  HeaderObject,
  Login,
  OpenApiDocument,
  PathItemObject,
  SecuritySchemeObject,
} from '../document-objects.ts';
import { apiSegment } from '../root-url.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes/index.ts';
import { errorResponse, fieldErrorsSchema, problemSchema } from './error-responses.ts';
import { bodySchemas, documentMethod, operationObject, sharedParameters } from './operation.ts';
import {
  envelopeSchemas,
  pageSchemas,
  recordKinds,
  successesOf,
  successHeaders,
} from './success-responses.ts';

/** Options of {@link openApiDocument}. */
export interface OpenApiDocumentOptions {
  /**
   * The URL of the API, including `/api/v1`: `https://example.com/tools/api/v1`.
   * Default: `/api/v1`, relative to the host that serves the document.
   */
  readonly serverUrl?: string;
  /** Whether requests authenticate with an API key or with the host's own login. Default: `apiKey`. */
  readonly login?: Login;
}

const descriptionFor = (login: Login) => `SEO reports of web pages, grouped into websites.

${login === 'apiKey' ? 'Send an API key as a Bearer token with every request.' : 'Requests act for the user who is logged in to the server that this API is part of.'} Bodies are forms or JSON, in UTF-8. Unknown parameters are ignored. A known parameter that is invalid, sent twice, or sent with brackets (\`page[]\`) is an error; all errors are reported at once.

Responses have the properties listed in their schemas. New ones may be added, so ignore properties you do not know.

Every error is an RFC 9457 problem document. Rely on its \`code\`; the messages may change. Requests are checked in this order: path, method, ${login === 'apiKey' ? 'key' : 'login'}, id, size of the body, media type, syntax, fields (including headers), \`If-Match\`, and conditions that depend on the stored record.

Every GET operation supports HEAD. OPTIONS returns 204 with the methods of the path in \`Allow\`. Any other method is a 405 with the same header. Neither needs authentication.`;

const errorHeaders = {
  'WWW-Authenticate': {
    description: '`Bearer`, with `error="invalid_token"` if a token was sent.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer( error="invalid_token")?$' },
    example: 'Bearer error="invalid_token"',
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: 2,
  },
  Allow: {
    description: 'The methods that the path supports.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
    example: 'GET, HEAD, POST, OPTIONS',
  },
} as const satisfies Readonly<Record<string, HeaderObject>>;

const bearerKey: SecuritySchemeObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key in the header `Authorization: Bearer <API key>`.',
};

/**
 * Describes the API as an OpenAPI 3.1 document, generated from the route table. It is the same
 * document that `GET /api/v1/openapi.json` returns.
 *
 * @example
 * ```ts
 * const document = openApiDocument({ serverUrl: 'https://example.com/api/v1' });
 * ```
 */
export function openApiDocument({
  serverUrl = apiSegment,
  login = 'apiKey',
}: OpenApiDocumentOptions = {}): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'sitegrade',
      version: '1',
      summary: 'Website SEO reports',
      description: descriptionFor(login),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'Where this API is mounted.' }],
    security: login === 'apiKey' ? [{ apiKey: [] }] : [],
    tags: [
      { name: recordKinds.report.tag, description: 'A report rates one page and explains why.' },
      {
        name: recordKinds.website.tag,
        description:
          'A website groups the reports of one domain. It is created with the first report and stays when the last one is deleted.',
      },
      {
        name: recordKinds.job.tag,
        description:
          'A job creates a report in the background. It is kept for 30 days after it has ended.',
      },
      {
        name: recordKinds.crawl.tag,
        description:
          'A crawl checks many pages of a website in the background, and then compares them.',
      },
      {
        name: recordKinds.issue.tag,
        description:
          'An issue is what only several pages of a website show together, such as duplicate titles.',
      },
      {
        name: recordKinds.webhook.tag,
        description:
          'A webhook is a URL of the owner to which signed messages about reports and crawls are sent.',
      },
      {
        name: recordKinds.catalogue.tag,
        description: 'A check is one rule about a page; a report has the result of each.',
      },
    ],
    paths: pathsOf(routes, login),
    components: {
      schemas: {
        ...reportSchemas,
        ...findingChangesSchemas,
        Website: websiteSchema,
        ScoreSource: declaredScoreSource.schema,
        History: declaredHistory.schema,
        HistoryPoint: declaredHistoryPoint.schema,
        LatestReport: declaredLatestReport.schema,
        Schedule: declaredSchedule.schema,
        Webhook: declaredWebhook.schema,
        WebhookWithSecret: webhookSecretSchema,
        Delivery: declaredDelivery.schema,
        AcceptedFinding: declaredAcceptedFinding.schema,
        Recipient: declaredRecipient.schema,
        Job: declaredJob.schema,
        JobError: jobErrorSchema,
        Batch: declaredBatch.schema,
        BatchProgress: batchProgress.schema,
        ...crawlSchemas,
        Issue: declaredIssue.schema,
        Finding: declaredFinding.schema,
        ...checkSchemas,
        ...pageFactSchemas,
        ...speedSchemas,
        ...pageSchemas,
        ...envelopeSchemas(routes.flatMap(successesOf)),
        ...bodySchemas(routes),
        Problem: problemSchema,
        FieldErrors: fieldErrorsSchema,
      },
      parameters: sharedParameters,
      headers: { ...successHeaders, ...errorHeaders },
      responses: { MethodNotAllowed: errorResponse(405, ['method_not_allowed'], { login }) },
      securitySchemes: login === 'apiKey' ? { apiKey: bearerKey } : {},
    },
  };
}

function pathsOf(all: readonly Route[], login: Login): Readonly<Record<string, PathItemObject>> {
  const paths: Record<string, PathItemObject> = {};
  for (const route of all) {
    const path = route.path.slice(apiSegment.length).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [documentMethod(route)]: operationObject(route, login) };
  }
  return paths;
}
