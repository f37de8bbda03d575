import type { VNode } from 'preact';
import type { OpenApiDocument } from '../../http/document-objects.ts';
import { english } from '../english.ts';
import { MethodLabel } from './labels.tsx';
import { tagAnchor, taggedOperations } from './operations.ts';
import { SchemaLink } from './schema-type.tsx';

const text = english.reference;

/** The contents of the page: its sections, operations and schemas. */
export function Contents({ document }: { readonly document: OpenApiDocument }): VNode {
  return (
    <nav class="contents" aria-label={text.contents}>
      <p>
        <a href="#basics">{text.basics}</a>
      </p>
      {document.tags.map(({ name }) => (
        <TagContents key={name} document={document} name={name} />
      ))}
      <p>
        <a href="#errors">{text.errors}</a>
      </p>
      <p>
        <a href="#schemas">{text.schemas}</a>
      </p>
      <details>
        <summary>{text.allSchemas}</summary>
        <ul>
          {Object.keys(document.components.schemas).map((name) => (
            <li key={name}>
              <SchemaLink name={name} />
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function TagContents({
  document,
  name,
}: {
  readonly document: OpenApiDocument;
  readonly name: string;
}): VNode {
  return (
    <>
      <p>
        <a href={`#${tagAnchor(name)}`}>{name}</a>
      </p>
      <ul>
        {taggedOperations(document, name).map(({ method, operation }) => (
          <li key={operation.operationId}>
            <a href={`#${operation.operationId}`}>
              <MethodLabel method={method} /> <span>{operation.summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
