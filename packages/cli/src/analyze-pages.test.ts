import { describe, expect, it } from 'vitest';
import { analyzePages, contextFor } from './analyze-pages.ts';
import { isFailed } from './findings.ts';
import { serve } from './fixtures/serve.ts';
import { parseTarget } from './target.ts';

const options = {
  allowAddresses: [],
  headers: {},
  userAgent: undefined,
  ruleset: undefined,
  expectIndexable: true,
  compareUserAgents: false,
};
const now = () => new Date('2026-06-01T12:00:00.000Z');
const bread = '<!DOCTYPE html><title>Fresh bread</title>';

/** What became of a URL: the reason of its failure, or its title. */
async function analyze(url: string, part: { isLocalhost?: boolean; allowAddresses?: string[] }) {
  const { allowAddresses = [], ...changes } = part;
  const typed = parseTarget(url);
  if (typed === null) throw new Error(`${url} is not a URL.`);
  const target = { ...typed, ...changes };
  const context = contextFor(target, { ...options, allowAddresses }, { now });
  const [page] = await analyzePages([{ ...target, context }], {
    headers: {},
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (page === undefined) throw new Error('There is no page.');
  return isFailed(page) ? page.error.reason : page.analysis.title;
}

describe('services of this machine', () => {
  it('are open to pages that the user named as localhost', async () => {
    const service = await serve(() => bread);
    const site = await serve(() => `${service}/`);
    expect(await analyze(`${site}/`, {})).toBe('Fresh bread');
  });

  it('are closed to a page elsewhere that redirects to them', async () => {
    const requests: string[] = [];
    const service = await serve((url) => {
      requests.push(url);
      return bread;
    });
    const site = await serve(() => `${service}/`);
    const elsewhere = { isLocalhost: false, allowAddresses: [new URL(site).host] };
    expect(await analyze(`${site}/`, elsewhere)).toBe('url_port');
    expect(requests).toEqual([]);
  });
});

it('reports progress of each page', async () => {
  const site = await serve(() => bread);
  const shown: string[] = [];
  const targets = ['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => {
    const target = { url: site + path, isLocalhost: true, port: Number(new URL(site).port) };
    return { ...target, context: contextFor(target, options, { now }) };
  });
  const pages = await analyzePages(targets, {
    headers: {},
    signal: new AbortController().signal,
    onProgress: ({ done, total, running }) => {
      shown.push(`${done}/${total}`);
      expect(running.length).toBeLessThanOrEqual(4);
    },
  });
  expect(pages.map(({ url }) => url)).toEqual(targets.map(({ url }) => url));
  expect(shown[0]).toBe('0/6');
  expect(shown.at(-1)).toBe('6/6');
});

it('reports the request that is waited for longest', async () => {
  const site = await serve((url) => (url === '/' ? bread : 404));
  const target = { url: `${site}/`, isLocalhost: true, port: Number(new URL(site).port) };
  const shown: (string | null)[] = [];
  await analyzePages([{ ...target, context: contextFor(target, options, { now }) }], {
    headers: {},
    signal: new AbortController().signal,
    onProgress: ({ waitingFor }) => shown.push(waitingFor),
  });
  expect(shown[0]).toBeNull();
  expect(shown[1]).toBe(`${site}/`);
  expect(shown).toContain(`${site}/robots.txt`);
  expect(shown.at(-1)).toBeNull();
});

it('ends with the reason of its signal', async () => {
  const target = { url: 'http://127.0.0.1:9/', isLocalhost: true, port: 9 };
  const pages = analyzePages([{ ...target, context: contextFor(target, options, { now }) }], {
    headers: {},
    signal: AbortSignal.abort(new Error('stopped')),
    onProgress: () => {},
  });
  await expect(pages).rejects.toThrow('stopped');
});
