import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createAnalysisMemory } from '../analysis/analysis-memory.ts';
import { testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { renderedPage } from '../render/fixtures/rendered-page.ts';
import type { RenderedPage, Renderer, RenderRequest, RenderResult } from '../render/renderer.ts';
import { auditPage } from '../report/audit-page.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { placesOf } from './places.ts';
import type { RenderFailed } from './render-page.ts';

const network = testNetwork({ allowAddresses: ['127.0.0.1'] });

const shell =
  '<!doctype html><html lang="en"><title>Bakery</title><div id="root"></div><script src="/app.js"></script>';
const static_ = `<!doctype html><html lang="en"><title>Bakery</title><h1>Rye</h1><p>${'rye '.repeat(60)}`;
const built = `<!doctype html><html lang="en"><head><title>Rye bread</title></head><body><h1>Rye bread</h1><a href="/oat">Oat</a><p>${'rye '.repeat(200)}</p></body></html>`;

const page: ReturnType<typeof renderedPage> = {
  ...renderedPage(built, ''),
  ms: 700,
  isBusy: true,
  requests: [
    {
      url: 'http://127.0.0.1/app.js',
      type: 'script',
      status: 200,
      bytes: 900,
      isMixed: false,
      isFromParser: false,
      mimeType: 'text/javascript',
    },
  ],
  scriptErrors: ['TypeError: rye is not a function'],
};

/** A renderer that returns this result, or does this, and keeps its requests. */
function fakeRenderer(
  result:
    | Partial<RenderedPage>
    | ((request: RenderRequest, signal: AbortSignal) => Promise<RenderResult>),
): Renderer & { readonly requests: RenderRequest[] } {
  const requests: RenderRequest[] = [];
  return {
    pages: 2,
    requests,
    render: async (request, signal) => {
      requests.push(request);
      if (typeof result === 'function') return await result(request, signal);
      return { ...page, finalUrl: request.url, ...result };
    },
    close: async () => {},
  };
}

/** A report of a page with this HTML. */
async function report(html: string, options: Partial<Parameters<typeof auditPage>[1]> = {}) {
  const paths: string[] = [];
  const site = await startHttp((request, response) => {
    paths.push(request.url ?? '');
    if (request.url !== '/') response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end(html);
  });
  const failures: RenderFailed[] = [];
  const target = parseTarget(site.url, network);
  const audited = await auditPage(target, {
    network,
    now: () => new Date('2026-01-01T00:00:00Z'),
    randomBytes: (size: number) => new Uint8Array(size),
    ruleset: defaultRuleset,
    expectIndexable: true,
    onRenderFailed: (failure) => failures.push(failure),
    ...options,
  });
  return { ...audited, site, failures, paths };
}

it('reads a page that depends on scripts as they built it', async () => {
  const renderer = fakeRenderer({});
  const { audit, outline, site, paths } = await report(shell, { renderer });
  expect(audit).toMatchObject({
    title: 'Rye bread',
    partial: false,
    page: {
      counts: { links: 1, headings: 1, words: 203 },
      htmlBytes: shell.length,
      searchResult: { title: 'Rye bread' },
      // Messengers do not run scripts.
      socialCard: { title: 'Bakery' },
      rendering: {
        status: 'rendered',
        finalUrl: site.url,
        ms: 700,
        requests: 1,
        isBusy: true,
        scriptErrors: ['TypeError: rye is not a function'],
      },
    },
    checks: {
      h1: { status: 'pass', readFrom: 'rendered' },
      'js-dependent': { status: 'warn' },
      doctype: { status: 'pass' },
      contrast: { status: 'error' },
    },
  });
  expect(audit.checks.doctype).not.toHaveProperty('readFrom');
  expect(audit.page.rendering).toMatchObject({
    differences: expect.arrayContaining([
      { part: 'title', source: 'Bakery', rendered: 'Rye bread' },
    ]),
  });
  expect(outline).toMatchObject({ title: 'Rye bread', links: [{ url: `${site.url}oat` }] });
  // The links that scripts add are requested, as those of the HTML are.
  expect(paths).toContain('/oat');
});

describe('renders', () => {
  it.each([
    ['auto', static_, 0],
    ['auto', shell, 1],
    ['always', static_, 1],
    ['off', shell, 0],
  ] as const)('%s %s: %i', async (render, html, times) => {
    const renderer = fakeRenderer({});
    const { audit } = await report(html, { renderer, render });
    expect(renderer.requests).toHaveLength(times);
    expect(audit.page.rendering?.status).toBe(times === 0 ? undefined : 'rendered');
  });

  it('nothing that the server shows in place of the page', async () => {
    const renderer = fakeRenderer({});
    const refused = await startHttp((_request, response) => response.writeHead(403).end('<p>No'));
    const target = parseTarget(refused.url, network);
    await report(shell, { renderer, render: 'always' });
    await auditPage(target, {
      network,
      renderer,
      render: 'always',
      ruleset: defaultRuleset,
      expectIndexable: true,
      now: () => new Date(),
      randomBytes: (size) => new Uint8Array(size),
    }).catch(() => {});
    expect(renderer.requests).toHaveLength(1);
  });
});

describe('a renderer gets', () => {
  it('the page, headers of its origin, and whether the page may go elsewhere', async () => {
    const renderer = fakeRenderer({});
    const headers = { authorization: 'Basic x' };
    const { site } = await report(shell, { renderer, headers, screenshot: true });
    const [request] = renderer.requests;
    expect(request).toMatchObject({
      url: site.url,
      headers,
      screenshot: true,
      userAgent: network.userAgent,
      proxy: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    const allowed = (url: string) => request?.isNavigationAllowed(url);
    expect([`${site.url}rye`, 'https://other.example/', 'no URL'].map(allowed)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('a proxy to permitted addresses, which closes with the page', async () => {
    let proxy = '';
    const seen: (string | undefined)[] = [];
    const renderer = fakeRenderer(async (request) => {
      proxy = request.proxy;
      for (const url of [request.url, 'http://10.0.0.1/']) {
        seen.push(await through(proxy, url).catch((error) => String(error.code)));
      }
      return { ...page, finalUrl: request.url };
    });
    await report(shell, { renderer });
    expect(seen).toEqual([shell, 'ECONNRESET']);
    await expect(through(proxy, 'http://127.0.0.1/')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});

it('a renderer has its proxies where its browser reaches them, with credentials', async () => {
  const proxies: URL[] = [];
  const seen: (string | undefined)[] = [];
  const renderer: Renderer = {
    ...fakeRenderer(async ({ url, proxy }) => {
      proxies.push(new URL(proxy));
      const local = proxy.replace('sitegrade.internal', '127.0.0.2');
      seen.push(await through(local, url));
      return { ...page, finalUrl: url };
    }),
    proxy: { listen: '127.0.0.2', host: 'sitegrade.internal' },
  };
  await report(shell, { renderer });
  expect(proxies[0]).toMatchObject({
    hostname: 'sitegrade.internal',
    username: 'sitegrade',
    password: expect.stringMatching(/^[\w-]{32}$/),
  });
  // Without them.
  expect(seen).toEqual(['']);
});

it('a renderer costs no report if its proxies cannot listen', async () => {
  const renderer: Renderer = {
    ...fakeRenderer({}),
    proxy: { listen: '192.0.2.1', host: 'sitegrade.internal' },
  };
  const { audit, failures } = await report(shell, { renderer });
  expect(audit.page.rendering).toMatchObject({ status: 'failed', reason: 'renderer_unavailable' });
  expect(failures).toMatchObject([{ cause: { message: expect.stringContaining('192.0.2.1') } }]);
});

/** Requests a URL through a proxy. */
async function through(proxy: string, url: string): Promise<string> {
  const { hostname, port } = new URL(proxy);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ hostname, port, path: url, headers: { host: new URL(url).host } }, resolve)
      .on('error', reject)
      .end();
  });
  return await text(response);
}

describe('a page that cannot be rendered', () => {
  it.each([
    [
      'fails',
      async () => ({ kind: 'failed', reason: 'render_crashed', cause: 'x' }) as const,
      'render_crashed',
    ],
    ['throws', async () => Promise.reject(new Error('no browser')), 'renderer_unavailable'],
  ] as const)('gets its report without: the renderer %s', async (_what, render, reason) => {
    const { audit, failures, site } = await report(shell, { renderer: fakeRenderer(render) });
    expect(audit).toMatchObject({
      title: 'Bakery',
      partial: true,
      page: { rendering: { status: 'failed', reason, message: expect.stringMatching(/\.$/) } },
      checks: { contrast: { status: 'error', weight: 0 } },
    });
    expect(failures).toMatchObject([{ url: site.url, reason, cause: expect.anything() }]);
  });

  it('ends with its analysis, and its renderer hears of it', async () => {
    const ended = new AbortController();
    const signaled: unknown[] = [];
    const renderer = fakeRenderer((_request, signal) => {
      ended.abort(new Error('No one waits for it.'));
      signaled.push(signal.aborted);
      return new Promise(() => {});
    });
    await expect(report(shell, { renderer, signal: ended.signal })).rejects.toThrow(
      'No one waits for it.',
    );
    expect(signaled).toEqual([true]);
  });
});

it('renders no more pages at a time than the renderer loads, with a place for others, and serves owners in turn', async () => {
  const started: string[] = [];
  const loading: (() => void)[] = [];
  let active = 0;
  let most = 0;
  const renderer = fakeRenderer(async (request) => {
    started.push(request.headers['x-owner'] ?? '');
    active += 1;
    most = Math.max(most, active);
    await new Promise<void>((resolve) => loading.push(resolve));
    active -= 1;
    return { ...page, finalUrl: request.url };
  });
  const reports: Promise<unknown>[] = [];
  const start = (ownerId: string) =>
    reports.push(report(shell, { renderer, ownerId, headers: { 'x-owner': ownerId } }));
  const soon = { interval: 5, timeout: 60_000 };
  const places = placesOf(renderer);
  for (const [index, owner] of ['ann', 'ann', 'ann', 'ben', 'cid'].entries()) {
    start(owner);
    await expect.poll(() => places.used + places.waiting, soon).toBe(index + 1);
  }
  for (const count of [3, 4, 5]) {
    loading.shift()?.();
    await expect.poll(() => started.length, soon).toBe(count);
  }
  for (const end of loading.splice(0)) end();
  await Promise.all(reports);
  expect(most).toBe(2);
  // Ann came first, and Ben waited for none of her pages.
  expect(started).toEqual(['ann', 'ben', 'ann', 'cid', 'ann']);
});

it('accounts for the memory of both forms', async () => {
  const opened: string[] = [];
  const held: number[] = [];
  const closed: string[] = [];
  const all = createAnalysisMemory({ memoryBytes: 400 * 2 ** 20, total: 1, maxBodyBytes: 2 ** 20 });
  const memory: typeof all = {
    open: (ownerId, revoke) => {
      const account = all.open(ownerId, revoke);
      opened.push(ownerId);
      return {
        ...account,
        receive: (bytes) => {
          held.push(bytes);
          account.receive(bytes);
        },
        close: () => {
          closed.push(ownerId);
          account.close();
        },
      };
    },
  };
  await report(shell, { renderer: fakeRenderer({}), memory, ownerId: 'baker' });
  expect(opened).toEqual(['baker', 'baker']);
  expect(held).toContain(built.length);
  expect(closed).toEqual(['baker', 'baker']);
});

it('ends the report of a page that is too complex as built', async () => {
  const cpuMs = 40;
  const small = testNetwork({ allowAddresses: ['127.0.0.1'], limits: { cpuMs } });
  const html = `<body>${'<p class="a b c" id=x><a href="/x">rye</a>'.repeat(200_000)}`;
  await expect(
    report(shell, { network: small, renderer: fakeRenderer({ html }) }),
  ).rejects.toMatchObject({ reason: 'page_too_complex' });
});

it('returns the picture beside the report', async () => {
  const picture = new Uint8Array([255, 216, 255]);
  const { screenshot } = await report(shell, { renderer: fakeRenderer({ screenshot: picture }) });
  expect(screenshot).toBe(picture);
  expect((await report(shell)).screenshot).toBeNull();
});
