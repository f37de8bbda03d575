import type {
  HeaderObject,
  MediaTypeObject,
  OpenApiDocument,
  ResponseObject,
} from '../openapi/document-objects.ts';
import { type Html, html } from './html.ts';
import { jsonBlock } from './json-block.ts';
import { inlineMarkdown, markdown } from './markdown.ts';
import { type Member, memberTable } from './member-table.ts';
import { resolveRef } from './resolve-ref.ts';
import { joinHtml, schemaType } from './schema-type.ts';

/** The content type of errors. */
export const problemType = 'application/problem+json';

/** One response of an operation, collapsed under its status. */
export function responseDetails(
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
