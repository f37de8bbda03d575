import type { OpenApiDocument } from '../document-objects.ts';
import { type ApiResponse, etagOf, withBody } from '../response/response.ts';
import type { PublicRoute } from '../route.ts';

/** Describes the API with a base URL as server. */
export type DescribeApi = (serverUrl: string) => OpenApiDocument;

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

/** Replaced with the requested base URL in the cached document. */
const placeholder = { origin: 'http://origin.invalid', path: '/mount.invalid/api/v1' };

/** Base URLs that no output format escapes. */
const plainUrl = /^[A-Za-z0-9:/.\-_~[\]%]+$/;

/**
 * Serves a document that depends only on the base URL of the API, with a strong entity tag. It is
 * rendered once with a placeholder URL, because clients can send a different host with each request.
 *
 * @param write Renders the document for a base URL. It may also contain the path of that URL alone.
 */
export function publicDocument(
  type: string,
  write: (root: string) => string,
  headers: Readonly<Record<string, string>> = {},
): (root: string) => ApiResponse<string> {
  let template: string | undefined;
  const render = (root: string): string => {
    if (!plainUrl.test(root)) return write(root);
    template ??= write(placeholder.origin + placeholder.path);
    return template
      .replaceAll(placeholder.origin + placeholder.path, root)
      .replaceAll(placeholder.path, root.replace(/^https?:\/\/[^/]*/, ''));
  };
  let last: { readonly root: string; readonly response: ApiResponse<string> } | undefined;
  return (root) => {
    if (last?.root === root) return last.response;
    const text = render(root);
    const response = withBody(200, text, {
      'content-type': type,
      'cache-control': 'no-cache',
      etag: etagOf(text),
      ...headers,
    });
    last = { root, response };
    return response;
  };
}
