import type { VNode } from 'preact';
import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
} from '../../http/document-objects.ts';
import type { Schema } from '../../records/schema.ts';
import { english } from '../english.ts';
import { curlExample } from './curl-example.ts';
import { JsonBlock } from './json-block.tsx';
import { MethodLabel, StatusLabel } from './labels.tsx';
import { InlineMarkdown, Markdown } from './markdown.tsx';
import { MemberTable, membersOf } from './member-table.tsx';
import { type OperationEntry, resolveRef } from './operations.ts';
import { ResponseDetails } from './response-details.tsx';

const text = english.reference;

/** Properties of {@link OperationSection}. */
interface OperationSectionProps extends OperationEntry {
  readonly document: OpenApiDocument;
}

/** The section about one operation. */
export function OperationSection(props: OperationSectionProps): VNode {
  const { document, path, method, operation } = props;
  const { operationId, summary, description, requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) =>
    resolveRef<ParameterObject>(document, parameter),
  );
  const root = document.servers[0]?.url ?? '';
  const withKey = document.security.length > 0;
  const curl = curlExample({ url: root + path, method, operation, parameters, withKey });
  return (
    <section
      class="operation"
      id={operationId}
      aria-labelledby={`${operationId}-title ${operationId}-route`}
    >
      <h3 id={`${operationId}-title`}>{summary}</h3>
      <p class="route" id={`${operationId}-route`}>
        <MethodLabel method={method} /> <code>{pathOf(root) + path}</code>
      </p>
      <div class="columns">
        <div class="description">
          <Markdown text={description} />
          <Parameters parameters={parameters} />
          {requestBody && <RequestBody document={document} body={requestBody} />}
          <h4>{text.responses}</h4>
          {Object.entries(responses).map(([status, response]) => (
            <ResponseDetails key={status} document={document} status={status} response={response} />
          ))}
        </div>
        <div class="example">
          <h4>{text.example}</h4>
          <pre>
            <code>{curl}</code>
          </pre>
          <ExampleResponse {...operation} />
        </div>
      </div>
    </section>
  );
}

/** The path of a server URL. */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '');
}

function Parameters({
  parameters,
}: {
  readonly parameters: readonly ParameterObject[];
}): VNode | null {
  if (parameters.length === 0) return null;
  return (
    <>
      <h4>{text.parameters}</h4>
      {(['path', 'query', 'header'] as const).map((location) => (
        <MemberTable
          key={location}
          caption={text.locations[location]}
          members={parameters
            .filter((parameter) => parameter.in === location)
            .map(({ required, ...one }) => ({
              ...one,
              presence: required ? 'required' : undefined,
            }))}
        />
      ))}
    </>
  );
}

/** The fields of the body, which are the same for a form and JSON. */
function RequestBody({
  document,
  body: { content, description },
}: {
  readonly document: OpenApiDocument;
  readonly body: RequestBodyObject;
}): VNode {
  const [media] = Object.values(content);
  const schema = media && resolveRef<Schema>(document, media.schema);
  const [example] = Object.values(content['application/json']?.examples ?? {});
  return (
    <>
      <h4>{text.body}</h4>
      <Markdown text={description} />
      {schema && <MemberTable caption={text.bodyFields} members={membersOf(schema, 'request')} />}
      {example && (
        <>
          <p>
            <InlineMarkdown text={text.asJson} />
          </p>
          <JsonBlock value={example.value} />
        </>
      )}
    </>
  );
}

function ExampleResponse({ responses }: OperationObject): VNode | null {
  const [status, response] = Object.entries(responses)[0] ?? [];
  const [media] = Object.values(response?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  if (status === undefined || example === undefined) return null;
  return (
    <>
      <p class="example-status">
        {text.returns} <StatusLabel status={status} />
      </p>
      <JsonBlock value={example.value} />
    </>
  );
}
