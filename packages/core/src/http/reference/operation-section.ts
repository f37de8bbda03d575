import type {
  DocumentMethod,
  HeaderObject,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
} from '../openapi/document-objects.ts';
import type { Schema } from '../openapi/schema.ts';
import { type Html, html, inlineMarkdown, jsonBlock, markdown } from './html.ts';
import { joinHtml, type Member, membersOf, memberTable, schemaType } from './member-table.ts';

/** An operation with its path and method. */
interface OperationEntry {
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

/** The content type of errors. */
export const problemType = 'application/problem+json';

/** One response of an operation, collapsed under its status. */
function responseDetails(
  document: OpenApiDocument,
  status: string,
  response: ResponseObject,
): Html {
  const problems = response.content?.[problemType];
  const [success] = Object.values(response.content ?? {});
  return html`<details class="response">
<summary><span class="status status-${status.slice(0, 1)}">${status}</span> ${
    problems ? codesOf(problems) : inlineMarkdown(response.description)
  }</summary>
${memberTable(`Headers of the ${status}`, headersOf(document, response))}${
  problems ? problemsOf(problems) : success && html`<p>Body: ${schemaType(success.schema)}</p>`
}
</details>
`;
}

function codesOf({ examples }: MediaTypeObject): Html {
  return joinHtml(
    Object.keys(examples).map((code) => html`<code>${code}</code>`),
    ', ',
  );
}

function problemsOf({ examples }: MediaTypeObject): Html {
  return html`${Object.entries(examples).map(
    ([code, { description = '', value }]) =>
      html`<div class="problem"><p><code>${code}</code></p>${markdown(description)}${jsonBlock(value)}</div>`,
  )}`;
}

function headersOf(document: OpenApiDocument, { headers = {} }: ResponseObject): readonly Member[] {
  return Object.entries(headers).map(([name, header]) => {
    const { description, required, schema } = resolveRef<HeaderObject>(document, header);
    return { name, presence: required ? undefined : 'may be missing', schema, description };
  });
}

/** An operation to call. */
interface CurlCall {
  /** With the path parameters in braces. */
  readonly url: string;
  readonly method: DocumentMethod;
  readonly operation: OperationObject;
  readonly parameters: readonly ParameterObject[];
  /** Whether to send an API key. */
  readonly withKey: boolean;
}

/** A curl command that can be pasted into a shell in which `SITEGRADE_KEY` is set. */
export function curlExample({ url, method, operation, parameters, withKey }: CurlCall): string {
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.name === name)?.example ?? 1)),
  );
  const form = operation.requestBody?.content['application/x-www-form-urlencoded'];
  const [example] = Object.values(form?.examples ?? {});
  const fields = Object.entries((example?.value ?? {}) as Readonly<Record<string, unknown>>);
  // With a body, curl defaults to POST.
  const methodFlag =
    method === 'get' || (method === 'post' && form) ? '' : ` -X ${method.toUpperCase()}`;
  return [
    `curl${methodFlag} ${shellQuote(filled)}`,
    ...(withKey ? ['-H "Authorization: Bearer $SITEGRADE_KEY"'] : []),
    ...fields.map(([name, value]) => `--data-urlencode ${shellQuote(`${name}=${value}`)}`),
  ].join(' \\\n  ');
}

/** Quotes a string for a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Resolves a reference. Other parts of the document are returned unchanged.
 *
 * @throws RangeError if the reference is broken.
 */
function resolveRef<Part extends object>(
  document: OpenApiDocument,
  part: Part | ReferenceObject,
): Part {
  if (!('$ref' in part) || part.$ref === undefined) return part as Part;
  const keys = part.$ref.slice(2).split('/');
  const found = keys.reduce<unknown>(
    (inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key],
    document,
  );
  if (found === undefined) throw new RangeError(`${part.$ref} is not in the document`);
  return found as Part;
}
