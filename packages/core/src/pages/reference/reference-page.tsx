import type { VNode } from 'preact';
import type { OpenApiDocument } from '../../http/document-objects.ts';
import type { PagesSettings } from '../../http/pages-options.ts';
import { refTo, type Schema } from '../../records/schema.ts';
import { english } from '../english.ts';
import { Layout } from '../layout.tsx';
import { Contents } from './contents.tsx';
import { ErrorTable } from './error-table.tsx';
import { InlineMarkdown, Markdown } from './markdown.tsx';
import { MemberTable, membersOf } from './member-table.tsx';
import { OperationSection } from './operation-section.tsx';
import { operationsOf, tagAnchor, taggedOperations } from './operations.ts';
import { SchemaLink, SchemaType, schemaAnchor } from './schema-type.tsx';

const text = english.reference;

/** Properties of {@link ReferencePage}. */
interface ReferencePageProps extends DocumentProps {
  readonly settings: PagesSettings;
  /** The stylesheet, which is part of the page. */
  readonly style: string;
}

interface DocumentProps {
  readonly document: OpenApiDocument;
}

/**
 * The API reference as one page without scripts or other files, generated from the OpenAPI document. It
 * links to the document as `openapi.json` in the same folder.
 */
export function ReferencePage({ document, settings, style }: ReferencePageProps): VNode {
  const { title, version, summary } = document.info;
  return (
    <Layout
      settings={settings}
      links={undefined}
      style={style}
      title={text.title}
      indexable
      menu={
        <p class="menu">
          <span class="soft">{`v${version}`}</span>
          <a href="openapi.json">{text.document}</a>
        </p>
      }
      contents={<Contents document={document} />}
    >
      <h1 id="top">{text.heading(title)}</h1>
      <p class="lead">{summary}</p>
      <Basics document={document} />
      {document.tags.map((tag) => (
        <TagSection key={tag.name} document={document} {...tag} />
      ))}
      <section aria-labelledby="errors">
        <h2 id="errors">{text.errors}</h2>
        <p>
          {text.errorBody} <SchemaLink name="Problem" />. <InlineMarkdown text={text.errorCodes} />
        </p>
        <ErrorTable document={document} />
      </section>
      <section aria-labelledby="schemas">
        <h2 id="schemas">{text.schemas}</h2>
        <p>{text.schemasText}</p>
        {Object.entries(document.components.schemas).map(([name, schema]) => (
          <SchemaSection key={name} document={document} name={name} schema={schema} />
        ))}
      </section>
    </Layout>
  );
}

function Basics({ document }: DocumentProps): VNode {
  const schemes = Object.values(document.components.securitySchemes);
  return (
    <section aria-labelledby="basics">
      <h2 id="basics">{text.basics}</h2>
      <Markdown text={document.info.description} />
      <h3 id="base-url">{text.baseUrl}</h3>
      {document.servers.map(({ url }) => (
        <pre key={url}>
          <code>{url}</code>
        </pre>
      ))}
      <h3 id="authorization">{text.authorization}</h3>
      {schemes.map(({ description }) => (
        <Markdown key={description} text={description} />
      ))}
      <Markdown text={schemes.length === 0 ? text.hostLogin : text.shellVariable} />
    </section>
  );
}

function TagSection({
  document,
  name,
  description,
}: DocumentProps & OpenApiDocument['tags'][number]): VNode {
  return (
    <section aria-labelledby={tagAnchor(name)}>
      <h2 id={tagAnchor(name)}>{name}</h2>
      <Markdown text={description} />
      {taggedOperations(document, name).map((entry) => (
        <OperationSection key={entry.operation.operationId} document={document} {...entry} />
      ))}
    </section>
  );
}

function SchemaSection({
  document,
  name,
  schema,
}: DocumentProps & { readonly name: string; readonly schema: Schema }): VNode {
  const id = schemaAnchor(name);
  const use = isBody(document, name) ? 'request' : 'response';
  return (
    <section class="schema" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{name}</h3>
      <Markdown text={schema.description ?? ''} />
      {schema.properties === undefined ? (
        <p>
          {text.type} <SchemaType schema={schema} />
        </p>
      ) : (
        <MemberTable caption={text.fieldsOf(name)} members={membersOf(schema, use)} />
      )}
    </section>
  );
}

/** Whether a schema describes a request body. */
function isBody(document: OpenApiDocument, name: string): boolean {
  return operationsOf(document).some(({ operation: { requestBody } }) =>
    Object.values(requestBody?.content ?? {}).some(
      ({ schema }) => schema.$ref === refTo(name).$ref,
    ),
  );
}
