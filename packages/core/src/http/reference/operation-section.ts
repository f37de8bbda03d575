import type {
  DocumentMethod,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
} from '../openapi/document-objects.ts';
import type { Schema } from '../openapi/schema.ts';
import { answerDetails } from './answer-details.ts';
import { curlExample } from './curl-example.ts';
import { type Html, html } from './html.ts';
import { jsonBlock } from './json-block.ts';
import { markdown } from './markdown.ts';
import { membersOf, memberTable } from './member-table.ts';
import { resolveRef } from './resolve-ref.ts';

/** An operation with its place in the document. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: DocumentMethod;
  readonly operation: OperationObject;
}

/** Every operation of the document, in its order. */
export function operationsOf({ paths }: OpenApiDocument): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (Object.entries(item) as [DocumentMethod, OperationObject][]).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
}

/** All there is to say of one operation. */
export function operationSection(
  document: OpenApiDocument,
  { path, method, operation }: PlacedOperation,
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
<div class="told">
${markdown(description)}
${parametersOf(parameters)}${requestBody && bodyOf(document, requestBody)}<h4>Answers</h4>
${Object.entries(responses).map(([status, one]) => answerDetails(document, status, one))}</div>
<div class="shown">
<h4>Example</h4>
<pre><code>${curl}</code></pre>
${exampleAnswer(operation)}</div>
</div>
</section>
`;
}

/** The part of a server's URL that its paths go on from. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '');
}

/** The method, so that operations can be told apart at a glance. */
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

/** The form's fields; JSON has the same. */
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

function exampleAnswer({ responses }: OperationObject): Html {
  const [status, response] = Object.entries(responses)[0] ?? [];
  const [media] = Object.values(response?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  if (status === undefined || example === undefined) return html``;
  return html`<p class="answered">answers <span class="status status-${status.slice(0, 1)}">${status}</span></p>
${jsonBlock(example.value)}`;
}
