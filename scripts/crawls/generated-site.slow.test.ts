import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawlSite, type EndedCrawl } from './crawl-site.ts';
import { type GeneratedSite, generateSite } from './generated-site.ts';
import { type Origin, startOrigin } from './origin.ts';

const timeout = 300_000;
const size = { items: 603, times: 5 };

/** What the template of the site has in common: neither TLS nor compression on loopback. */
const templateChecks = ['compression', 'https'];

let origin: Origin;
let site: GeneratedSite;
let first: EndedCrawl;

beforeAll(async () => {
  origin = await startOrigin((url) => {
    site = generateSite(url, size);
    return site.respond;
  });
  first = await crawlSite(origin, { maxPages: 2_000, perHost: 1, concurrency: 1, maxMs: timeout });
}, timeout);
afterAll(async () => {
  await origin.close();
});

describe('a crawl of a generated site', () => {
  it('requests each page once, and knows when it is complete', () => {
    const { done, redirected, failed, robotsTxt, notHtml } = site.states;
    expect(first.crawl).toMatchObject({
      status: 'done',
      end: 'complete',
      error: null,
      progress: {
        discovered: first.pages.length,
        queued: 0,
        running: 0,
        done,
        redirected,
        failed,
        skipped: { robots_txt: robotsTxt, not_html: notHtml },
      },
    });
    const paths = origin.log.map(({ path }) => path);
    const repeated = paths.filter((path, index) => paths.indexOf(path) !== index);
    // The start page: by the step `start`, as the variant without www., and as a page.
    expect(new Set(repeated)).toEqual(new Set(['/']));
  });

  it('finds each planted issue, and nothing else', () => {
    for (const issue of first.issues) {
      if (issue.scope === 'page') continue;
      const expected = site.expected.get(issue.id) ?? [];
      expect(issue, issue.reason ?? '').toMatchObject({
        id: issue.id,
        status: expected.length > 0 ? 'found' : 'none',
      });
      const found = issue.findings.map(({ pages, pagesCount, target }) => {
        return JSON.stringify({ pages, pagesCount, target });
      });
      const planted = expected.map(({ pages, target }) =>
        JSON.stringify({ pages: pages.slice(0, 20), pagesCount: pages.length, target }),
      );
      expect(found.sort(), issue.id).toEqual(planted.sort());
    }
    const missed = [...site.expected.keys()].filter(
      (id) => !first.issues.some((issue) => issue.id === id),
    );
    expect(missed).toEqual([]);
  });

  it('finds what is wrong with the template once', () => {
    const onNearlyAll = first.issues.filter(({ advice }) => advice.includes('Nearly all pages'));
    const failed = onNearlyAll.filter(({ failedCount }) => failedCount > 0);
    expect(failed.map(({ id }) => id).toSorted()).toEqual(templateChecks);
    expect(failed.find(({ id }) => id === 'https')?.pagesCount).toBe(site.states.done);
  });
});
