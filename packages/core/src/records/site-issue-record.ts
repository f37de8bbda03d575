import { slugPattern } from '../listing/slug.ts';
import type { Crawl } from '../store/crawl.ts';
import type { SiteFinding, SiteIssue } from '../store/site-issue.ts';
import type { ScoreSource } from '../store/website-score.ts';
import { checkMembers } from './check-record.ts';
import { constant, declareRecord, from } from './declare-record.ts';
import {
  arraySchema,
  countSchema,
  enumSchema,
  numberSchema,
  orNull,
  refOrNull,
  refTo,
  stringSchema,
} from './schema.ts';
import { scoreSourceRecord } from './website-record.ts';

/** How many findings an issue has in a list of issues; `GET …/issues/{issue}` has all that are stored. */
export const maxListedFindings = 20;

/** One finding of an issue. */
export const declaredFinding = declareRecord<SiteFinding>()('One finding of an issue.', {
  object: constant('finding'),
  summary: stringSchema('What was found, in a sentence.'),
  pages: arraySchema(
    'URLs of the affected pages, by code point: the first 20.',
    stringSchema('URL of a page.'),
    20,
  ),
  pages_count: countSchema('How many pages are affected.', 1),
  target: orNull(
    stringSchema(
      'The URL that it is about, if that is not one of the pages, such as a broken one.',
    ),
  ),
  key: stringSchema(
    'Identifies the finding in all crawls of the website: a URL, a title, or what was found. Unique within its issue.',
  ),
});

/**
 * A finding of an issue, as JSON: an item of `GET /crawls/{id}/issues/{issue}` of the HTTP API.
 *
 * @param finding - One of the `findings` of an issue.
 * @example
 * ```ts
 * const [issue] = await listCrawlIssues(context, 'user-1', 42);
 * const data = issue?.findings.map(findingRecord);
 * ```
 */
export function findingRecord(finding: SiteFinding) {
  return declaredFinding.record(finding);
}

/** An issue of a crawl or of a website. */
export const declaredIssue = declareRecord<SiteIssue & { readonly foundIn: ScoreSource | null }>()(
  'What a rule about several pages, or a check of single pages, found on a site.',
  {
    id: { ...stringSchema('Id of the issue.'), pattern: slugPattern },
    object: constant('issue'),
    scope: enumSchema<SiteIssue['scope']>('What it is about.', {
      site: 'a rule that compares pages',
      page: 'a check of single pages, by its id',
    }),
    category: { ...checkMembers.category, description: 'Category of the rule.' },
    importance: enumSchema<SiteIssue['importance']>(
      'Importance of the rule: the points of the score of the site that it costs if all pages are affected.',
      { high: '12', medium: '5', low: '1.5', info: 'none, for information only' },
    ),
    title: stringSchema('What is right when there is no issue.'),
    advice: stringSchema('How to fix it.'),
    why: orNull(
      stringSchema(
        'What it means for visitors, in search results or for the business; `null` for a check that does not say it.',
      ),
    ),
    source: stringSchema('URL of a public explanation of the rule.'),
    status: enumSchema<SiteIssue['status']>('Whether it was found.', {
      found: 'it was found',
      none: 'it was not found',
      unknown: 'it cannot be decided; `reason` says why',
    }),
    reason: orNull(stringSchema('Why it cannot be decided, in a sentence; otherwise `null`.')),
    found_in: from(
      refOrNull(
        'What it was found in. For a website, it is what its score is from; `null` if it has none.',
        'ScoreSource',
      ),
      ({ foundIn }) => foundIn && scoreSourceRecord(foundIn),
    ),
    findings_count: countSchema('How many findings there are.'),
    pages_count: countSchema('How many pages are affected.'),
    failed_count: countSchema(
      'On how many of them it is more than a warning: for a rule that compares pages, on all.',
    ),
    gain: numberSchema(
      'What its fix gains, in points of the score of the site. The score of a website without a complete crawl does not count issues of the scope `site`.',
      0,
    ),
    findings: from(
      arraySchema('The findings that affect most pages.', refTo('Finding'), maxListedFindings),
      ({ findings }) => findings.slice(0, maxListedFindings).map(declaredFinding.record),
    ),
  },
);

/**
 * An issue, as JSON: an item of `GET /crawls/{id}/issues` and `GET /websites/{id}/issues` of the HTTP API. It has
 * the first 20 findings.
 *
 * @param issue - From `listCrawlIssues` or `websiteIssues`.
 * @param source - What it was found in, from `websiteIssues`; `null` if that is not known.
 * @example
 * ```ts
 * const { source, issues } = await websiteIssues(context, 'user-1', 7);
 * const data = issues.map((issue) => issueRecord(issue, source));
 * ```
 */
export function issueRecord(issue: SiteIssue, source: ScoreSource | null) {
  return declaredIssue.record({ ...issue, foundIn: source });
}

/**
 * What the issues of a crawl were found in; `null` until it has ended.
 *
 * @param crawl - From `getCrawl`.
 */
export function crawlSource({ id, progress, endedAt }: Crawl): ScoreSource | null {
  if (endedAt === null) return null;
  return { kind: 'crawl', crawlId: id, pages: progress.done, measuredAt: endedAt };
}
