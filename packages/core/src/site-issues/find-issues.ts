import { type TimeSlices, weights } from '@sitegrade/audit';
import type { Check } from '@sitegrade/audit/checks';
import { issueStatuses, type SiteFinding, type SiteIssue } from '../store/site-issue.ts';
import type { CheckFindings } from './check-findings.ts';
import { addLowest } from './lowest.ts';
import { siteRules } from './rules/index.ts';
import type { Site } from './site.ts';
import { ruleCategory, type SiteRule, type SiteRuleFinding } from './site-rule.ts';
import { issueCost } from './site-score.ts';

/** Limits of the findings of an issue. */
const limits = { findings: 1_000, characters: 1_000_000 } as const;

/** What issues need of a check. */
type IssueCheck = Pick<
  Check,
  'id' | 'category' | 'importance' | 'title' | 'advice' | 'why' | 'source' | 'gate'
>;

/** The checks of a ruleset for {@link findIssues}. Where pages need not be indexed, what keeps them out of it hides nothing. */
export function issueChecks({
  ruleset,
  expectIndexable,
}: {
  readonly ruleset: { readonly checks: readonly IssueCheck[] };
  readonly expectIndexable: boolean;
}): readonly IssueCheck[] {
  if (expectIndexable) return ruleset.checks;
  return ruleset.checks.map(({ gate, ...check }) =>
    gate === undefined || gate.indexability ? check : { ...check, gate },
  );
}

/**
 * All that was found on a site, in slices: an issue for each rule about several pages, and for each check that failed or
 * warned on a page. Those that were found come first: pages that search engines or visitors do not get to see, and then
 * those whose fix gains most. Those that cannot be decided follow, and then the others. The result depends on what was
 * found only, not on the order of the site's rows.
 *
 * @param checks - From {@link issueChecks}. An older report may name others: they are left out.
 * @throws the reason of the slices' signal if it is aborted.
 */
export async function findIssues(
  site: Site,
  checks: readonly IssueCheck[],
  slices: TimeSlices,
): Promise<readonly SiteIssue[]> {
  const issues: SiteIssue[] = [];
  for (const rule of siteRules) issues.push(await applyRule(rule, site, slices));
  const { count } = site.pages.scores();
  for (const check of checks) {
    const found = site.findings.get(check.id);
    if (slices.isOver()) await slices.next();
    if (found) issues.push(issueOfCheck(check, found, count, (index) => urlOf(site, index)));
  }
  return worstFirst(issues, checks);
}

/** Issues in the order of {@link findIssues}. */
export function worstFirst(
  issues: readonly SiteIssue[],
  checks: readonly Pick<IssueCheck, 'id' | 'gate'>[],
): readonly SiteIssue[] {
  const hiding = new Set(
    checks.flatMap(({ id, gate }) => (gate?.indexability || gate?.partial ? id : [])),
  );
  const rank = ({ status, scope, id }: SiteIssue) =>
    status === 'found' && scope === 'page' && hiding.has(id) ? -1 : issueStatuses.indexOf(status);
  return issues.toSorted(
    (a, b) => rank(a) - rank(b) || b.gain - a.gain || weights[b.importance] - weights[a.importance],
  );
}

/** A check that fails on this share of at least this many pages fails because of what they have in common. */
const template = { share: 0.8, pages: 10 } as const;

/** The issue of a check that found something. */
export function issueOfCheck(
  { id, category, importance, title, advice, why, source }: IssueCheck,
  { pagesCount, failedCount, gain, groups, isCut }: CheckFindings,
  scoredPages: number,
  urlOf: (index: number) => string,
): SiteIssue {
  const isShared = scoredPages >= template.pages && pagesCount >= template.share * scoredPages;
  const findings = [...groups].map(([summary, { count, pages }]): SiteFinding => {
    const urls = (isCut ? pages.slice(0, 1) : pages).map(urlOf);
    return {
      // Older outlines do not say what was found.
      summary: summary === '' ? `This is not the case: ${title}.` : summary,
      pages: urls,
      pagesCount: isCut ? 1 : count,
      target: null,
      key: summary,
    };
  });
  return {
    id,
    scope: 'page',
    category,
    importance,
    title,
    why: why ?? null,
    source,
    advice: isShared
      ? `${advice} Nearly all pages need it, so look for one template or setting first.`
      : advice,
    status: 'found',
    reason: null,
    findingsCount: isCut ? pagesCount : groups.size,
    pagesCount,
    failedCount,
    gain: scoredPages === 0 ? 0 : Math.round(gain / scoredPages) / 100,
    findings: withinCharacters(firstOf(findings)),
  };
}

const noPages = { pagesCount: 0, failedCount: 0, gain: 0 } as const;

/** Applies one rule to a site. */
export async function applyRule(
  rule: SiteRule,
  site: Site,
  slices: TimeSlices,
): Promise<SiteIssue> {
  const { id, importance, title, advice, why, source } = rule;
  const texts = {
    id,
    scope: 'site',
    category: ruleCategory,
    importance,
    title,
    advice,
    why,
    source,
  } as const;
  if (slices.isOver()) await slices.next();
  const reason = rule.unknown?.(site) ?? null;
  const undecided = {
    ...texts,
    status: 'unknown',
    findingsCount: 0,
    ...noPages,
  } as const;
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
  const cost = issueCost({ importance, pagesCount }, site.pages.scores().count);
  return {
    ...texts,
    status: findingsCount > 0 ? 'found' : 'none',
    reason: null,
    findingsCount,
    pagesCount,
    failedCount: pagesCount,
    gain: Math.round(100 * cost) / 100,
    findings: withinCharacters(firstOf(findings)),
  };
}

/** URLs are in the order of their indexes. */
function findingOf(site: Site, { summary, pages, target, key }: SiteRuleFinding): SiteFinding {
  // Sorting all of a hundred thousand would block others.
  const first: number[] = [];
  for (const index of pages) addLowest(first, index);
  const urls = first.map((index) => urlOf(site, index));
  return {
    summary,
    pages: urls,
    pagesCount: pages.length,
    target: target ?? null,
    key: key ?? target ?? urls[0] ?? '',
  };
}

function urlOf({ pages }: Site, index: number): string {
  return pages.get(index)?.url ?? '';
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
