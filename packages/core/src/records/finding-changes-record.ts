import type {
  CappedList,
  ChangedFinding,
  ChangedSummary,
  FindingChanges,
} from '../reports/finding-changes.ts';

/**
 * Which findings are new, fixed and still there, as JSON: `findings` of the changes of a report and of a comparison of
 * reports or crawls of the HTTP API.
 *
 * @param changes - From `changesBetween`, `compareReports` or `compareCrawls`.
 * @example
 * ```ts
 * const { findings } = await compareCrawls(context, 'user-1', { from: 3, to: 7 });
 * if (findings) console.log(findingChangesRecord(findings).found.total);
 * ```
 */
export function findingChangesRecord({ found, fixed, changed, remaining }: FindingChanges) {
  return {
    found: cappedRecord(found, changedFindingRecord),
    fixed: cappedRecord(fixed, changedFindingRecord),
    changed: cappedRecord(changed, changedSummaryRecord),
    remaining,
  } as const;
}

/** The beginning of a list, and how long it is, as JSON. */
export function cappedRecord<Row, Item>(
  { total, rows }: CappedList<Row>,
  record: (row: Row) => Item,
) {
  return { total, rows: rows.map(record) };
}

/** A finding that is new or fixed, as JSON. */
export function changedFindingRecord(finding: ChangedFinding) {
  const { url, check, issue, importance, title, summary } = finding;
  const { evidence, fingerprint, pagesCount, remaining } = finding;
  return {
    ...{ url, check, issue, importance, title, summary },
    ...{ evidence, fingerprint, pages_count: pagesCount, remaining },
  } as const;
}

/** A finding of which only what is said is compared, as JSON. */
export function changedSummaryRecord({ url, check, importance, title, from, to }: ChangedSummary) {
  return { url, check, importance, title, from, to } as const;
}
