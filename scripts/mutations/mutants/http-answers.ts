import type { Mutant } from '../mutant.ts';

const http = 'packages/core/src/http/';

type Row = readonly [name: string, file: string, find: string, replace: string];

/** What the contract fuzzer has to find by itself: each is a small lie in an answer or in the document. */
const rows: readonly Row[] = [
  [
    'answers: broken JSON is a 400',
    'request/body.ts',
    "throw new SitegradeError('malformed_body', 'The body must be JSON in UTF-8.');",
    "throw new Error('Broken JSON.');",
  ],
  [
    'answers: a record has the documented names',
    'records/website-record.ts',
    'reports_count:',
    'report_count:',
  ],
  [
    'answers: a 401 has its challenge',
    'answer/problem.ts',
    "return { 'www-authenticate': sent ? 'Bearer error=\"invalid_token\"' : 'Bearer' };",
    'return {};',
  ],
  [
    'answers: a documented value is allowed',
    'request/field.ts',
    'schema: { ...kind, enum: values,',
    'schema: { ...kind, enum: [...values, values[0] === 0 ? 3 : 7],',
  ],
  [
    'answers: the body says its status',
    'answer/envelope.ts',
    'deleted: true, status: 200',
    'deleted: true, status: 204',
  ],
  [
    'answers: a name with brackets is a 422',
    'request/read-fields.ts',
    'if (bracket > 0)',
    'if (bracket > 99)',
  ],
  [
    'answers: every bad field is named',
    'request/read-fields.ts',
    'const issues = Object.assign({}, ...readings.map((reading) => reading.issues));',
    'const issues = Object.fromEntries(Object.entries(Object.assign({}, ...readings.map((reading) => reading.issues))).slice(0, 1));',
  ],
  [
    'answers: links.next goes on after the last row',
    'listing/listing.ts',
    "cursor: turn('after', last)",
    "cursor: turn('after', first ?? last)",
  ],
  ['answers: If-None-Match compares weakly', 'answer/etag.ts', ".replace(/^W\\//, '')", ''],
  [
    'answers: a failure gives nothing away',
    'answer/problem.ts',
    "if (!isSitegradeError(error) || !Object.hasOwn(statusByCode, error.code))\n    return problem('internal');",
    "if (!isSitegradeError(error) || !Object.hasOwn(statusByCode, error.code))\n    return problem('internal', error as SitegradeError);",
  ],
];

/** Small lies of the HTTP layer, which generated requests have to notice. */
export const httpAnswerMutants: readonly Mutant[] = [
  ...rows.map(([name, file, find, replace]) => ({
    name,
    changes: [{ file: `${http}${file}`, find, replace }],
    tests: 'scripts/fuzz/fuzz.test.ts',
  })),
  {
    name: 'answers: both adapters send what the API says',
    changes: [
      {
        file: 'packages/adapter-express/src/sitegrade-router.ts',
        find: 'for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);',
        replace:
          "for (const [name, value] of Object.entries(headers)) if (name !== 'link') response.setHeader(name, value);",
      },
    ],
    tests: 'scripts/fuzz/fuzz.test.ts',
  },
];
