import type {
  DocumentMethod,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
} from '../openapi/document-objects.ts';
import type { Schema } from '../openapi/schema.ts';
import { curlExample } from './curl-example.ts';
import { type Html, html } from './html.ts';
import { jsonBlock } from './json-block.ts';
import { markdown } from './markdown.ts';
import { membersOf, memberTable } from './member-table.ts';
import { resolveRef } from './resolve-ref.ts';
import { responseDetails } from './response-details.ts';

/** An operation with its path and method. */
export interface OperationEntry {
  readonly path: string;
  readonly method: DocumentMethod;
  readonly operation: OperationObject;
}

/** All operations of the document, in order. */
export function operationsOf({ paths }: OpenApiDocument): readonly OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (Object.entries(item) as [DocumentMethod, OperationObject][]).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
}

/** The section about one operation. */
export function operationSection(
  document: OpenApiDocument,
  { path, method, operation }: OperationEntry,
): Html {
  const { operationId, summary, description, requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).map((one) =>
    resolveRef<ParameterObject>(document, one),
  );
  const [server] = document.servers;
  const url = (server?.url ?? '') + path;
  const withKey = document.security.length > 0;
  const curl = curlExample({ url, method, operation, parameters, withKey });
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title">${summary}</h3>
<p class="route">${methodBadge(method)} <code>${pathOf(server?.url ?? '')}${path}</code></p>
<div class="columns">
<div class="description">
${markdown(description)}
${parametersOf(parameters)}${requestBody && bodyOf(document, requestBody)}<h4>Responses</h4>
${Object.entries(responses).map(([status, one]) => responseDetails(document, status, one))}</div>
<div class="example">
<h4>Example</h4>
<pre><code>${curl}</code></pre>
${exampleResponse(operation)}</div>
</div>
</section>
`;
}

/** The path of a server URL. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '');
}

/** The method as a coloured label. */
export function methodBadge(method: DocumentMethod): Html {
  return html`<span class="method method-${method}">${method.toUpperCase()}</span>`;
}

function parametersOf(parameters: readonly ParameterObject[]): Html {
  if (parameters.length === 0) return html``;
  const captions = { path: 'In the path', query: 'In the query', header: 'In the headers' };
  return html`<h4>Parameters</h4>
${(['path', 'query', 'header'] as const).map((place) =>
  memberTable(
    captions[place],
    parameters
      .filter((one) => one.in === place)
      .map(({ name, required, schema, description, example }) => ({
        name,
        presence: required ? 'required' : undefined,
        schema,
        description,
        example,
      })),
  ),
)}`;
}

/** The fields of the body, which are the same for a form and JSON. */
function bodyOf(document: OpenApiDocument, { content, description }: RequestBodyObject): Html {
  const [media] = Object.values(content);
  const schema = media && resolveRef<Schema>(document, media.schema);
  const [example] = Object.values(content['application/json']?.examples ?? {});
  return html`<h4>Body</h4>
${markdown(description)}
${schema && memberTable('Fields of the body', membersOf(schema, 'request'))}${
  example && html`<p>As <code>application/json</code>:</p>\n${jsonBlock(example.value)}`
}`;
}

function exampleResponse({ responses }: OperationObject): Html {
  const [status, response] = Object.entries(responses)[0] ?? [];
  const [media] = Object.values(response?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  if (status === undefined || example === undefined) return html``;
  return html`<p class="example-status">returns <span class="status status-${status.slice(0, 1)}">${status}</span></p>
${jsonBlock(example.value)}`;
}
