import type { Audit } from './audit.ts';
import { titleOf } from './checks/seo/head/title.ts';
import { fetchPage } from './fetch/fetch-page.ts';
import { createFetcher } from './fetch/fetcher.ts';
import type { Network } from './fetch/network.ts';
import { parseTarget } from './fetch/parse-target.ts';
import { runProbes } from './fetch/probes/run-probes.ts';
import { fetchRobotsTxt } from './fetch/robots-txt.ts';
import { fetchSitemaps } from './fetch/sitemap/fetch-sitemaps.ts';
import { readPage } from './page/read-page.ts';
import { summarizePage } from './page-summary.ts';
import { resolvePageUrls } from './page-urls.ts';
import type { Ruleset } from './ruleset.ts';
import { type RunChecksOptions, runChecks } from './run-checks.ts';
import { scoreResults } from './score.ts';

/** What an analysis depends on besides the page. */
export interface AuditOptions extends RunChecksOptions {
  readonly network: Network;
  readonly now: () => Date;
  /** Names the page that cannot exist. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly ruleset: Ruleset;
  readonly expectIndexable: boolean;
  /** Ends the analysis; its reason is what is thrown then. */
  readonly signal?: AbortSignal;
}

/**
 * The whole pipeline: judges the URL, fetches the page, robots.txt, sitemaps and a few samples through
 * the guard, reads the page into facts, runs the checks and scores them. Keeps nothing.
 *
 * @throws SitegradeError where the URL is not allowed or the page cannot be had.
 */
export async function auditPage(input: string, options: AuditOptions): Promise<Audit> {
  const { network, now, randomBytes, ruleset, expectIndexable, signal } = options;
  const target = parseTarget(input, network);
  const ending = signal ? { signal } : {};
  const fetcher = createFetcher(network, ending);
  try {
    const { body, ...response } = await fetchPage(fetcher, target);
    const [page, robots] = await Promise.all([
      readPage(body, response.headers.get('content-type')?.at(-1) ?? null, ending),
      fetchRobotsTxt(fetcher, new URL(response.finalUrl)),
    ]);
    const { userAgent } = network;
    const [sitemap, probes] = await Promise.all([
      fetchSitemaps(fetcher, new URL(response.finalUrl), robots),
      runProbes({ fetcher, page, response, robots, userAgent, randomBytes, ...ending }),
    ]);
    signal?.throwIfAborted();

    const urls = await resolvePageUrls(page, response.finalUrl);
    const facts = { page, urls, response, robots, sitemap, probes, now: now() };
    const checks = await runChecks(ruleset.checks, facts, options);
    return {
      url: response.url,
      finalUrl: response.finalUrl,
      httpStatus: response.status,
      title: titleOf(page)?.text ?? null,
      rulesetVersion: ruleset.version,
      ...scoreResults(ruleset.checks, checks, { expectIndexable }),
      checks,
      page: summarizePage(page, response),
    };
  } finally {
    await fetcher.close();
  }
}
