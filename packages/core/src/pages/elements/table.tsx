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
export function Table<Row>({
  name,
  isList = true,
  caption,
  rows,
  empty,
  anchor,
  columns,
}: {
  /** The class for its style. */
  readonly name?: string;
  /** Whether narrow screens show a list. */
  readonly isList?: boolean;
  readonly caption?: string | undefined;
  readonly rows: readonly Row[];
  /** What is shown in place of a table without rows. */
  readonly empty?: string;
  /** The id of a row, for links to it. */
  readonly anchor?: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}): VNode {
  if (rows.length === 0 && empty !== undefined) return <p>{empty}</p>;
  return (
    <table class={[isList && 'stack', name].filter(Boolean).join(' ') || undefined}>
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
        {rows.map((row, rowIndex) => (
          <tr key={rowIndex} id={anchor?.(row)}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.label} scope="row">
                  {column.cell(row)}
                </th>
              ) : (
                <Cell key={column.label} {...column} isList={isList} content={column.cell(row)} />
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
  isList,
  content,
}: Pick<Column<never>, 'label' | 'kind'> & {
  isList: boolean;
  content: ComponentChildren;
}): VNode {
  const hasLabel = isList && kind !== 'action' && content !== null;
  return (
    <td data-label={hasLabel ? label : undefined} class={kind === 'number' ? kind : undefined}>
      {content}
    </td>
  );
}
