import { slugPattern } from '../listing/slug.ts';
import type {
  CappedList,
  ChangedFinding,
  ChangedSummary,
  FindingChanges,
} from '../reports/finding-changes.ts';
import { checkId, checkMembers } from './check-record.ts';
import { declareRecord, from } from './declare-record.ts';
import {
  arraySchema,
  countSchema,
  objectSchema,
  orNull,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

/** The beginning of a list, and how long it is, as JSON. */
export function cappedRecord<Row, Item>(
  { total, rows }: CappedList<Row>,
  record: (row: Row) => Item,
) {
  return { total, rows: rows.map(record) };
}

/** A list of which at most 1,000 rows are sent. */
export function cappedSchema(description: string, row: string): Schema {
  return objectSchema<Record<'total' | 'rows', unknown>>(description, {
    total: countSchema('How many rows there are.'),
    rows: arraySchema('At most 1,000 of them.', refTo(row), 1_000),
  });
}

const title = stringSchema('What is right without the finding.');

const changedFinding = declareRecord<ChangedFinding>()(
  'A finding that is new or fixed: of a check at one place of a page, or of an issue across pages.',
  {
    url: orNull(
      stringSchema(
        'URL of the page, after redirects; of an issue that of its first page, or the one that it is about; `null` without one.',
      ),
    ),
    check: orNull({
      ...checkId,
      description: 'Id of the check that found it; `null` for an issue across pages.',
    }),
    issue: orNull({
      ...stringSchema('Id of the issue across pages; `null` for a check.'),
      pattern: slugPattern,
    }),
    importance: checkMembers.importance,
    title,
    summary: stringSchema(
      'What was found, in a sentence: by a check on the page, at all of its places.',
    ),
    evidence: refOrNull(
      'The place, or the URL that an issue is about, such as a broken one; `null` if there is none.',
      'Evidence',
    ),
    fingerprint: {
      ...stringSchema(
        'Identifies the finding in other reports and crawls, also of another host, and when lines move.',
      ),
      pattern: '^[0-9a-f]{16}$',
    },
    pages_count: countSchema('How many pages it affects: 1 for a check.'),
    remaining: orNull(
      countSchema(
        'How many places of the check are on the page before and after; `null` if unknown, and for an issue.',
      ),
    ),
  },
);

const changedSummary = declareRecord<ChangedSummary>()(
  'A finding with places that are not known, before or after.',
  {
    url: stringSchema('URL of the page, after redirects.'),
    check: checkId,
    importance: checkMembers.importance,
    title,
    from: stringSchema('What was found before, in a sentence.'),
    to: stringSchema('What was found after that, in a sentence.'),
  },
);

const declaredChanges = declareRecord<FindingChanges>()(
  'Which findings are new, fixed and still there, place by place: of reports, and of crawls. What one of both did not examine is none of these. The most important ones come first; of one importance, issues across pages do.',
  {
    found: from(
      cappedSchema('New findings: those of the later one only.', 'ChangedFinding'),
      ({ found }) => cappedRecord(found, changedFinding.record),
    ),
    fixed: from(
      cappedSchema('Fixed findings: those of the earlier one only.', 'ChangedFinding'),
      ({ fixed }) => cappedRecord(fixed, changedFinding.record),
    ),
    changed: from(
      cappedSchema(
        'Findings of which one of both may lack places, since it has 25 quotes of a check or examined a sample, if what is said of them differs: only that is compared, and none of their places is in the other lists.',
        'ChangedSummary',
      ),
      ({ changed }) => cappedRecord(changed, changedSummary.record),
    ),
    remaining: orNull(
      countSchema(
        'How many findings both have; `null` if the later one is a crawl that kept the results of pages that have not changed, whose findings are not counted.',
      ),
    ),
  },
);

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
export function findingChangesRecord(changes: FindingChanges) {
  return declaredChanges.record(changes);
}

/** The schemas of what changed, by name. */
export const findingChangesSchemas = {
  FindingChanges: declaredChanges.schema,
  ChangedFinding: changedFinding.schema,
  ChangedSummary: changedSummary.schema,
} as const satisfies Readonly<Record<string, Schema>>;
