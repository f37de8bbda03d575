import type { ComponentChildren, VNode } from 'preact';

/** A column of a {@link Table}. The first column names the row. */
export interface Column<Row> {
  readonly label: string;
  /** What a row shows. `null` shows nothing. */
  readonly cell: (row: Row) => ComponentChildren;
  /** A number is to the right. The label of an action is for screen readers only. */
  readonly kind?: 'number' | 'action';
}

/** Records in a table, which is a list on narrow screens. */
export function Table<Row extends { readonly id: number }>({
  name,
  caption,
  rows,
  empty,
  anchor,
  columns,
}: {
  /** The class for its style. */
  readonly name?: string;
  readonly caption?: string | undefined;
  readonly rows: readonly Row[];
  /** What is shown in place of a table without rows. */
  readonly empty?: string;
  /** What the ids of the rows begin with: `job` for `job-7`. */
  readonly anchor?: string;
  readonly columns: readonly Column<Row>[];
}): VNode {
  if (rows.length === 0 && empty !== undefined) return <p>{empty}</p>;
  return (
    <table class={name === undefined ? 'stack' : `stack ${name}`}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ label, kind }) => (
            <th key={label} scope="col" class={kind === 'number' ? kind : undefined}>
              {kind === 'action' ? <span class="hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} id={anchor && `${anchor}-${row.id}`}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.label} scope="row">
                  {column.cell(row)}
                </th>
              ) : (
                <Cell key={column.label} {...column} content={column.cell(row)} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({
  label,
  kind,
  content,
}: Pick<Column<never>, 'label' | 'kind'> & { content: ComponentChildren }): VNode {
  const hasLabel = kind !== 'action' && content !== null;
  return (
    <td data-label={hasLabel ? label : undefined} class={kind === 'number' ? kind : undefined}>
      {content}
    </td>
  );
}
