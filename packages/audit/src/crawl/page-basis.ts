import { createHash } from 'node:crypto';
import { checks } from '../checks/index.ts';
import { sitemapFactsFor } from '../fetch/sitemap/fetch-sitemaps.ts';
import type { SiteSitemaps } from '../fetch/sitemap/sitemap-facts.ts';
import { dayAt, dayOf } from '../iso-date.ts';
import type { SiteFacts } from '../report/site-facts.ts';
import type { Ruleset } from '../scoring/ruleset.ts';

/** What the results of a page depend on, other than the page and its site. */
interface BasisOptions {
  readonly ruleset: Ruleset;
  readonly expectIndexable: boolean;
  readonly userAgent: string;
  readonly now: Date;
}

/**
 * A hash of what the results of all pages of a site depend on: its facts, the ruleset and the settings. Not the counts
 * of a sitemap, which change with every new page and decide no result of our checks: texts may state older ones.
 */
export function siteBasis(siteFacts: SiteFacts, options: BasisOptions): string {
  const { ruleset, expectIndexable, userAgent, now } = options;
  const { robots, sitemaps, missingPage, ...others } = siteFacts;
  const { rules, ...otherRobots } =
    robots.kind === 'found' ? robots : { ...robots, rules: undefined };
  const { kind } = missingPage;
  const basis = {
    ruleset: ruleset.version,
    expectIndexable,
    userAgent,
    others,
    robots: otherRobots,
    // Its URL is random.
    missingPage: { ...missingPage, url: kind, ...(kind === 'response' && { finalUrl: kind }) },
    sitemaps: hasOwnChecks(ruleset) ? withoutCounts(sitemaps, now) : withoutPages(sitemaps),
  };
  // How long a request took changes nothing.
  const text = JSON.stringify(basis, (name, value) => (name === 'ms' ? 0 : value));
  return digestOf(text, rules?.source ?? new Uint8Array());
}

/** The same for one page: also whether the sitemaps list it, when they say that it changed, and which versions they name. */
export function pageBasis(site: string, url: URL, { sitemaps }: SiteFacts): string {
  const { listsPage, pageLastmod, pageVersions } = sitemapFactsFor(url, sitemaps);
  return digestOf(JSON.stringify([site, listsPage, pageLastmod, pageVersions]));
}

const ownChecks: ReadonlySet<unknown> = new Set(checks.map(({ run }) => run));

/** Whether a ruleset has only checks of which we know what they read. */
function hasOwnChecks(ruleset: Ruleset): boolean {
  return ruleset.checks.every(({ run }) => ownChecks.has(run));
}

function withoutPages(given: SiteSitemaps) {
  const { listed: _, pageLastmods: _1, versions: _2, hasAllVersions: _3, ...sitemaps } = given;
  return sitemaps;
}

function withoutCounts(given: SiteSitemaps, now: Date) {
  const { urls, files, lastmods, ...sitemaps } = withoutPages(given);
  const { first, latest, allEqual, count, firstInvalid } = lastmods;
  const isFuture = latest !== null && (dayOf(latest.text) ?? 0) > dayAt(now);
  return {
    ...sitemaps,
    hasUrls: urls > 0,
    files: files.map(({ entries, ...file }) => ({ ...file, hasEntries: entries > 0 })),
    lastmods: {
      hasDates: first !== null,
      equal: allEqual && count > 1 ? { count, text: first?.text } : null,
      latest: isFuture ? latest.text : null,
      invalid: firstInvalid?.text ?? null,
    },
  };
}

function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 22);
}
