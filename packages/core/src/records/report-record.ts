import { type AcceptedInReport, nothingAccepted } from '../accepted/accepted-in-report.ts';
import type { PageAnalysis } from '../reports/analyze-page.ts';
import {
  changesBetween,
  type ReportChanges,
  type ReportComparison,
} from '../reports/compare-reports.ts';
import type { CheckCatalogue } from '../reports/list-checks.ts';
import type { ReportPictures } from '../reports/screenshots.ts';
import type { Report, ReportDetails, ReportSummary } from '../store/report.ts';
import { acceptedFindingRecord } from './accepted-record.ts';
import { checkRecord, comparedCheckRecord } from './check-record.ts';
import { findingChangesRecord } from './finding-changes-record.ts';
import { pageRecord } from './page-record.ts';

/**
 * A report in a list, as JSON: an item of `GET /reports` of the HTTP API.
 *
 * @param report - A report in a list, from `listReports` for example.
 * @example
 * ```ts
 * const { rows } = await listReports(context, 'user-1');
 * const data = rows.map(reportSummaryRecord);
 * ```
 */
export function reportSummaryRecord(report: ReportSummary) {
  return {
    id: report.id,
    object: 'report',
    url: report.url,
    final_url: report.finalUrl,
    website_id: report.websiteId,
    // Not spread from another object, which would take as long as the rest of a list.
    domain: report.domain,
    title: report.title,
    score: report.score,
    result: report.result,
    category_scores: report.categoryScores,
    http_status: report.httpStatus,
    created_at: report.createdAt.toISOString(),
  } as const;
}

/**
 * A complete report, as JSON: `GET /reports/{id}` of the HTTP API.
 *
 * @param report - The report.
 * @param previous - The owner's report of the same URL before it, from `findPreviousReport`.
 * @param options - `shareUrl`: the URL of the report's shared page. Default: `null`, for none. `accepted`: what of it is
 * accepted, from `findAcceptedInReport`. Default: nothing.
 * @example
 * ```ts
 * const report = await getReport(context, 'user-1', 42);
 * const previous = await findPreviousReport(context, 'user-1', report);
 * const accepted = await findAcceptedInReport(context, 'user-1', report);
 * const shareUrl = `https://example.com/reports/${report.shareToken}`;
 * const record = reportRecord(report, previous, { shareUrl, accepted });
 * ```
 */
export function reportRecord(
  report: Report,
  previous: Report | undefined,
  {
    shareUrl,
    accepted = nothingAccepted(report),
  }: { readonly shareUrl: string | null; readonly accepted?: AcceptedInReport } = {
    shareUrl: null,
  },
) {
  return {
    ...reportSummaryRecord(report),
    ...detailsRecord(report),
    ...acceptedRecord(accepted),
    previous: previous ? previousRecord(previous) : null,
    changes: previous ? changesRecord(changesBetween(previous, report)) : null,
    ruleset_version: report.rulesetVersion,
    share_url: shareUrl,
  } as const;
}

/** The findings of a report that are accepted, and the fingerprints by which others can be. */
function acceptedRecord({ score, findings }: AcceptedInReport) {
  const entries = findings.flatMap(({ places }) =>
    places.flatMap(({ acceptedBy }) => acceptedBy ?? []),
  );
  return {
    score_accepted: score,
    accepted: [...new Map(entries.map((entry) => [entry.id, entry])).values()].map(
      acceptedFindingRecord,
    ),
    accepted_checks: findings.filter(({ isAccepted }) => isAccepted).map(({ check }) => check),
    fingerprints: Object.fromEntries(
      findings.map(({ check, places }) => [check, places.map(({ fingerprint }) => fingerprint)]),
    ),
  };
}

/**
 * The report of a page that is not stored, as JSON: a report of the HTTP API without what a stored one has
 * in addition, which is `id`, `website_id`, `previous`, `changes`, `share_url` and what is accepted.
 *
 * @param analysis - From `analyzePage`.
 * @example
 * ```ts
 * const record = analysisRecord(await analyzePage(context, 'user-1', { url: 'https://example.com/' }));
 * ```
 */
export function analysisRecord(analysis: PageAnalysis) {
  return {
    object: 'report',
    url: analysis.url,
    final_url: analysis.finalUrl,
    domain: analysis.domain,
    title: analysis.title,
    score: analysis.score,
    result: analysis.result,
    category_scores: analysis.categoryScores,
    http_status: analysis.httpStatus,
    created_at: analysis.createdAt.toISOString(),
    ...detailsRecord(analysis),
    ruleset_version: analysis.rulesetVersion,
  } as const;
}

/** What a complete report has in addition to its summary, as JSON. */
export function detailsRecord(report: ReportDetails) {
  return {
    score_uncapped: report.scoreUncapped,
    categories: categoriesRecord(report.categories),
    gates: report.gates,
    coverage: report.coverage,
    partial: report.partial,
    partial_reasons: report.partialReasons,
    fix_first: report.fixFirst,
    checks: Object.fromEntries(
      Object.entries(report.checks).map(([id, check]) => [id, checkRecord(check)]),
    ),
    page: pageRecord(report.page),
  };
}

function categoriesRecord(categories: ReportDetails['categories']) {
  return {
    seo: categoryRecord(categories.seo),
    accessibility: categoryRecord(categories.accessibility),
    performance: categoryRecord(categories.performance),
    security: categoryRecord(categories.security),
    miscellaneous: categoryRecord(categories.miscellaneous),
  };
}

function categoryRecord(category: ReportDetails['categories']['seo']) {
  const { score, passed, warned, failed, notApplicable, notEvaluated, includesSpeed } = category;
  return {
    score,
    passed,
    warned,
    failed,
    not_applicable: notApplicable,
    not_evaluated: notEvaluated,
    includes_speed: includesSpeed ?? false,
  };
}

function previousRecord({ id, score, result, createdAt }: Report) {
  return { id, score, result, created_at: createdAt.toISOString() };
}

/**
 * What changed between two reports, as JSON: `changes` of a report of the HTTP API.
 *
 * @param changes - From `changesBetween`.
 * @example
 * ```ts
 * const report = await getReport(context, 'user-1', 42);
 * const previous = await findPreviousReport(context, 'user-1', report);
 * const record = previous && changesRecord(changesBetween(previous, report));
 * ```
 */
export function changesRecord(changes: ReportChanges) {
  const { score, sameRuleset, sameRendering, sameFieldData, fixed, broken, findings } = changes;
  return {
    score,
    same_ruleset: sameRuleset,
    same_rendering: sameRendering,
    same_field_data: sameFieldData,
    fixed,
    broken,
    findings: findings && findingChangesRecord(findings),
  } as const;
}

/**
 * Two reports side by side, as JSON: `GET /reports/{id}/compare/{other}` of the HTTP API.
 *
 * @param comparison - From `compareReports`.
 * @example
 * ```ts
 * const record = comparisonRecord(await compareReports(context, 'user-1', { from: 41, to: 42 }));
 * ```
 */
export function comparisonRecord({ from, to, changes, checks }: ReportComparison) {
  return {
    object: 'comparison',
    from: { ...reportSummaryRecord(from), ruleset_version: from.rulesetVersion },
    to: { ...reportSummaryRecord(to), ruleset_version: to.rulesetVersion },
    ...changesRecord(changes),
    checks: Object.fromEntries(
      Object.entries(checks).map(([id, pair]) => [
        id,
        {
          from: pair.from && comparedCheckRecord(pair.from),
          to: pair.to && comparedCheckRecord(pair.to),
        },
      ]),
    ),
  } as const;
}

/**
 * The pictures of a report, as JSON: `GET /reports/{id}/screenshot` of the HTTP API.
 *
 * @param reportId - The id of the report.
 * @param pictures - From `getScreenshot`.
 */
export function screenshotRecord(reportId: number, { screen, film }: ReportPictures) {
  const base64 = (image: Uint8Array) => Buffer.from(image).toString('base64');
  return {
    object: 'screenshot',
    report_id: reportId,
    content_type: 'image/jpeg',
    base64: screen && base64(screen),
    film: film.map(({ atMs, image }) => ({ at_ms: atMs, base64: base64(image) })),
  } as const;
}

/**
 * The checks of a ruleset, as JSON: `GET /checks` of the HTTP API.
 *
 * @param catalogue - From `listChecks`.
 * @example
 * ```ts
 * const record = checkCatalogueRecord(listChecks(context));
 * ```
 */
export function checkCatalogueRecord({ rulesetVersion, checks }: CheckCatalogue) {
  return { object: 'catalogue', ruleset_version: rulesetVersion, checks } as const;
}
