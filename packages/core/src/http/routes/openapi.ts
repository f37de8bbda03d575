import type { Login } from '../openapi/document-objects.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { publicDocument } from '../response/public-document.ts';
import type { PublicRoute } from '../route.ts';

/** The OpenAPI document, with the requested base URL as server. */
export function openApiRoute(login: Login): PublicRoute {
  const document = publicDocument('application/json; charset=utf-8', (root) =>
    JSON.stringify(openApiDocument({ serverUrl: root, login })),
  );
  return {
    access: 'public',
    method: 'GET',
    path: '/api/v1/openapi.json',
    operationId: 'getOpenApiDocument',
    summary: 'Show the OpenAPI document',
    respond: ({ root }) => document(root()),
  };
}
