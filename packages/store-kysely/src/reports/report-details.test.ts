import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type CheckInfo, type CheckResult, detailsOf, type ReportDetails } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sqliteQueryBuilder } from '../dialects/sqlite.ts';
import { runWork } from '../work.ts';
import {
  type PackedDetails,
  type PackedReport,
  packDetails,
  packReport,
  unpackDetails,
} from './report-details.ts';
import { insertTexts, type RulesetTexts, rulesetTextsOf, textsReader } from './ruleset-texts.ts';

const details = detailsOf(newReport());
const { page } = details;
const result = details.checks.title as CheckResult;

const check: CheckInfo = {
  id: 'title',
  category: 'seo',
  importance: 'high',
  family: null,
  weight: 12,
  title: 'Title',
  advice: 'Write 10 to 60 characters.',
  source: 'https://example.org/title',
};
const rulesetChecks = [
  check,
  { ...check, id: 'words', title: 'Words', advice: 'Write more words.' },
  { ...check, id: 'links', title: 'Links', advice: 'Add links.' },
];
const { title, advice } = check;

/** The details of a report of the ruleset, with changes to the result of one check. */
function detailsWith(change: Partial<CheckResult> = {}): ReportDetails {
  const checks = rulesetChecks.map(({ id, title, advice }): [string, CheckResult] => [
    id,
    { ...result, title, advice },
  ]);
  const [first, ...rest] = checks;
  const changed: [string, CheckResult] = ['title', { ...result, ...first?.[1], ...change }];
  return { ...details, checks: Object.fromEntries([changed, ...rest]) };
}

const packed = (report: ReportDetails, checks: readonly CheckInfo[] = rulesetChecks) =>
  packReport({ ...report, rulesetChecks: checks });

/** A database with the texts of these details only. */
function databaseWith(texts: RulesetTexts | undefined): readonly { readonly texts: unknown }[] {
  if (texts === undefined) return [];
  const [, row] = insertTexts(sqliteQueryBuilder(), texts).parameters;
  return [{ texts: row }];
}

/** What another process reads: nothing but the bytes and the rows are known. */
function unpacked(bytes: Uint8Array, rows: readonly unknown[]): ReportDetails {
  const readTexts = textsReader(sqliteQueryBuilder());
  return runWork(unpackDetails(bytes, readTexts), () => rows);
}

/** Expects exactly the same JSON, in the same order. */
function expectUnchanged(given: ReportDetails, { bytes, texts, details }: PackedReport): void {
  const json = JSON.stringify(detailsOf(given));
  expect(JSON.stringify(details)).toBe(json);
  expect(JSON.stringify(unpacked(bytes, databaseWith(texts)))).toBe(json);
}

const formatOf = ({ bytes }: PackedDetails) => (bytes[0] === 0x78 ? 'text' : 'columns');

it('contain the details and nothing else of a report', async () => {
  const pack = await packReport(newReport());
  expect(pack.details).toEqual(details);
  expect(unpacked(pack.bytes, databaseWith(pack.texts))).toEqual(details);
});

describe('of a known ruleset', () => {
  it('do not contain its texts', async () => {
    const given = detailsWith({ advice: null, status: 'pass' });
    const pack = await packed(given);
    expect(formatOf(pack)).toBe('columns');
    expectUnchanged(given, pack);
    const changed = rulesetChecks.map((info) => ({
      ...info,
      title: randomText(),
      advice: randomText(),
    }));
    const results = changed.map(({ id, title, advice }) => [id, { ...result, title, advice }]);
    const long = await packed({ ...details, checks: Object.fromEntries(results) }, changed);
    expect(formatOf(long)).toBe('columns');
    expect(long.bytes.length).toBeLessThan(pack.bytes.length + 20);
  });

  it.each<[string, Partial<CheckResult>]>([
    ['every status', { status: 'error', points: null, advice: null }],
    ['its own points', { points: 0.123 }],
    ['no points', { points: null }],
    ['no deduction', { deduction: 0 }],
    ['its own advice', { advice: 'Write a title for this page.' }],
    ['the advice of another check', { advice: 'Add links.' }],
    ['advice that is usual, where there usually is none', { status: 'pass', advice }],
    ['no advice, where there usually is one', { advice: null }],
    ['advice that is empty', { advice: '' }],
    ['a summary that is a title', { summary: title }],
    ['strings of any script', { summary: 'Überschrift 日本語 \u{1F600} {"x"} \u2028 \ud800' }],
    ['no value', { value: null }],
    ['a nested value', { value: { a: [1, { b: null }], ключ: -0.5, 10: 'ten', 2: [] } }],
    ['no evidence', { evidence: [] }],
    ['a sample', { sampled: true }],
    ['evidence without a line', { evidence: [{ kind: 'header', text: '' }] }],
    ['its own weight', { weight: 0 }],
    ['what was read', { readFrom: 'rendered' }],
    ['what was measured', { readFrom: 'measured' }],
    ['the status for the source', { readFrom: 'rendered', sourceStatus: 'na' }],
    ['evidence with a selector', { evidence: [{ kind: 'html', text: '<p>', selector: 'p' }] }],
    [
      'evidence with a selector and a position',
      { evidence: [{ kind: 'html', text: '<p>', line: 1, column: 2, selector: 'p' }] },
    ],
    ['evidence without a column', { evidence: [{ kind: 'robots', text: 'a', line: 0 }] }],
    [
      'much evidence',
      { evidence: Array(3000).fill({ kind: 'html', text: 'ü'.repeat(300), line: 1 }) },
    ],
  ])('keep %s', async (_, change) => {
    const given = detailsWith(change);
    const pack = await packed(given);
    expect(formatOf(pack)).toBe('columns');
    expectUnchanged(given, pack);
  });

  it.each<[string, ReportDetails, (readonly CheckInfo[])?]>([
    ['a title', detailsWith({ title: 'Another title' })],
    ['a category', detailsWith({ category: 'security' })],
    ['an importance', detailsWith({ importance: 'low' })],
    ['a source', detailsWith({ source: 'https://example.org/' })],
    ['more checks', detailsWith(), rulesetChecks.slice(1)],
    ['fewer checks', detailsWith(), [...rulesetChecks, { ...check, id: 'more' }]],
    ['no checks', { ...details, checks: {} }],
    ['the order of checks', detailsWith(), rulesetChecks.toReversed()],
    ['a field', detailsWith({ note: 'more' } as Partial<CheckResult>)],
    [
      'evidence with a field',
      detailsWith({ evidence: [{ kind: 'html', text: '', more: 1 } as never] }),
    ],
    [
      'evidence with a column only',
      detailsWith({ evidence: [{ kind: 'html', text: '', column: 1 }] }),
    ],
    [
      'evidence with a selector before its line',
      detailsWith({ evidence: [{ kind: 'html', text: '', selector: 'p', line: 1 }] }),
    ],
    [
      'evidence with a line of nothing',
      detailsWith({ evidence: [{ kind: 'html', text: '', line: null as never, selector: 'p' }] }),
    ],
    ['another form', detailsWith({ readFrom: 'paper' as never })],
    ['a status for the source alone', detailsWith({ sourceStatus: 'na' })],
    ['a missing field', detailsWith({ summary: undefined as never })],
    ['a missing status', detailsWith({ status: undefined as never })],
    ['a missing value', detailsWith({ value: undefined as never })],
    ['missing points', detailsWith({ points: undefined as never })],
    ['a date', detailsWith({ value: new Date(0) as never })],
    ['no number', detailsWith({ deduction: Number.NaN })],
    ['a function', detailsWith({ value: (() => {}) as never })],
    ['a symbol', detailsWith({ summary: Symbol('name') as never })],
    ['a value with a toJSON', detailsWith({ value: { toJSON: (key: string) => key } as never })],
    ['a result with a toJSON', detailsWith({ toJSON: () => 'text' } as Partial<CheckResult>)],
    [
      'evidence with a toJSON',
      detailsWith({ evidence: [Object.create({ toJSON: () => 1 }, {}) as never] }),
    ],
    [
      'evidence whose list has a toJSON',
      detailsWith({ evidence: Object.assign([], { toJSON: () => [] }) }),
    ],
    [
      'checks with a toJSON',
      { ...details, checks: Object.setPrototypeOf(detailsWith().checks, { toJSON: () => ({}) }) },
    ],
    ['a hole in evidence', detailsWith({ evidence: Array(1) })],
    ['evidence that is not an object', detailsWith({ evidence: ['html' as never] })],
    ['evidence that is a list', detailsWith({ evidence: [['html', ''] as never] })],
    [
      'the order of the fields of evidence',
      detailsWith({ evidence: [{ text: '', kind: 'html' }] }),
    ],
    [
      'evidence with a line that is undefined',
      detailsWith({ evidence: [{ kind: 'html', text: '', line: undefined as never }] }),
    ],
    ['an index in fixFirst', { ...detailsWith(), fixFirst: [1 as never] }],
    ['evidence without a text', detailsWith({ evidence: [{ kind: 'html' } as never] })],
    ['a page without its parts', { ...detailsWith(), page: undefined as never }],
    [
      'the order of fields',
      { ...details, checks: { ...detailsWith().checks, title: reversed(result) } },
    ],
  ])('are stored whole if they differ from it by %s', async (_, given, checks) => {
    const pack = await packed(given, checks);
    expect(formatOf(pack)).toBe('text');
    expectUnchanged(given, pack);
  });

  it('keep ids in fixFirst that the ruleset does not have', async () => {
    const given = { ...detailsWith(), fixFirst: ['links', 'https', '1', 'title'] };
    const pack = await packed(given);
    expect(formatOf(pack)).toBe('columns');
    expectUnchanged(given, pack);
  });

  it('are unchanged regardless of what they contain', async () => {
    const text = fc.oneof(
      fc.constantFrom('Title', 'Add links.', 'title', '', 'Words', 'Write more words.'),
      fc.string({ unit: 'grapheme' }),
    );
    const evidence = fc.record(
      {
        kind: fc.constantFrom('html' as const, 'url' as const),
        text,
        line: fc.nat(),
        column: fc.nat(),
      },
      { requiredKeys: ['kind', 'text'], noNullPrototype: true },
    );
    const change = fc.record(
      {
        status: fc.constantFrom('pass', 'warn', 'fail', 'na', 'error'),
        summary: text,
        value: fc.jsonValue(),
        evidence: fc.array(evidence),
        advice: fc.option(text),
        points: fc.option(fc.double({ min: 0, max: 1 })),
        deduction: fc.double({ min: 0, max: 12 }),
        title: fc.option(text, { nil: 'Title', freq: 3 }),
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(change, fc.array(text), async (part, fixFirst) => {
        const given = { ...detailsWith(part as Partial<CheckResult>), fixFirst };
        expectUnchanged(given, await packed(given));
      }),
      { numRuns: 200 },
    );
  });

  it('have the same texts for the same content, and others for other content', () => {
    const texts = rulesetTextsOf(rulesetChecks);
    expect(rulesetTextsOf(structuredClone(rulesetChecks)).id).toEqual(texts.id);
    expect(rulesetTextsOf([...rulesetChecks, { ...check, id: 'x' }]).id).not.toEqual(texts.id);
    expect(rulesetTextsOf([{ ...check, advice: 'Other.' }]).id).not.toEqual(
      rulesetTextsOf([check]).id,
    );
  });
});

it('are packed alike with and without a copy of them, which is one', async () => {
  for (const given of [detailsWith(), details]) {
    const { details: copy, ...pack } = await packed(given);
    expect(await packDetails({ ...given, rulesetChecks })).toEqual(pack);
    expect(copy).toEqual(given);
    expect(copy.page).not.toBe(given.page);
  }
});

it('are compressed without blocking the event loop', async () => {
  const notes = [Array.from({ length: 300_000 }, (_, index) => index).join()];
  let isPacked = false;
  const packing = packDetails({ ...details, page: { ...page, notes } }).then(() => {
    isPacked = true;
  });
  await new Promise(setImmediate);
  expect(isPacked).toBe(false);
  await packing;
});

it('are refused if they are too large to be read', async () => {
  const notes = ['x'.repeat(64 * 1024 * 1024)];
  await expect(packDetails({ ...details, page: { ...page, notes } })).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringMatching(/bytes of JSON; at most 67108864 can be stored/),
  });
});

describe('refuse', () => {
  it.each([
    ['none', []],
    ['of another format', [0x02, 0x7b, 0x7d]],
    ['JSON', [0x7b, 0x7d]],
  ])('bytes: %s', (_, bytes) => {
    expect(() => unpacked(new Uint8Array(bytes), [])).toThrow('does not know');
  });

  const damaged = expect.objectContaining({
    code: 'internal',
    message: 'The stored details of a report are damaged.',
  });

  it('changed bytes, in both formats', async () => {
    for (const { bytes, texts } of [await packDetails(details), await packed(detailsWith())]) {
      const stored = unpacked(bytes, databaseWith(texts));
      for (let index = texts ? 17 : 1; index < bytes.length; index += 1) {
        const changed = Uint8Array.from(bytes);
        changed[index] = (changed[index] ?? 0) ^ 1;
        let result: unknown;
        try {
          result = unpacked(changed, databaseWith(texts));
        } catch (error) {
          result = error;
        }
        // A reference to the same text at another place: the details are what they were.
        expect([damaged, stored]).toContainEqual(result);
      }
    }
  });

  it('bytes that were cut off, in both formats', async () => {
    for (const { bytes, texts } of [await packDetails(details), await packed(detailsWith())]) {
      for (let length = 1; length < bytes.length; length += 7) {
        expect(() => unpacked(bytes.subarray(0, length), databaseWith(texts))).toThrow(
          expect.objectContaining({ code: 'internal' }),
        );
      }
    }
  });

  it('bytes that decompress to more than the limit', () => {
    const bytes = deflateSync(JSON.stringify(' '.repeat(64 * 1024 * 1024)));
    expect(() => unpacked(bytes, [])).toThrow(damaged);
  });

  it('columns that are shorter than the ruleset', async () => {
    const { bytes } = await packed(detailsWith());
    const more = rulesetTextsOf([...rulesetChecks, { ...check, id: 'more' }]);
    const swapped = Buffer.concat([bytes.subarray(0, 1), more.id, bytes.subarray(17)]);
    expect(() => unpacked(swapped, databaseWith(more))).toThrow(damaged);
  });

  it('details whose texts are missing, damaged, too large or of another ruleset', async () => {
    const { bytes, texts } = await packed(detailsWith());
    const [row] = databaseWith(texts);
    const read = (rows: readonly unknown[]) => () => unpacked(bytes, rows);
    expect(read([row])()).toEqual(detailsWith());
    const problem = (state: string) =>
      expect.objectContaining({
        code: 'internal',
        message: `The stored texts of the ruleset of a report are ${state}.`,
      });
    expect(read([])).toThrow(problem('missing'));
    expect(read([{ texts: randomBytes(100) }])).toThrow(problem('damaged'));
    const tooLarge = deflateSync(Buffer.alloc(64 * 1024 * 1024 + 1, ' '));
    expect(read([{ texts: tooLarge }])).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }) }),
    );
    expect(read(databaseWith(rulesetTextsOf([check])))).toThrow(problem('damaged'));
  });
});

it('read their texts once, and keep those of sixteen rulesets', async () => {
  const packs = await Promise.all(
    Array.from({ length: 17 }, async (_, index) => {
      const checks = rulesetChecks.map((info) => ({ ...info, family: null, weight: 12 + index }));
      const results = checks.map(({ id, title, advice, weight }) => [
        id,
        { ...result, title, advice, weight },
      ]);
      return packed({ ...details, checks: Object.fromEntries(results) }, checks);
    }),
  );
  const readTexts = textsReader(sqliteQueryBuilder());
  let queries = 0;
  const read = ({ bytes, texts, details }: PackedReport) => {
    const found = runWork(unpackDetails(bytes, readTexts), () => {
      queries += 1;
      return databaseWith(texts);
    });
    expect(found).toEqual(details);
  };
  const [first, second] = packs;
  if (!first || !second) throw new Error('There are 17.');
  for (const pack of packs.slice(0, 16)) read(pack);
  read(first);
  expect(queries).toBe(16);
  // The one that was not used for longest is dropped.
  for (const pack of packs.slice(16)) read(pack);
  read(first);
  expect(queries).toBe(17);
  read(second);
  expect(queries).toBe(18);
});

function randomText(): string {
  return randomBytes(300).toString('base64');
}

function reversed(of: CheckResult): CheckResult {
  return Object.fromEntries(Object.entries(of).reverse()) as never;
}
