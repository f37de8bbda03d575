import type { OpenApiDocument, ResponseObject } from '../openapi/document-objects.ts';
import { refTo, type Schema } from '../openapi/schema.ts';
import { type Html, html, inlineMarkdown, markdown, markupOf, rawMarkup } from './html.ts';
import { joinHtml, membersOf, memberTable, schemaAnchor, schemaType } from './member-table.ts';
import { methodBadge, operationSection, operationsOf, problemType } from './operation-section.ts';
import { pageStyle } from './page-style.ts';

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231f6feb'/%3E%3Cpath d='M4 9l3 3 5-8' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E";

/**
 * The API reference as one HTML page without scripts or external resources, generated from the OpenAPI
 * document. It links to the document as `openapi.json` in the same folder.
 */
export function referencePage(document: OpenApiDocument): string {
  const { title, version, summary, description } = document.info;
  return markupOf(html`${rawMarkup('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon}">
<style>${rawMarkup(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="name"><a href="#top">${title}</a> <span class="version">v${version}</span></p>
<p><a href="openapi.json">OpenAPI document</a></p>
</header>
<div class="page">
${contents(document)}
<main id="content">
<h1 id="top">${title} API reference</h1>
<p class="lead">${summary}</p>
<section aria-labelledby="basics">
<h2 id="basics">Basics</h2>
${markdown(description)}
<h3 id="base-url">Base URL</h3>
${document.servers.map(({ url }) => html`<pre><code>${url}</code></pre>`)}
<h3 id="authorization">Authorization</h3>
${authorization(document)}
</section>
${document.tags.map((tag) => tagSection(document, tag))}
<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>Every error has a body of type <a href="#${schemaAnchor('Problem')}">Problem</a>. Its <code>code</code> is one of the following.</p>
${errorTable(document)}</section>
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
<p>The objects in requests and responses. New fields may be added to objects in responses.</p>
${Object.entries(document.components.schemas).map(
  ([
    name,
    schema,
  ]) => html`<section class="schema" id="${schemaAnchor(name)}" aria-labelledby="${schemaAnchor(name)}-title">
<h3 id="${schemaAnchor(name)}-title">${name}</h3>
${markdown(schema.description ?? '')}
${contentOf(document, name, schema)}</section>
`,
)}</section>
</main>
</div>
</body>
</html>
`);
}

function tagSection(
  document: OpenApiDocument,
  { name, description }: OpenApiDocument['tags'][number],
): Html {
  return html`<section aria-labelledby="${tagAnchor(name)}">
<h2 id="${tagAnchor(name)}">${name}</h2>
${markdown(description)}
${operationsOf(document)
  .filter(({ operation }) => operation.tags.includes(name))
  .map((placed) => operationSection(document, placed))}</section>
`;
}

function contents(document: OpenApiDocument): Html {
  return html`<nav aria-label="Contents">
<p><a href="#basics">Basics</a></p>
${document.tags.map(
  ({ name }) => html`<p><a href="#${tagAnchor(name)}">${name}</a></p>
<ul>${operationsOf(document)
    .filter(({ operation }) => operation.tags.includes(name))
    .map(
      ({ method, operation: { operationId, summary } }) =>
        html`<li><a href="#${operationId}">${methodBadge(method)} <span>${summary}</span></a></li>`,
    )}</ul>
`,
)}<p><a href="#errors">Errors</a></p>
<p><a href="#schemas">Schemas</a></p>
<details>
<summary>All schemas</summary>
<ul>${Object.keys(document.components.schemas).map(
    (name) => html`<li><a href="#${schemaAnchor(name)}">${name}</a></li>`,
  )}</ul>
</details>
</nav>`;
}

function contentOf(document: OpenApiDocument, name: string, schema: Schema): Html {
  if (schema.properties === undefined) return html`<p>Type: ${schemaType(schema)}</p>\n`;
  const use = isBody(document, name) ? 'request' : 'response';
  return memberTable(`Fields of ${name}`, membersOf(schema, use));
}

/** Whether a schema describes a request body. */
function isBody(document: OpenApiDocument, name: string): boolean {
  return operationsOf(document).some(({ operation: { requestBody } }) =>
    Object.values(requestBody?.content ?? {}).some(
      ({ schema }) => schema.$ref === refTo(name).$ref,
    ),
  );
}

function authorization(document: OpenApiDocument): Html {
  const schemes = Object.values(document.components.securitySchemes);
  if (schemes.length === 0) {
    return html`<p>This API has no keys of its own: requests are authenticated by the login of the server that it is part of. The examples omit that login.</p>`;
  }
  return html`${schemes.map((one) => markdown(one.description))}
<p>The examples read the key from the shell variable <code>SITEGRADE_KEY</code>.</p>`;
}

function tagAnchor(name: string): string {
  return `tag-${name.toLowerCase()}`;
}

interface ErrorRow {
  readonly status: string;
  readonly description: string;
}

/** A table of all errors of the API, by status. */
function errorTable(document: OpenApiDocument): Html {
  const rows = new Map<string, ErrorRow>();
  const add = (status: string, { content }: ResponseObject) => {
    for (const [code, { description = '' }] of Object.entries(
      content?.[problemType]?.examples ?? {},
    )) {
      const known = rows.get(code);
      // Keep the longest description of each error.
      if (known && known.description.length >= description.length) continue;
      rows.set(code, { status, description });
    }
  };
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) add(status, response);
  }
  for (const [status, response] of Object.entries(sharedErrors(document))) add(status, response);
  const sorted = [...rows].toSorted(([, a], [, b]) => a.status.localeCompare(b.status));
  return html`<table>
<caption>All errors by code</caption>
<thead><tr><th scope="col">Code</th><th scope="col">When</th></tr></thead>
<tbody>${sorted.map(
    ([code, { status, description }]) =>
      html`<tr><th scope="row"><code>${breakable(code)}</code> <span class="status status-${status.slice(0, 1)}">${status}</span></th><td><p>${inlineMarkdown(description)}</p></td></tr>
`,
  )}</tbody>
</table>
`;
}

/** Allows line breaks after underscores. */
function breakable(word: string): Html {
  return joinHtml(word.split('_'), html`_<wbr>`);
}

/** Errors that do not belong to an operation. */
function sharedErrors({ components }: OpenApiDocument): Readonly<Record<string, ResponseObject>> {
  const { MethodNotAllowed: response } = components.responses;
  return response ? { 405: response } : {};
}
