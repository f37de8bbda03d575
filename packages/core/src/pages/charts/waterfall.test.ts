import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { PageLoad } from '../../store/report.ts';
import { Waterfall } from './waterfall.tsx';

type File = PageLoad['requests'][number];

const file = (changes: Partial<File> = {}): File => ({
  url: 'https://bakery.test/a/rye.css',
  type: 'stylesheet',
  status: 200,
  bytes: 4_000,
  startMs: 500,
  responseMs: 750,
  endMs: 1_000,
  isBlocking: false,
  isThirdParty: false,
  ...changes,
});

/** The chart of a load, whose first paint is after 800 ms, and its largest after 1,000 ms. */
const drawn = (requests: readonly File[], changes: Partial<PageLoad> = {}) => {
  const load: PageLoad = {
    firstContentfulPaintMs: 800,
    largestContentfulPaintMs: 1_000,
    domContentLoadedMs: 900,
    loadedMs: null,
    requestCount: requests.length,
    requests,
    weight: [],
    film: [],
    ...changes,
  };
  const chart = renderToString(h(Waterfall, { load }));
  return { chart, rows: chart.split('<div class="row').slice(1) };
};

it('is not there without requests', () => {
  expect(drawn([]).chart).toBe('');
});

it('has a bar of waiting and one of receiving, and lines where something is shown', () => {
  const { chart, rows } = drawn([file()]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain('<rect class="wait" x="50%" y="4" width="25%"');
  expect(rows[0]).toContain('<rect class="receive" x="75%" y="2" width="25%"');
  expect(chart).toMatch(/<g class="fcp"><line x1="80%" x2="80%".*?first \(FCP\) 800 ms<\/text>/);
  expect(chart).toMatch(/<g class="lcp"><line x1="100%" x2="100%".*?text-anchor="end">largest/);
  expect(chart).toContain(
    'role="img" aria-label="1 request; first text or picture after 800 ms; page loaded never."',
  );
  expect(chart).toContain('The document was read after 900 ms.');
});

it('has no lines where nothing was shown', () => {
  const nothing = { firstContentfulPaintMs: null, largestContentfulPaintMs: null };
  expect(drawn([file()], nothing).chart).not.toMatch(/class="[fl]cp"/);
});

it('marks what the first paint waited for, other domains and errors, in words too', () => {
  const { chart, rows } = drawn([
    file({ isBlocking: true }),
    file({ url: 'https://cdn.test/b.js', isThirdParty: true, status: 404 }),
  ]);
  expect(rows[0]).toContain('<span class="blocking">◆ </span>');
  expect(rows[1]).toMatch(/^ other">.*404 .*cdn\.test … b\.js/);
  for (const words of ['the first paint waited for it', 'from another domain'])
    expect(chart).toContain(words);
  expect(drawn([file()]).chart).not.toMatch(/◆|another domain/);
});

it('draws requests without a response, and those that go on', () => {
  const { rows } = drawn([
    file({ responseMs: null, status: null }),
    file({ startMs: 100, responseMs: 200, endMs: null }),
    file({ startMs: 200, responseMs: null, endMs: null, status: null }),
  ]);
  expect(rows[0]).toContain('<rect class="wait" x="50%" y="4" width="50%"');
  expect(rows[0]).not.toContain('receive');
  expect(rows[1]).toContain('<rect class="receive" x="20%" y="2" width="80%"');
  expect(rows[2]).toContain('<rect class="wait" x="20%" y="4" width="80%"');
});

it('shows 50 of a hundred requests, and 25 on paper', () => {
  const requests = Array.from({ length: 100 }, (_, index) => file({ startMs: index }));
  const { chart, rows } = drawn(requests, { requestCount: 280 });
  expect(rows).toHaveLength(50);
  expect(chart).toContain('<span class="screen">The first 50 of 280 requests. </span>');
  expect(chart).toContain('<span class="printed-rows">The first 25 of 280 requests. </span>');
});

it('has bars within the chart where all happens at once', () => {
  const { rows } = drawn([file({ startMs: 0, responseMs: 0, endMs: 0 })], {
    firstContentfulPaintMs: null,
    largestContentfulPaintMs: null,
  });
  expect(rows[0]).toContain('x="0%" y="4" width="0.5%"');
});

it.each([
  ['the last part of a path', 'https://bakery.test/a/b/rye.css?v=1', 'rye.css?v=1'],
  ['a folder', 'https://bakery.test/a/b/', 'b/'],
  ['the start page', 'https://bakery.test/', '/'],
  ['right to left', 'https://bakery.test/%D7%9C%D7%97%D7%9D.webp', 'לחם.webp'],
  ['a control that is encoded', 'https://bakery.test/%E2%80%AEgpj.exe', '&lt;U+202E>gpj.exe'],
  ['markup', 'https://bakery.test/%3Cscript%3E', '&lt;script>'],
  ['no URL', 'http://', 'http://'],
  ['a long name', `https://bakery.test/${'x'.repeat(280)}`, 'x'.repeat(280)],
])('names %s, apart from the text around it', (_what, url, name) => {
  expect(drawn([file({ url })]).rows[0]).toContain(`<bdi>${name}</bdi>`);
});
