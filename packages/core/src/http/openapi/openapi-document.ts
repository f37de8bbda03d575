import { apiSegment } from '../root-url.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes/index.ts';
import type {
  HeaderObject,
  OpenApiDocument,
  PathItemObject,
  SecuritySchemeObject,
} from './document-objects.ts';
import { envelopeName, envelopeSchema, pageSchemas } from './envelope-schemas.ts';
import { errorResponse } from './error-responses.ts';
import type { Login } from './login.ts';
import { documentMethod, operationObject, tagByRecord } from './operation-object.ts';
import { fieldErrorsSchema, problemSchema } from './problem-schema.ts';
import { reportSchemas } from './report-schemas.ts';
import { bodySchemas } from './request-body.ts';
import { sharedParameters } from './request-parameters.ts';
import { successHeaders } from './success-response.ts';
import { websiteSchemas } from './website-schemas.ts';

/** What {@link openApiDocument} may be told. */
export interface OpenApiDocumentOptions {
  /**
   * The URL that the API is reached at, `/api/v1` included: `https://example.com/tools/api/v1`.
   * Default: `/api/v1`, on whatever host serves the document.
   */
  readonly serverUrl?: string;
  /** Whether requests carry an API key, or the host has a login of its own. Default: `apiKey`. */
  readonly login?: Login;
}

const descriptionFor = (login: Login) => `SEO reports of web pages, grouped into websites.

${login === 'apiKey' ? 'Send an API key as a Bearer token with every request.' : 'Requests act for whoever is logged in to the server that this API is part of.'} Bodies are forms or JSON, in UTF-8. Unknown parameters are ignored; a known one that is outside its allowed values, sent twice, or sent with brackets (\`page[]\`) is an error, and all of them are reported at once.

Answers have the members that their schemas name; more may be added, so ignore those that you do not know.

Every error is a problem document of RFC 9457. Rely on its \`code\`; the sentences may change. Errors are judged in this order: path, method, ${login === 'apiKey' ? 'key' : 'login'}, id, size of the body, media type, syntax, fields (headers among them), \`If-Match\`, and what depends on the record as it is.

Whatever answers to GET answers to HEAD. OPTIONS answers 204 and names in \`Allow\` the methods of the path, as does the 405 to any other; neither asks who you are.`;

const errorHeaders = {
  'WWW-Authenticate': {
    description: '`Bearer`, with `error="invalid_token"` where a token was sent.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer( error="invalid_token")?$' },
    example: 'Bearer error="invalid_token"',
  },
  'Retry-After': {
    description: 'Seconds after which to try again.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: 2,
  },
  Allow: {
    description: 'The methods that the path answers to.',
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
 * Describes the whole API as an OpenAPI 3.1 document, made from the route table. It is what
 * `GET /api/v1/openapi.json` answers with.
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
      { name: tagByRecord.report, description: 'A report says how well one page does, and why.' },
      {
        name: tagByRecord.website,
        description:
          'A website holds the reports of one domain. It appears with the first of them and stays when the last is deleted.',
      },
    ],
    paths: pathsOf(routes, login),
    components: {
      schemas: {
        ...reportSchemas,
        ...websiteSchemas,
        ...pageSchemas,
        ...Object.fromEntries(
          routes.map(({ success }) => [envelopeName(success), envelopeSchema(success)]),
        ),
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
    const path = route.path.slice(apiSegment.length).replace(':id', '{id}');
    paths[path] = { ...paths[path], [documentMethod(route)]: operationObject(route, login) };
  }
  return paths;
}
