import type { TimeSlices } from '@sitegrade/audit';
import type { SiteFinding, SiteIssue } from '../store/site-issue.ts';
import { siteRules } from './rules/index.ts';
import type { Site } from './site.ts';
import type { SiteRule, SiteRuleFinding } from './site-rule.ts';

/** Limits of the findings of an issue, and of the URLs of a finding. */
const limits = { findings: 1_000, characters: 1_000_000, urls: 20 } as const;

/**
 * Applies all rules to a site, in slices: an issue for each, in order of importance. The result depends on what
 * was found only, not on the order of the site's rows.
 *
 * @throws the reason of the slices' signal if it is aborted.
 */
export async function findIssues(site: Site, slices: TimeSlices): Promise<readonly SiteIssue[]> {
  const issues: SiteIssue[] = [];
  for (const rule of siteRules) issues.push(await applyRule(rule, site, slices));
  return issues;
}

/** Applies one rule to a site. */
export async function applyRule(
  rule: SiteRule,
  site: Site,
  slices: TimeSlices,
): Promise<SiteIssue> {
  const { id, category, importance, title, advice, source } = rule;
  const texts = { id, category, importance, title, advice, source };
  if (slices.isOver()) await slices.next();
  const reason = rule.unknown?.(site) ?? null;
  const undecided = { ...texts, status: 'unknown', findingsCount: 0, pagesCount: 0 } as const;
  if (reason !== null) return { ...undecided, reason, findings: [] };
  const affected = new Uint8Array(site.pages.length);
  let pagesCount = 0;
  let findingsCount = 0;
  let findings: SiteFinding[] = [];
  for (const found of rule.find(site)) {
    if (slices.isOver()) await slices.next();
    if (found === null) continue;
    if (typeof found === 'string') return { ...undecided, reason: found, findings: [] };
    findingsCount++;
    for (const index of found.pages) {
      if (affected[index] === 0) pagesCount++;
      affected[index] = 1;
    }
    findings.push(findingOf(site, found));
    if (findings.length === 2 * limits.findings) findings = firstOf(findings);
  }
  const unchecked = findingsCount > 0 ? null : (rule.unchecked?.(site) ?? null);
  if (unchecked !== null) return { ...undecided, reason: unchecked, findings: [] };
  return {
    ...texts,
    status: findingsCount > 0 ? 'found' : 'none',
    reason: null,
    findingsCount,
    pagesCount,
    findings: withinCharacters(firstOf(findings)),
  };
}

/** URLs are in the order of their indexes. */
function findingOf(site: Site, { summary, pages, target, key }: SiteRuleFinding): SiteFinding {
  const urls = lowest(pages, limits.urls).map((index) => site.pages.get(index)?.url ?? '');
  return {
    summary,
    pages: urls,
    pagesCount: pages.length,
    target: target ?? null,
    key: key ?? target ?? urls[0] ?? '',
  };
}

/** The lowest numbers, in order. Sorting all of a hundred thousand would block others. */
function lowest(numbers: readonly number[], most: number): readonly number[] {
  const found: number[] = [];
  for (const number of numbers) {
    if (found.length === most && number >= (found.at(-1) ?? 0)) continue;
    const place = found.findIndex((other) => other > number);
    found.splice(place < 0 ? found.length : place, 0, number);
    if (found.length > most) found.pop();
  }
  return found;
}

function firstOf(findings: readonly SiteFinding[]): SiteFinding[] {
  return findings.toSorted(compareFindings).slice(0, limits.findings);
}

function compareFindings(a: SiteFinding, b: SiteFinding): number {
  return b.pagesCount - a.pagesCount || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

function withinCharacters(findings: readonly SiteFinding[]): readonly SiteFinding[] {
  let characters = 0;
  const end = findings.findIndex(({ summary, pages, target, key }) => {
    characters += summary.length + key.length + (target?.length ?? 0);
    characters += pages.reduce((sum, url) => sum + url.length, 0);
    return characters > limits.characters;
  });
  return end < 0 ? findings : findings.slice(0, end);
}
