import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import type { CrawlFolder } from '../../store/crawl-shape.ts';
import { BarChart } from './bar-chart.tsx';
import { DepthChart } from './depth-chart.tsx';
import { FolderChart } from './folder-chart.tsx';
import { HistoryChart } from './history-chart.tsx';
import { ScoreChart } from './score-chart.tsx';
import { Sparkline } from './sparkline.tsx';
import { StatusChart } from './status-chart.tsx';

/** The values of an attribute, in order. */
const valuesOf = (html: string, element: string, attribute: string) =>
  [...html.matchAll(new RegExp(`<${element}[^>]* ${attribute}="([^"]*)"`, 'g'))].map(
    ([, value = '']) => value,
  );

const cellsOf = (html: string) =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]*>/g, ''),
    ),
  );

describe('a bar chart', () => {
  it('stacks the results of a bar on each other, up to the longest one', () => {
    const html = renderToString(
      h(BarChart, {
        label: 'Pages',
        bars: [
          { label: 'a', title: 'a: 4', counts: { good: 1, decent: 2, bad: 1 } },
          { label: 'b', title: 'b: 0', counts: {} },
          { label: 'c', title: 'c: 2', counts: { bad: 2 } },
        ],
      }),
    );
    expect(valuesOf(html, 'rect', 'class')).toEqual(['good', 'decent', 'bad', 'bad']);
    expect(valuesOf(html, 'rect', 'height')).toEqual(['43.0', '86.0', '43.0', '86.0']);
    expect(valuesOf(html, 'rect', 'y')).toEqual(['151.0', '65.0', '22.0', '108.0']);
    expect(html).toContain('aria-label="Pages"');
    expect(html).not.toContain('NaN');
  });
});

describe('the chart of scores', () => {
  it('has a bar for each ten in the colour of its result, and the same as a table', () => {
    const html = renderToString(h(ScoreChart, { scores: [1, 0, 0, 0, 0, 2, 0, 0, 3, 4] }));
    expect(valuesOf(html, 'rect', 'class')).toEqual(['bad', 'decent', 'good', 'good']);
    expect(html).toContain('<title>90 to 100: 4 pages</title>');
    expect(cellsOf(html).slice(0, 2)).toEqual([
      ['Score', 'Pages'],
      ['90 to 100', '4'],
    ]);
    expect(cellsOf(html).at(-1)).toEqual(['0 to 9', '1']);
  });

  it('is left out without pages', () => {
    expect(renderToString(h(ScoreChart, { scores: [0, 0] }))).toBe('');
    expect(renderToString(h(StatusChart, { statuses: [] }))).toBe('');
    expect(renderToString(h(DepthChart, { depths: [] }))).toBe('');
  });
});

describe('the chart of responses', () => {
  it('has a part for each class of status, and each status in a table', () => {
    const html = renderToString(
      h(StatusChart, {
        statuses: [
          { httpStatus: 200, pages: 7 },
          { httpStatus: 404, pages: 1 },
          { httpStatus: 410, pages: 1 },
          { httpStatus: 999, pages: 10 },
          { httpStatus: null, pages: 1 },
        ],
      }),
    );
    expect(valuesOf(html, 'rect', 'width').slice(0, 4)).toEqual([
      '35.00',
      '10.00',
      '50.00',
      '5.00',
    ]);
    expect(html).toContain('Client errors (4xx) <strong>2</strong> <span class="soft">10.0 %');
    expect(cellsOf(html).slice(1)).toEqual([
      ['200', '7'],
      ['404', '1'],
      ['410', '1'],
      ['999', '10'],
      ['No response', '1'],
    ]);
  });
});

describe('the chart of folders', () => {
  const folder = (
    name: string | null,
    pages: number,
    score: number,
    folders: readonly CrawlFolder[] = [],
  ) => ({ name, pages, scoreSum: pages * score, folders });

  it('has a box for each folder, as high as it has pages, right of the one it is in', () => {
    const blog = folder('blog', 60, 85, [folder('2026', 30, 40)]);
    const root = folder('', 100, 70, [blog, folder(null, 20, 60)]);
    const html = renderToString(h(FolderChart, { root, href: (path) => `/list?in=${path}` }));
    expect(valuesOf(html, 'svg', 'height')).toEqual(['215.0', '71.0', '107.0']);
    expect(valuesOf(html, 'svg', 'x')).toEqual(['0.0', '0.0', '360.0']);
    expect(valuesOf(html, 'rect', 'class')).toEqual(['good', 'decent', 'bad']);
    expect(cellsOf(html)).toEqual([
      ['Folder', 'Pages', 'Average score'],
      ['/blog/', '60', '85 Good'],
      ['/blog/2026/', '30', '40 Bad'],
      ['/ · other folders', '20', '60 Decent'],
    ]);
    expect(html).toContain('href="/list?in=/blog/2026/"');
    expect(valuesOf(html, 'a', 'href')).toHaveLength(2);
  });

  it('shows names as people read them, and makes control characters visible', () => {
    const root = folder('', 4, 70, [
      folder('%D8%AE%D8%A8%D8%B2', 2, 70),
      folder('%E2%80%AE', 2, 1),
    ]);
    const html = renderToString(h(FolderChart, { root: root }));
    expect(html).toContain('خبز · 2 pages · 70');
    expect(html).toContain('&lt;U+202E> · 2 pages · 1');
    expect(html).not.toContain('\u202e');
  });

  it('draws no folder that is too small to be seen, and lists the largest ones', () => {
    const many = Array.from({ length: 200 }, (_, index) => folder(`f${index}`, index + 2, 50));
    const root = folder('', 100_000, 50, [folder('big', 50_000, 50), ...many]);
    const html = renderToString(h(FolderChart, { root: root }));
    expect(valuesOf(html, 'rect', 'class')).toHaveLength(1);
    expect(cellsOf(html)).toHaveLength(1 + 60);
    expect(cellsOf(html).slice(1, 3)).toEqual([
      ['/big/', '50,000', '50 Decent'],
      ['/f199/', '201', '50 Decent'],
    ]);
    expect(renderToString(h(FolderChart, { root: folder('', 3, 50) }))).toBe('');
    const small = folder('', 1_004, 50, [folder('legal', 4, 50)]);
    const listed = renderToString(h(FolderChart, { root: small }));
    expect(listed).not.toContain('<svg');
    expect(cellsOf(listed)[1]).toEqual(['/legal/', '4', '50 Decent']);
  });
});

describe('lines of scores', () => {
  const point = (day: number, score: number, isComparable = true) => ({
    start: `2026-11-0${day}`,
    count: 1,
    pages: 1,
    score,
    rulesetVersion: '1',
    isComparable,
  });

  it('are placed by time and score, and broken where scores are not comparable', () => {
    const points = [point(1, 0), point(3, 100), point(5, 50, false)];
    const html = renderToString(
      h(HistoryChart, { history: { source: 'crawl', points } as never, interval: 'day' }),
    );
    expect(valuesOf(html, 'path', 'd')).toEqual(['M34,194L371,12', 'M708,103Z']);
    const spark = renderToString(h(Sparkline, { points: points }));
    expect(valuesOf(spark, 'path', 'd')).toEqual(['M2,22L48,2', 'M94,12Z']);
  });

  it('have one point in the middle', () => {
    const html = renderToString(
      h(HistoryChart, {
        history: { source: 'crawl', points: [point(1, 50)] } as never,
        interval: 'day',
      }),
    );
    expect(valuesOf(html, 'circle', 'cx')).toEqual(['371.0']);
    expect(renderToString(h(Sparkline, { points: [point(1, 50)] }))).toBe('');
  });
});
