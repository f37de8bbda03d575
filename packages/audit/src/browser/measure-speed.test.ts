import { describe, expect, it } from 'vitest';
import { testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import type { MeasuredLoad, MeasureRequest, MeasureResult, Renderer } from '../render/renderer.ts';
import { auditPage } from '../report/audit-page.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { placesOf } from './places.ts';
import type { RenderFailed } from './render-page.ts';

const network = testNetwork({ allowAddresses: ['127.0.0.1'] });
const html = `<!doctype html><html lang="en"><title>Bakery</title><h1>Rye</h1><p>${'rye '.repeat(60)}`;

const load: MeasuredLoad = {
  firstByteMs: 200,
  firstContentfulPaintMs: 1_000,
  largestContentfulPaint: null,
  shifts: [],
  longTasks: [],
  scripts: [],
  requests: [],
  domContentLoadedMs: 900,
  loadedMs: null,
  blockingFiles: [],
  unusedPreloads: [],
  isBusy: false,
  film: [],
};
const paintedAfter = (ms: number): MeasureResult => {
  return { kind: 'measured', ...load, firstContentfulPaintMs: ms };
};

/** A renderer that measures with this function, and keeps its requests. */
function fakeRenderer(measure: (request: MeasureRequest) => Promise<MeasureResult>): Renderer & {
  readonly requests: MeasureRequest[];
} {
  const requests: MeasureRequest[] = [];
  return {
    pages: 3,
    requests,
    render: () => Promise.reject(new Error('No page is rendered.')),
    measure: (request) => {
      requests.push(request);
      return measure(request);
    },
    close: async () => {},
  };
}

/** The speed in the report of a page. */
async function speedOf(
  renderer: Renderer,
  options: Partial<Parameters<typeof auditPage>[1]> = {},
  status = 200,
) {
  const site = await startHttp((request, response) => {
    if (request.url === '/') {
      response.writeHead(status, { 'content-type': 'text/html' }).end(html);
    } else response.writeHead(404).end();
  });
  const failures: RenderFailed[] = [];
  const { audit } = await auditPage(parseTarget(site.url, network), {
    network,
    renderer,
    speedRuns: 1,
    ruleset: defaultRuleset,
    expectIndexable: true,
    now: () => new Date('2026-01-01T00:00:00Z'),
    randomBytes: (size: number) => new Uint8Array(size),
    onRenderFailed: (failure) => failures.push(failure),
    ...options,
  });
  return { audit, failures, url: site.url };
}

it('loads the page as often as asked, as a phone with a slow connection', async () => {
  const times = [1_500, 900, 1_200];
  const renderer = fakeRenderer(async () => paintedAfter(times.shift() ?? 0));
  const headers = { authorization: 'Basic x' };
  const { audit, url } = await speedOf(renderer, { speedRuns: 3, headers });
  expect(audit.page.speed).toMatchObject({
    status: 'measured',
    runs: 3,
    firstContentfulPaint: { value: 1_200, min: 900, max: 1_500, rating: 'good' },
  });
  expect(renderer.requests).toHaveLength(3);
  expect(renderer.requests[0]).toMatchObject({
    url,
    headers,
    throttling: { latencyMs: 562.5, downloadKbps: 1_474.56, uploadKbps: 675, cpuSlowdown: 4 },
  });
  // Each load has its own proxy, which ends with it.
  expect(new Set(renderer.requests.map(({ proxy }) => proxy)).size).toBe(3);
  // A page whose HTML is all there is measured, and not rendered.
  expect(audit.page).not.toHaveProperty('rendering');
  expect(audit.checks.h1).not.toHaveProperty('readFrom');
});

it('measures nothing by default', async () => {
  const renderer = fakeRenderer(async () => paintedAfter(1));
  const { audit } = await speedOf(renderer, { speedRuns: 0 });
  expect(audit.page).not.toHaveProperty('speed');
  expect(renderer.requests).toEqual([]);
});

it('measures nothing that the server shows in place of the page', async () => {
  const renderer = fakeRenderer(async () => paintedAfter(1));
  const { audit } = await speedOf(renderer, {}, 403);
  expect(audit.page).not.toHaveProperty('speed');
});

it('has the browser for itself', async () => {
  const used: number[] = [];
  const renderer: Renderer = fakeRenderer(async () => {
    used.push(placesOf(renderer).used);
    return paintedAfter(1);
  });
  await Promise.all([speedOf(renderer), speedOf(renderer, { ownerId: 'other' })]);
  expect(used).toEqual([3, 3]);
});

describe('a measurement that fails', () => {
  const failed: MeasureResult = { kind: 'failed', reason: 'render_timed_out', cause: 'slow' };

  it('leaves the report as it is, and says why', async () => {
    const renderer = fakeRenderer(async () => failed);
    const { audit, failures, url } = await speedOf(renderer, { speedRuns: 5 });
    expect(audit).toMatchObject({
      partial: false,
      page: {
        speed: {
          status: 'failed',
          reason: 'render_timed_out',
          message: 'The speed of the page was not measured: it took too long in the browser.',
        },
      },
    });
    expect(failures).toEqual([{ url, reason: 'render_timed_out', cause: 'slow' }]);
    // It would fail again, after the same time.
    expect(renderer.requests).toHaveLength(1);
  });

  it.each([
    [3, { status: 'measured', runs: 3 }],
    // The slow loads are those that fail.
    [2, { status: 'failed', reason: 'render_timed_out' }],
  ])('after %d of 5 loads: %j', async (count, expected) => {
    const results = Array.from({ length: count }, () => paintedAfter(900));
    const renderer = fakeRenderer(async () => results.shift() ?? failed);
    const { audit } = await speedOf(renderer, { speedRuns: 5 });
    expect(audit.page.speed).toMatchObject(expected);
  });

  it('ends with its analysis', async () => {
    const ended = new AbortController();
    const renderer = fakeRenderer(() => {
      ended.abort(new Error('No one waits for it.'));
      return new Promise(() => {});
    });
    await expect(speedOf(renderer, { speedRuns: 9, signal: ended.signal })).rejects.toThrow(
      'No one waits for it.',
    );
    expect(renderer.requests).toHaveLength(1);
  });
});
