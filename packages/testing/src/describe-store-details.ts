import type { CheckInfo, CheckResult, Report } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';

/** What reports contain is stored unchanged, regardless of what a store does with the texts of their rulesets. */
export function describeStoreDetails(harness: StoreHarness): void {
  describe('details of reports', () => {
    const store = useStore(harness);

    /** Expects that the report is returned unchanged, when it is created and when it is read. */
    async function expectUnchanged(report: NewReport): Promise<Report> {
      const created = await store().reports.create(report);
      await expectStored(created, report);
      expect(contentOf(created)).toBe(contentOf(report));
      return created;
    }

    async function expectStored({ id }: Report, report: NewReport): Promise<void> {
      const found = await store().reports.find(ownerId, id);
      expect(found && contentOf(found)).toBe(contentOf(report));
    }

    it('returns reports of a ruleset unchanged, also by share token and as the previous one', async () => {
      const report = reportOf(checks);
      const created = await expectUnchanged(report);
      const next = await expectUnchanged(reportOf(checks, { summary: 'It has improved.' }));
      const previous = await store().reports.findPrevious(ownerId, next);
      const shared = await store().reports.findByShareToken(report.shareToken);
      expect(previous).toEqual(created);
      expect(shared).toEqual({ ownerId, report: created });
    });

    it('returns custom checks unchanged', async () => {
      const custom: CheckInfo = {
        ...check,
        id: 'acme-imprint',
        category: 'miscellaneous',
        title: 'The page links to its imprint',
      };
      await expectUnchanged(reportOf(checks));
      await expectUnchanged(reportOf([...checks, custom]));
      await expectUnchanged(reportOf([custom]));
      // The ruleset is unknown, or another one.
      await expectUnchanged({ ...reportOf([custom]), rulesetChecks: checks });
      await expectUnchanged({ ...reportOf([custom, ...checks]), rulesetChecks: checks });
      const { rulesetChecks: _, ...unknown } = reportOf([custom]);
      await expectUnchanged(unknown);
    });

    it('keeps the texts of every report apart, also for the same ruleset version', async () => {
      const rulesetVersion = 'same';
      const rulesets = ['First', 'Second', 'Third'].map((title) =>
        checks.map((check) => ({ ...check, title, advice: `${title} advice.` })),
      );
      const reports = rulesets.map((ruleset) => ({ ...reportOf(ruleset), rulesetVersion }));
      const created = await Promise.all(reports.map((report) => store().reports.create(report)));
      for (const [index, report] of reports.entries()) {
        await expectStored(created[index] as Report, report);
      }
    });

    it('returns texts that differ from those of the ruleset', async () => {
      const [first, second] = checks;
      for (const change of [
        { title: second?.title ?? '' },
        { title: 'Other' },
        { advice: second?.advice ?? '' },
        { advice: 'Other.' },
        { advice: null },
        { advice: first?.advice ?? '', status: 'pass' },
        { summary: first?.title ?? '' },
        { source: 'https://example.org/other' },
        { category: 'security' },
        { importance: 'low', weight: 1.5 },
        { weight: 3 },
        { points: 0.25, deduction: 7.5 },
        { readFrom: 'rendered', sourceStatus: 'pass' },
        { evidence: [{ kind: 'html', text: '<p>', selector: 'main > p' }] },
        { gain: 0 },
        { gain: 17.4 },
        { points: null, deduction: 0, gain: 0 },
        { sampled: true },
      ] satisfies readonly Partial<CheckResult>[]) {
        await expectUnchanged(reportOf(checks, change));
      }
    });

    it('returns any JSON, any script, and evidence in full', async () => {
      const text = 'Überschrift 日本語 \u{1F600} "<b>" \\ \u2028 \u0001';
      await expectUnchanged(
        reportOf(checks, {
          summary: text,
          value: { nested: [[], {}, { [text]: [text, -0.5, 1e300, true, null] }] },
          evidence: [
            { kind: 'html', text, line: 1, column: 2 },
            { kind: 'header', text: '' },
            { kind: 'robots', text, line: 3 },
          ],
        }),
      );
      const evidence = Array.from({ length: 4000 }, (_, line) => ({
        kind: 'html' as const,
        text: `${'語'.repeat(290)}${line}`,
        line,
        column: 1,
      }));
      await expectUnchanged(reportOf(checks, { evidence }));
    });

    it('returns a report without checks', async () => {
      await expectUnchanged(reportOf([]));
      await expectUnchanged({ ...reportOf([]), rulesetChecks: checks });
    });

    it('stores many first reports of a ruleset at the same time', async () => {
      const reports = Array.from({ length: 20 }, (_, index) => ({
        ...reportOf(checks, { value: index }),
        domain: `${index % 3}.example`,
      }));
      const created = await Promise.all(reports.map((report) => store().reports.create(report)));
      for (const [index, report] of reports.entries()) {
        await expectStored(created[index] as Report, report);
      }
    });

    it('keeps the texts when the first report that needs them is deleted', async () => {
      const first = await store().reports.create(reportOf(checks));
      const report = reportOf(checks, { summary: 'It stays.' });
      const second = await store().reports.create(report);
      await store().reports.delete(ownerId, first.id);
      await expectStored(second, report);
    });
  });
}

const check: CheckInfo = {
  id: 'title',
  category: 'seo',
  importance: 'high',
  weight: 12,
  family: null,
  title: 'The page has a title',
  advice: 'Add a title.',
  source: 'https://example.org/title',
};
const checks: readonly CheckInfo[] = [
  check,
  { ...check, id: 'words', title: 'The page has words', advice: 'Add words.' },
  { ...check, id: 'links', title: 'The page has links', advice: 'Add links.' },
];

/** A report of a ruleset with these checks, with changes to the result of the first one. */
function reportOf(rulesetChecks: readonly CheckInfo[], change: Partial<CheckResult> = {}) {
  const results = rulesetChecks.map((check, index): [string, CheckResult] => {
    const { id, category, importance, weight, title, advice, source } = check;
    const result: CheckResult = {
      category,
      importance,
      status: 'fail',
      title,
      summary: `Nothing was found: ${id}.`,
      value: index,
      evidence: [],
      sampled: false,
      advice,
      source,
      weight,
      points: 0,
      deduction: 2.5,
      gain: 2.5,
    };
    return [id, index === 0 ? { ...result, ...change } : result];
  });
  return newReport({ checks: Object.fromEntries(results), rulesetChecks });
}

/** The details as JSON, so that the order of checks and fields counts. */
function contentOf({ checks, page, fixFirst, gates, categories }: NewReport | Report): string {
  return JSON.stringify([checks, page, fixFirst, gates, categories]);
}
