import type { VNode } from 'preact';
import {
  type FieldDataResult,
  type FieldDataSummary,
  fieldMetrics,
  fieldValueText,
  type PageSummary,
  type RatedValue,
} from '../../store/report.ts';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';

const scopes = ['url', 'origin'] as const;

/** What real visitors had, or why that is not known; nothing if there is no source of it. */
export function FieldDataView({
  page: { fieldData },
}: {
  readonly page: Pick<PageSummary, 'fieldData'>;
}): VNode | null {
  if (fieldData === undefined) return null;
  const { url, origin } = fieldData;
  const isSame = url.status === 'none' && origin.status === 'none' && url.reason === origin.reason;
  const notes = isSame
    ? [url.message]
    : scopes.map((scope) => noteOf(text.fieldData[scope], fieldData[scope]));
  return (
    <section class="details-only" aria-labelledby="field-data">
      <h2 id="field-data">{text.fieldData.title}</h2>
      <FieldDataTable fieldData={fieldData} />
      {notes.map((note) => (
        <p key={note} class="soft">
          {note}
        </p>
      ))}
    </section>
  );
}

/** The metrics of real visits in a table, those of the page beside those of its site; nothing without data. */
function FieldDataTable({ fieldData }: { readonly fieldData: FieldDataSummary }): VNode | null {
  const found = scopes.flatMap((scope) => {
    const result = fieldData[scope];
    return result.status === 'found' ? [{ name: text.fieldData[scope], ...result }] : [];
  });
  if (found.length === 0) return null;
  return (
    <>
      <p>{text.fieldData.explained}</p>
      <Table
        name="compared"
        rows={fieldMetrics}
        columns={[
          { label: text.fieldData.metric, cell: (metric) => text.fieldData.metrics[metric] },
          ...found.map(({ name, metrics }) => ({
            label: name,
            cell: (metric: (typeof fieldMetrics)[number]) => cellOf(metric, metrics[metric]),
          })),
        ]}
      />
    </>
  );
}

function cellOf(metric: (typeof fieldMetrics)[number], value: RatedValue | null): VNode {
  if (value === null) return <span class="soft">{text.fieldData.missing}</span>;
  const { p75, rating, goodShare } = value;
  return (
    <>
      {fieldValueText(metric, p75)}, {text.fieldData.ratings[rating]}
      {goodShare !== null && (
        <>
          {' '}
          <span class="soft">({text.fieldData.goodShare(goodShare)})</span>
        </>
      )}
    </>
  );
}

/** When and how it was measured, or why it was not. */
function noteOf(name: string, result: FieldDataResult): string {
  const note =
    result.status === 'none'
      ? result.message
      : text.fieldData.period(
          new Date(result.firstDay),
          new Date(result.lastDay),
          result.formFactor === 'phone',
        );
  return text.fieldData.note(name, note);
}
