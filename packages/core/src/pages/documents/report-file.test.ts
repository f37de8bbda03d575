import { defaultRuleset, extendRuleset } from '@sitegrade/audit/checks';
import { newReport } from '@sitegrade/testing';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import { renderReportFile } from './report-file.tsx';

/** An analysis with these fields. */
function analysisOf(part: Partial<PageAnalysis> = {}): PageAnalysis {
  const { ownerId, shareToken, websiteShareToken, defaultPrivacy, rulesetChecks, ...report } =
    newReport();
  const categoryScores = {
    seo: 80,
    accessibility: 96,
    performance: 75,
    security: null,
    miscellaneous: 100,
  };
  return { ...report, categoryScores, ...part };
}

const { checks } = analysisOf();

it('is a valid document with the whole report', () => {
  const html = renderReportFile(analysisOf({ title: 'Fresh bread' }));
  const errors: unknown[] = [];
  parse(html, { onParseError: (error) => errors.push(error) });
  expect(errors).toEqual([]);
  expect(html).toContain('<title>Report on Fresh bread · sitegrade</title>');
  for (const id of Object.keys(checks)) expect(html).toContain(`id="check-${id}"`);
});

it('loads nothing, has no script and no links that need a server', () => {
  const html = renderReportFile(analysisOf());
  expect(html).not.toMatch(/<(?:script|link(?! rel="icon" href="data:)|img|iframe)|url\(|@import/);
  expect(html).toMatch(/<style>\s*:root/);
  expect(html).not.toContain('?status=');
  expect([...html.matchAll(/ href="(?!https?:|data:|#)([^"]*)"/g)]).toEqual([]);
});

it('shows hostile text as text', () => {
  const title = '</title><script>alert(1)</script>\u202e\u001b[31m';
  const html = renderReportFile(analysisOf({ title }));
  expect(html).not.toContain('<script>');
  for (const control of ['\u001b', '\u202e']) expect(html).not.toContain(control);
  expect(html).toContain('&lt;/title>&lt;script>alert(1)&lt;/script>&lt;U+202E>&lt;U+001B>[31m');
});

it('has its title on one line', () => {
  const html = renderReportFile(analysisOf({ title: 'Fresh\nbread' }));
  expect(html).toContain('<title>Report on Fresh bread · sitegrade</title>');
});

it('says how old what it has from other reports is', () => {
  const { page } = analysisOf();
  const oldestSharedAt = '2026-03-02T08:15:30.120Z';
  const html = renderReportFile(analysisOf({ page: { ...page, oldestSharedAt } }));
  const shown = 'With results of other reports since</dt><dd><time datetime="';
  expect(html).toContain(`${shown}${oldestSharedAt}"`);
  expect(renderReportFile(analysisOf())).not.toContain('With results of other reports');
});

describe('what real visitors get', () => {
  const { page } = analysisOf();
  const days = { firstDay: '2026-05-02', lastDay: '2026-05-29' };
  const good = { rating: 'good', goodShare: 0.812 } as const;
  const metrics = {
    lcp: { p75: 4_210, rating: 'poor', goodShare: 0.4 },
    inp: { p75: 180, ...good },
    cls: { p75: 0.12, rating: 'needs_improvement', goodShare: null },
    ttfb: null,
    fcp: { p75: 900, ...good },
  } as const;
  const found = { status: 'found', formFactor: 'phone', ...days, metrics } as const;
  const none = { status: 'none', reason: 'no_data', message: 'There is no data: why.' } as const;
  const sectionOf = (fieldData: NonNullable<typeof page.fieldData>) => {
    const html = renderReportFile(analysisOf({ page: { ...page, fieldData } }));
    const [, section = ''] = /<h2 id="field-data">(.*?)<\/section>/s.exec(html) ?? [];
    return section.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  };

  it('is a table, with the period', () => {
    const text = sectionOf({ url: found, origin: { ...found, formFactor: 'all' } });
    for (const shown of [
      'Metric This page All pages of the site',
      'Largest Contentful Paint (LCP) 4.21 s, poor (good for 40% of visits) 4.21 s, poor',
      'Interaction to Next Paint (INP) 180 ms, good (good for 81% of visits)',
      'Cumulative Layout Shift (CLS) 0.12, needs improvement 0.12',
      'Time to First Byte (TTFB) too few visits',
      'This page: Visits with phones from 2 May 2026 to 29 May 2026.',
      'All pages of the site: Visits with all devices from',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it('has a column only where there is data, and says why there is none', () => {
    const text = sectionOf({ url: none, origin: found });
    expect(text).toContain('Metric All pages of the site Largest');
    expect(text).toContain('This page: There is no data: why.');
  });

  it('is a sentence without any', () => {
    expect(sectionOf({ url: none, origin: none })).toBe(
      'What real visitors get There is no data: why. ',
    );
  });

  it('is left out without a source', () => {
    expect(renderReportFile(analysisOf())).not.toContain('field-data');
  });
});

it('shows what caps the score by cap, the lowest first', () => {
  const gate = (cap: number, reason: string) => ({ check: null, cap, reason });
  const gates = [gate(79, 'No viewport.'), gate(49, 'No title.'), gate(79, 'Only http.')];
  const html = renderReportFile(
    analysisOf({ score: 49, scoreUncapped: 83, gates, partial: false }),
  );
  const [, notices = ''] = /<section class="notices">(.*?)<\/section>/s.exec(html) ?? [];
  expect(notices.replace(/<[^>]+>\s*/g, ' ').replace(/\s+/g, ' ')).toBe(
    ' The score is capped at 49 until this is fixed. Without the cap it would be 83. No title. The score cannot be more than 79 until these are fixed: No viewport. Only http. ',
  );
});

it('says of a finding why it matters, and explains its words', () => {
  const html = renderReportFile(analysisOf());
  const { why = '' } = defaultRuleset.checks.find(({ id }) => id === 'title') ?? {};
  expect(why).not.toBe('');
  expect(html).toContain(`<strong>Why it matters:</strong> <bdi>${why}</bdi>`);
  expect(html).toContain('<h3><bdi>The title has 3 characters.</bdi></h3>');
  expect(html).toContain('<span class="soft">Rule: Title</span>');

  const advice = 'Remove the noindex.';
  const { title } = checks;
  if (title === undefined) throw new Error('The report has no title check.');
  const explained = renderReportFile(analysisOf({ checks: { title: { ...title, advice } } }));
  const meaning = 'Asks search engines to leave a page out of their results.';
  expect(explained).toContain('<summary>Words explained: noindex</summary>');
  // In the finding, and once more for paper.
  expect(explained.split(`<dt>noindex</dt><dd>${meaning}</dd>`)).toHaveLength(3);
  const passed = { ...title, status: 'pass', advice } as const;
  const nothing = renderReportFile(analysisOf({ checks: { title: passed } }));
  for (const absent of ['Why it matters', 'Words explained', 'Words used here']) {
    expect(nothing).not.toContain(absent);
  }
});

it('says why findings of a custom ruleset matter', () => {
  const [title] = defaultRuleset.checks.filter(({ id }) => id === 'title');
  if (title === undefined) throw new Error('There is no title check.');
  const { why: _, ...without } = title;
  const render = (replaced: typeof title) =>
    renderReportFile(
      analysisOf(),
      extendRuleset(defaultRuleset, { version: 'acme', replace: [replaced] }),
    );
  expect(render({ ...title, why: 'Our readers love titles.' })).toContain(
    'Our readers love titles.',
  );
  expect(render(without)).not.toContain('Why it matters');
});

it('shows first how good the page is and three things to fix, each with its gain', () => {
  const [check] = Object.values(checks);
  if (check === undefined) throw new Error('The report has no checks.');
  const faulty = { ...check, status: 'fail', gain: 4.25 } as const;
  const ids = ['one', 'two', 'three', 'four'];
  const html = renderReportFile(
    analysisOf({
      checks: Object.fromEntries(ids.map((id) => [id, { ...faulty, summary: `Fault ${id}.` }])),
      fixFirst: ids,
      score: 79,
      scoreUncapped: 83,
      gates: [{ check: 'two', cap: 79, reason: 'Only http.' }],
    }),
  );
  const order = ['class="verdict"', 'id="fix-first"', 'id="categories"', 'id="checks"'];
  const places = order.map((part) => html.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  const [, list = ''] = /<section class="fix-first".*?<ol>(.*?)<\/ol>/s.exec(html) ?? [];
  const items = [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) =>
    item
      .replace(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  expect(items).toEqual([
    'Fault one. +4.3 points of the page',
    'Fault two. lifts the limit of 79, +4.3 points of the page',
    'Fault three. +4.3 points of the page',
  ]);
  expect(html).toContain('The score is limited to 79; without the limit it would be 83.');
});

it('says so where the score stays at 0 regardless of what is fixed first', () => {
  const [check] = Object.values(checks);
  if (check === undefined) throw new Error('The report has no checks.');
  const says = (gain: number, part: Partial<PageAnalysis>) =>
    renderReportFile(
      analysisOf({
        checks: { one: { ...check, status: 'fail', gain } },
        fixFirst: ['one'],
        score: 0,
        scoreUncapped: 0,
        ...part,
      }),
    ).includes('The score stays at 0 until several of these are fixed.');
  expect(says(0, {})).toBe(true);
  expect(says(4, {})).toBe(false);
  expect(says(0, { score: 50, scoreUncapped: 50 })).toBe(false);
  expect(says(0, { fixFirst: [] })).toBe(false);
});

it('prints eight findings whole, and counts or names the other checks', () => {
  const [check] = Object.values(checks);
  if (check === undefined) throw new Error('The report has no checks.');
  const many = (status: 'fail' | 'pass' | 'na', count: number) =>
    Array.from({ length: count }, (_, index) => [
      `${status}-${index}`,
      { ...check, status, title: `Title ${status} ${index}`, summary: `Found ${status} ${index}.` },
    ]);
  const all = [...many('fail', 10), ...many('pass', 8), ...many('na', 5)];
  const html = renderReportFile(analysisOf({ checks: Object.fromEntries(all) }));
  const [findings = '', passed = ''] = [
    ...html.matchAll(/class="print-only other-checks">(.*?)<\/div>/gs),
  ].map(([, table]) => table);
  expect(findings.match(/Found fail \d/g)).toEqual(['Found fail 8', 'Found fail 9']);
  expect(passed).toContain(
    `>Title pass 0 · ${[1, 2, 3, 4, 5].map((index) => `Title pass ${index}`).join(' · ')} · and 2 more<`,
  );
  expect(passed).toContain('5 checks do not apply.');
  expect(html.split('class="check fail"')).toHaveLength(11);
});
