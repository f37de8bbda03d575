import type { VNode } from 'preact';
import type {
  HeaderObject,
  MediaTypeObject,
  OpenApiDocument,
  ResponseObject,
} from '../../http/document-objects.ts';
import { english } from '../english.ts';
import { joined } from './joined.ts';
import { JsonBlock } from './json-block.tsx';
import { StatusLabel } from './labels.tsx';
import { InlineMarkdown, Markdown } from './markdown.tsx';
import { type Member, MemberTable } from './member-table.tsx';
import { problemType, resolveRef } from './operations.ts';
import { SchemaType } from './schema-type.tsx';

const text = english.reference;

/** Properties of {@link ResponseDetails}. */
interface ResponseDetailsProps {
  readonly document: OpenApiDocument;
  readonly status: string;
  readonly response: ResponseObject;
}

/** One response of an operation, collapsed under its status. */
export function ResponseDetails({ document, status, response }: ResponseDetailsProps): VNode {
  const problems = response.content?.[problemType];
  const [success] = Object.values(response.content ?? {});
  return (
    <details class="response">
      <summary>
        <StatusLabel status={status} />{' '}
        {problems ? codesOf(problems) : <InlineMarkdown text={response.description} />}
      </summary>
      <MemberTable caption={text.headersOf(status)} members={headersOf(document, response)} />
      {problems && <Problems {...problems} />}
      {!problems && success && (
        <p>
          {text.bodyType} <SchemaType schema={success.schema} />
        </p>
      )}
    </details>
  );
}

function codesOf({ examples }: MediaTypeObject) {
  return joined(
    Object.keys(examples).map((code) => <code>{code}</code>),
    ', ',
  );
}

function Problems({ examples }: MediaTypeObject): VNode {
  return (
    <>
      {Object.entries(examples).map(([code, { description = '', value }]) => (
        <div class="problem" key={code}>
          <p>
            <code>{code}</code>
          </p>
          <Markdown text={description} />
          <JsonBlock value={value} />
        </div>
      ))}
    </>
  );
}

function headersOf(document: OpenApiDocument, { headers = {} }: ResponseObject): readonly Member[] {
  return Object.entries(headers).map(([name, header]) => {
    const { description, required, schema } = resolveRef<HeaderObject>(document, header);
    return { name, presence: required ? undefined : 'optional', schema, description };
  });
}
