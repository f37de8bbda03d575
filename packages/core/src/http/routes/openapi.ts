import { openDocumentAnswer } from '../answer/open-answer.ts';
import type { Login } from '../openapi/login.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import type { OpenRoute } from '../route.ts';

/** The OpenAPI document of the API, with the address that it was asked at. */
export const openApiRoute = (login: Login): OpenRoute => ({
  access: 'open',
  method: 'GET',
  path: '/api/v1/openapi.json',
  operationId: 'getOpenApiDocument',
  summary: 'Show the OpenAPI document',
  answer: openDocumentAnswer('application/json; charset=utf-8', (root) =>
    JSON.stringify(openApiDocument({ serverUrl: root, login })),
  ),
});
