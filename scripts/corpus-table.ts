import type { Status } from '@sitegrade/core/checks';

/** How often a check had each status. */
type Counts = Readonly<Record<Status, number>>;

const columns: readonly Status[] = ['pass', 'warn', 'fail', 'na'];

/** The heading of a table of counts. */
export const tableHead = `| Check | ${columns.join(' | ')} |\n| --- |${' ---: |'.repeat(columns.length)}`;

/** The row of a check in a table of counts. */
export function tableRow(id: string, counts: Counts): string {
  return `| \`${id}\` | ${columns.map((status) => counts[status]).join(' | ')} |`;
}

/**
 * What a document with such a table says otherwise: rows that differ, as they should be, and the numbers of pages and
 * of checks without a row.
 */
export function differencesOf(
  document: string,
  counts: ReadonlyMap<string, Counts>,
  pages: number,
): readonly string[] {
  const rows = document.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.map((row) => row.split('`')[1] ?? '');
  const unlisted = [...counts.keys()].filter((id) => !named.includes(id)).length;
  const sentences = [`on ${pages} real pages`, `${unlisted} checks are not in the table`];
  return [
    ...rows.flatMap((row, index) => {
      const id = named[index] ?? '';
      const found = counts.get(id);
      if (found === undefined) return `no check \`${id}\``;
      const right = tableRow(id, found);
      return row === right ? [] : right;
    }),
    ...sentences.filter((sentence) => !document.replace(/\s+/g, ' ').includes(sentence)),
  ];
}
