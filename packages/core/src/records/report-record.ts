import type { CheckResult, PageSummary, Report, ReportSummary } from '../reports/report.ts';

/** A report in a list, as JSON. */
export function reportSummaryRecord(report: ReportSummary) {
  return {
    id: report.id,
    object: 'report',
    url: report.url,
    final_url: report.finalUrl,
    website_id: report.websiteId,
    domain: report.domain,
    title: report.title,
    score: report.score,
    result: report.result,
    http_status: report.httpStatus,
    created_at: report.createdAt.toISOString(),
  } as const;
}

/** A complete report, as JSON. */
export function reportRecord(report: Report) {
  return {
    ...reportSummaryRecord(report),
    score_uncapped: report.scoreUncapped,
    categories: report.categories,
    gates: report.gates,
    coverage: report.coverage,
    partial: report.partial,
    partial_reasons: report.partialReasons,
    fix_first: report.fixFirst,
    checks: Object.fromEntries(
      Object.entries(report.checks).map(([id, check]) => [id, checkRecord(check)]),
    ),
    page: pageRecord(report.page),
    ruleset_version: report.rulesetVersion,
    // There are no shared pages yet.
    share_url: null,
  } as const;
}

/** The result of one check, as JSON. */
export function checkRecord(check: CheckResult) {
  return {
    category: check.category,
    importance: check.importance,
    status: check.status,
    title: check.title,
    summary: check.summary,
    value: check.value,
    evidence: check.evidence,
    advice: check.advice,
    source: check.source,
    weight: check.weight,
    points: check.points,
    deduction: check.deduction,
  };
}

/** Facts about a page, as JSON. */
export function pageRecord(page: PageSummary) {
  return {
    language: page.language,
    charset: page.charset,
    content_type: page.contentType,
    search_result: page.searchResult,
    transfer_bytes: page.transferBytes,
    html_bytes: page.htmlBytes,
    time_to_first_byte_ms: page.timeToFirstByteMs,
    fetch_ms: page.fetchMs,
    redirects: page.redirects,
    counts: page.counts,
    notes: page.notes,
  };
}
