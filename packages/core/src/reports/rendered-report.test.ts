import { renderedPage, startServer } from '@sitegrade/audit/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { OperationEvent } from '../events/operation-event.ts';
import { reportRecord } from '../records/report-record.ts';
import { analyzePage } from './analyze-page.ts';
import { createReport } from './create-report.ts';
import { getReport } from './get-report.ts';
import { getScreenshot } from './screenshots.ts';

type Renderer = NonNullable<ContextOptions['renderer']>;

const shell = '<!doctype html><html lang="en"><div id="root"></div><script src="/app.js"></script>';
const built = `<!doctype html><html lang="en"><head><title>Rye</title></head><body><h1>Rye</h1><p>${'rye '.repeat(80)}</p></body></html>`;

const startShell = async () =>
  `${await startServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(shell);
  })}/`;

const works: Renderer['render'] = async ({ url }) => renderedPage(built, url);

function contextWith(render: Renderer['render'], options: Partial<ContextOptions> = {}) {
  const events: OperationEvent[] = [];
  const context = createContext({
    store: memoryStore(),
    network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
    renderer: { pages: 2, render, close: async () => {} },
    onOperation: (event) => events.push(event),
    ...options,
  });
  return { context, events };
}

it('stores what came of rendering, and returns it as JSON', async () => {
  const { context } = contextWith(works);
  const { id } = await createReport(context, 'user-1', { url: await startShell() });
  const report = await getReport(context, 'user-1', id);
  expect(report).toMatchObject({
    title: 'Rye',
    page: { rendering: { status: 'rendered', ms: 500 } },
    checks: { h1: { status: 'pass', readFrom: 'rendered' } },
  });
  const record = reportRecord(report, undefined);
  expect(record.page.rendering).toMatchObject({
    status: 'rendered',
    reason: null,
    message: null,
    ms: 500,
    requests: 0,
    busy: false,
    differences: [
      { part: 'title', source: null, rendered: 'Rye' },
      { part: 'h1', source: null, rendered: 'Rye' },
      { part: 'words', source: 0, rendered: 81 },
    ],
  });
  expect(record.checks).toMatchObject({ words: { read_from: 'rendered' } });
  expect(record.checks.doctype).not.toHaveProperty('read_from');
  expect(record.checks.doctype).not.toHaveProperty('source_status');
});

it('renders no page by default, and says so', async () => {
  const { context } = contextWith(works, { render: 'off' });
  const analysis = await analyzePage(context, 'user-1', { url: await startShell() });
  expect(analysis.page).not.toHaveProperty('rendering');
});

it('keeps the report and reports a renderer that fails, without secrets', async () => {
  const { context, events } = contextWith(async ({ url }) => ({
    kind: 'failed',
    reason: 'renderer_unavailable',
    cause: new Error(`No browser for ${url}.`),
  }));
  const url = `${await startShell()}?token=s3cret-s3cret`;
  const { id } = await createReport(context, 'user-1', { url });
  const report = await getReport(context, 'user-1', id);
  expect(reportRecord(report, undefined).page.rendering).toMatchObject({
    status: 'failed',
    reason: 'renderer_unavailable',
    ms: null,
    differences: [],
    message: 'The page was not rendered: no browser was available.',
  });
  const failed = events.filter(({ type }) => type === 'rendering.failed');
  expect(failed).toMatchObject([
    {
      ownerId: 'user-1',
      reason: 'renderer_unavailable',
      url: expect.stringContaining('[redacted]'),
      error: { name: 'Error', message: expect.stringContaining('No browser') },
    },
  ]);
  expect(JSON.stringify(failed)).not.toContain('s3cret');
});

it('warns once of a renderer that is missing, without a listener', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const { context } = contextWith(
    async () => ({ kind: 'failed', reason: 'renderer_unavailable', cause: new Error('Why.') }),
    { onOperation: undefined as never },
  );
  const url = await startShell();
  await analyzePage(context, 'user-1', { url });
  await analyzePage(context, 'user-1', { url });
  expect(warn.mock.calls).toEqual([
    [
      'Pages are not rendered: the renderer is not available. Later failures are not reported.',
      expect.objectContaining({ code: 'SITEGRADE_RENDERER_UNAVAILABLE', detail: 'Why.' }),
    ],
  ]);
});

it.each([
  ['renderer', { render: () => {} }, /renderer must be a renderer with pages, render and close/],
  ['render', 'sometimes', /render must be one of off, auto, always|"off"/],
])('refuses a wrong %s', (name, value, message) => {
  const options = { store: memoryStore(), [name]: value } as never;
  expect(() => createContext(options)).toThrow(message);
});

it('keeps the picture with the report, and the report if the picture is lost', async () => {
  const image = Uint8Array.of(255, 216, 255);
  const render: Renderer['render'] = async (request, signal) => {
    const result = await works(request, signal);
    return { ...result, ...(result.kind === 'rendered' && { screenshot: image }) };
  };
  const { context } = contextWith(render);
  const url = await startShell();
  const { id } = await createReport(context, 'user-1', { url });
  expect(await getScreenshot(context, 'user-1', id)).toEqual({ screen: image, film: [] });
  await expect(getScreenshot(context, 'user-2', id)).rejects.toMatchObject({ code: 'not_found' });
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const { reports } = context.store;
  const keepScreenshot = () => Promise.reject(new Error('The disk is full.'));
  const store = { ...context.store, reports: { ...reports, keepScreenshot } };
  const other = await createReport({ ...context, store }, 'user-1', { url });
  expect(warn.mock.calls.flat()).toContainEqual(
    expect.objectContaining({ code: 'SITEGRADE_SCREENSHOT_LOST' }),
  );
  await expect(getScreenshot(context, 'user-1', other.id)).rejects.toMatchObject({
    message: 'There is no picture of this report.',
  });
});

it('stores how fast the page was loaded, and returns it as JSON', async () => {
  const element = { selector: '#hero', html: '<img id="hero">' };
  const renderer: Renderer = {
    pages: 2,
    render: works,
    close: async () => {},
    measure: async () => ({
      kind: 'measured',
      firstByteMs: 300.4,
      firstContentfulPaintMs: 1_200.6,
      largestContentfulPaint: {
        ms: 4_500,
        element,
        url: 'https://a.example/hero.jpg',
        file: { startMs: 3_000, endMs: 4_000 },
      },
      shifts: [{ atMs: 2_000, score: 0.3, moved: [element], cause: null }],
      longTasks: [{ startMs: 2_000, ms: 400 }],
      scripts: [{ startMs: 2_000, ms: 400, url: 'https://a.example/app.js' }],
      requests: [
        {
          url: 'https://a.example/a.css',
          type: 'stylesheet',
          status: 200,
          bytes: 4_000,
          startMs: 400.4,
          responseMs: 900,
          endMs: null,
        },
      ],
      domContentLoadedMs: 1_000,
      loadedMs: null,
      blockingFiles: [{ url: 'https://a.example/a.css', endMs: 1_100 }],
      unusedPreloads: [],
      isBusy: false,
      film: [],
    }),
  };
  const { context } = contextWith(works, { renderer, speedRuns: 2, render: 'off' });
  const { id } = await createReport(context, 'user-1', { url: await startShell() });
  const record = reportRecord(await getReport(context, 'user-1', id), undefined);
  expect(record.page.speed).toEqual({
    status: 'measured',
    reason: null,
    message: null,
    runs: 2,
    busy: false,
    first_contentful_paint: { value: 1_201, min: 1_201, max: 1_201, rating: 'good' },
    largest_contentful_paint: {
      value: 4_500,
      min: 4_500,
      max: 4_500,
      rating: 'poor',
      element,
      url: 'https://a.example/hero.jpg',
      unfinished: false,
      parts: {
        first_byte_ms: 300,
        request_delay_ms: 2_700,
        download_ms: 1_000,
        paint_delay_ms: 500,
      },
    },
    cumulative_layout_shift: {
      value: 0.3,
      min: 0.3,
      max: 0.3,
      rating: 'poor',
      shifts: [{ at_ms: 2_000, score: 0.3, moved: [element], cause: null }],
    },
    total_blocking_time: {
      value: 350,
      min: 350,
      max: 350,
      rating: 'needs_improvement',
      tasks: 1,
      scripts: [{ url: 'https://a.example/app.js', ms: 350 }],
    },
    blocking_files: [{ url: 'https://a.example/a.css', ms: 1_100 }],
    unused_preloads: [],
    load: {
      first_contentful_paint_ms: 1_201,
      largest_contentful_paint_ms: 4_500,
      dom_content_loaded_ms: 1_000,
      loaded_ms: null,
      request_count: 1,
      requests: [
        {
          url: 'https://a.example/a.css',
          type: 'stylesheet',
          status: 200,
          bytes: 4_000,
          start_ms: 400,
          response_ms: 900,
          end_ms: null,
          blocking: true,
          third_party: true,
        },
      ],
      weight: [
        {
          type: 'stylesheet',
          host: 'a.example',
          third_party: true,
          requests: 1,
          bytes: 4_000,
        },
      ],
      film: [],
    },
  });
  expect(record.categories.performance.includes_speed).toBe(true);
  expect(record.categories.seo.includes_speed).toBe(false);
  expect(record.checks.lcp).toMatchObject({ status: 'fail', read_from: 'measured' });
});

describe('what a phone shows while a page is loaded', () => {
  const frames = [
    { atMs: 900.4, image: Uint8Array.of(1, 1) },
    { atMs: 950, image: new Uint8Array(8_193) },
    { atMs: 1_500, image: Uint8Array.of(2, 2, 2) },
  ];
  const kept = [
    { atMs: 900, image: Uint8Array.of(1, 1) },
    { atMs: 1_500, image: Uint8Array.of(2, 2, 2) },
  ];
  /** A renderer whose loads have their largest paint and their film at other times. */
  const filming = (render: Renderer['render'], asked: boolean[] = []): Partial<ContextOptions> => {
    const paints = [2_000, 3_000, 4_000];
    const measure: Renderer['measure'] = async ({ film }) => {
      asked.push(film);
      const ms = paints.shift() ?? 0;
      return {
        kind: 'measured',
        firstByteMs: 300,
        firstContentfulPaintMs: 900,
        largestContentfulPaint: { ms, element: null, url: null, file: null },
        shifts: [],
        longTasks: [],
        scripts: [],
        requests: [],
        domContentLoadedMs: null,
        loadedMs: null,
        blockingFiles: [],
        unusedPreloads: [],
        isBusy: false,
        film: film && ms === 3_000 ? frames : [],
      };
    };
    return { renderer: { pages: 2, render, measure, close: async () => {} }, speedRuns: 3 };
  };

  it('is kept with the report: the load that is shown, beside the picture of the page', async () => {
    const screenshot = Uint8Array.of(255, 216, 255);
    const pictured: Renderer['render'] = async ({ url }) => {
      const page = await renderedPage(built, url);
      return { ...page, screenshot };
    };
    const { context } = contextWith(works, filming(pictured));
    const { id, page } = await createReport(context, 'user-1', { url: await startShell() });
    expect(page.speed).toMatchObject({
      load: {
        largestContentfulPaintMs: 3_000,
        film: [
          { atMs: 900, bytes: 2 },
          { atMs: 1_500, bytes: 3 },
        ],
      },
    });
    expect(await getScreenshot(context, 'user-1', id)).toEqual({ screen: screenshot, film: kept });
  });

  it('is kept without a picture of the page', async () => {
    const { context } = contextWith(works, { ...filming(works), render: 'off' });
    const { id } = await createReport(context, 'user-1', { url: await startShell() });
    expect(await getScreenshot(context, 'user-1', id)).toEqual({ screen: null, film: kept });
  });

  it('is not taken for an analysis that is not stored', async () => {
    const asked: boolean[] = [];
    const { context } = contextWith(works, { ...filming(works, asked), render: 'off' });
    await analyzePage(context, 'user-1', { url: await startShell() });
    expect(asked).toEqual([false, false, false]);
  });
});
