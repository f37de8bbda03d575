import type { OpenApiDocument } from '../openapi/document-objects.ts';
import { pageStyleHash } from '../reference/page-style.ts';
import { referencePage } from '../reference/reference-page.ts';
import { publicDocument } from '../response/public-document.ts';
import type { PublicRoute } from '../route.ts';

/** Describes the API with a base URL as server. */
type DescribeApi = (serverUrl: string) => OpenApiDocument;

/** The OpenAPI document, with the requested base URL as server. */
export function openApiRoute(describeApi: DescribeApi): PublicRoute {
  const document = publicDocument('application/json; charset=utf-8', (root) =>
    JSON.stringify(describeApi(root)),
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

/** Allows only the page's own style sheet and icon: no frames, forms or scripts. */
const policy = [
  "default-src 'none'",
  `style-src '${pageStyleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API reference page. */
export function docsRoute(describeApi: DescribeApi): PublicRoute {
  const page = publicDocument(
    'text/html; charset=utf-8',
    (root) => referencePage(describeApi(root)),
    { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
  );
  return {
    access: 'public',
    method: 'GET',
    path: '/api/v1/docs',
    operationId: 'getDocs',
    summary: 'Show the reference',
    respond: ({ root }) => page(root()),
  };
}
