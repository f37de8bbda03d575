import type { VNode } from 'preact';
import type { OpenApiDocument, ResponseObject } from '../../http/document-objects.ts';
import { Table } from '../elements/table.tsx';
import { english } from '../english.ts';
import { StatusLabel } from './labels.tsx';
import { InlineMarkdown } from './markdown.tsx';
import { operationsOf, problemType } from './operations.ts';

const text = english.reference;

/** A table of all errors of the API, by status. */
export function ErrorTable({ document }: { readonly document: OpenApiDocument }): VNode {
  return (
    <Table
      isList={false}
      caption={text.allErrors}
      rows={errorsOf(document)}
      columns={[
        {
          label: text.code,
          cell: ({ code, status }) => (
            <>
              <code>{breakable(code)}</code> <StatusLabel status={status} />
            </>
          ),
        },
        {
          label: text.when,
          cell: ({ description }) => (
            <p>
              <InlineMarkdown text={description} />
            </p>
          ),
        },
      ]}
    />
  );
}

interface ErrorRow {
  readonly code: string;
  readonly status: string;
  readonly description: string;
}

/** Every error once, with the longest of its descriptions. */
function errorsOf(document: OpenApiDocument): readonly ErrorRow[] {
  const rows = new Map<string, ErrorRow>();
  for (const [status, { content }] of responsesOf(document)) {
    const examples = Object.entries(content?.[problemType]?.examples ?? {});
    for (const [code, { description = '' }] of examples) {
      const known = rows.get(code);
      if (known && known.description.length >= description.length) continue;
      rows.set(code, { code, status, description });
    }
  }
  return [...rows.values()].toSorted((a, b) => a.status.localeCompare(b.status));
}

/** The responses of all operations by status, and those without an operation. */
function responsesOf(document: OpenApiDocument): readonly (readonly [string, ResponseObject])[] {
  const { MethodNotAllowed: methodNotAllowed } = document.components.responses;
  return [
    ...operationsOf(document).flatMap(({ operation }) => Object.entries(operation.responses)),
    ...(methodNotAllowed ? [['405', methodNotAllowed] as const] : []),
  ];
}

/** Allows line breaks after underscores. */
function breakable(word: string) {
  return word.split('_').map((part, index) =>
    index === 0 ? (
      part
    ) : (
      <>
        _<wbr />
        {part}
      </>
    ),
  );
}
