import type { OpenApiDocument, ResponseObject } from '../openapi/document-objects.ts';
import { type Html, html } from './html.ts';
import { inlineMarkdown } from './markdown.ts';
import { operationsOf } from './operation-section.ts';
import { problemType } from './response-details.ts';
import { joinHtml } from './schema-type.ts';

interface ErrorRow {
  readonly status: string;
  readonly description: string;
}

/** A table of all errors of the API, by status. */
export function errorTable(document: OpenApiDocument): Html {
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
