import { privacyByNumber, results } from '@sitegrade/core/internal';
import type { NewReport, WebsiteChange } from '@sitegrade/core/store';
import fc from 'fast-check';
import { newReport } from './report-fixture.ts';

/** One step of a history. `which` selects one of the existing records. */
export type HistoryStep =
  | { readonly do: 'create'; readonly report: NewReport }
  | { readonly do: 'delete report'; readonly which: number }
  | { readonly do: 'delete website'; readonly which: number }
  /** All of an owner. Their reports stay in the tables, hidden. */
  | { readonly do: 'hide websites'; readonly ownerId: string }
  | { readonly do: 'update website'; readonly which: number; readonly change: WebsiteChange };

/** The owners in histories. */
export const historyOwners = ['owner-1', 'owner-2'] as const;

/** Strings that stores may handle wrong: wildcards, quotes, case, scripts, and the limits of UTF-16. */
const oddTexts = [
  'https://example.com/',
  'https://EXAMPLE.com/A_b%20c',
  'https://example.com/100%',
  'https://example.com/a\\b',
  `https://example.com/'";--`,
  'https://xn--mnchen-3ya.de/straße',
  'İstanbul ISTANBUL ıstanbul',
  'STRASSE straße ẞ',
  'ΟΔΟΣ οδός Σ',
  'é e\u0301',
  '日本語 العربية हिन्दी',
  '\u{FFFF}',
  '\u{E000}',
  '\u{10000}',
  '\u{1F600}',
  '',
] as const;

const domains = [
  'example.com',
  'example.com:8080',
  'xn--mnchen-3ya.de',
  '\u{FFFF}.test',
  '\u{1F600}.test',
];

/** Any character. fast-check's own unit lists all of them, which takes a second. */
const unit = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));

/** Any string of a report. */
export const anyText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit, maxLength: 8 }).map((text) => text.replaceAll('\0', '')),
);

const anyDate = fc.date({
  min: new Date('1970-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

const anyReport = fc
  .record({
    ownerId: fc.constantFrom(...historyOwners),
    url: anyText,
    finalUrl: anyText,
    domain: fc.constantFrom(...domains),
    title: fc.option(anyText),
    // Few scores, so that there are ties.
    score: fc.oneof(fc.constantFrom(0, 50, 100), fc.nat({ max: 100 })),
    result: fc.constantFrom(...results),
    httpStatus: fc.constantFrom(200, 404, 599),
    createdAt: anyDate,
    defaultPrivacy: fc.constantFrom(...privacyByNumber),
    coverage: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    value: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
  })
  .map(({ value, ...part }) => withCheckValue(newReport(part), value));

const anyChange = fc.record(
  {
    privacy: fc.constantFrom(...privacyByNumber),
    passwordHash: fc.constantFrom('$hash$1', '$hash$2'),
    updatedAt: anyDate,
  },
  { requiredKeys: ['updatedAt'] },
);

const anyStep: fc.Arbitrary<HistoryStep> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('create' as const), report: anyReport }) },
  { weight: 3, arbitrary: pick('delete report') },
  { weight: 1, arbitrary: pick('delete website') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('hide websites' as const),
      ownerId: fc.constantFrom(...historyOwners),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('update website' as const),
      which: fc.nat(),
      change: anyChange,
    }),
  },
);

/** Random histories of a store. */
export const anyHistory = fc.array(anyStep, { minLength: 10, maxLength: 40, size: 'max' });

function pick<Name extends string>(name: Name) {
  return fc.record({ do: fc.constant(name), which: fc.nat() });
}

function withCheckValue(report: NewReport, value: NewReport['checks'][string]['value']): NewReport {
  const checks = Object.entries(report.checks).map(([id, check]) => [id, { ...check, value }]);
  return { ...report, checks: Object.fromEntries(checks) };
}
