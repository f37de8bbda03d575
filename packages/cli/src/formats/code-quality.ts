import { type CheckResult, type Evidence, findingLocations } from '@sitegrade/core';
import { fingerprintOf } from '@sitegrade/core/internal';
import { findingsOf, isAnalyzed, type Page } from '../findings.ts';
import type { FileOfUrl } from '../local/file-of-url.ts';
import { plainText } from '../plain-text.ts';
import { toJson } from './json.ts';

/** Severities of GitLab, the mildest first. */
const severities = ['info', 'minor', 'major', 'critical', 'blocker'] as const;

/** One of them. */
type Severity = (typeof severities)[number];

/** An entry of a report of code quality. */
export interface QualityEntry {
  readonly id: string;
  readonly description: string;
  readonly severity: Severity;
  readonly fingerprint: string;
  /** The URL of the page, and the line in its file. */
  readonly url: string;
  readonly line?: number | undefined;
}

/**
 * Pages as a report of code quality of GitLab: an entry for each location of a finding. Locations are local files;
 * without those, URLs.
 */
export function codeQualityReports(pages: readonly Page[], fileOf: FileOfUrl): string {
  const entries = pages.flatMap((page): readonly QualityEntry[] => {
    if (!isAnalyzed(page)) return [failureEntry(page.url, page.error)];
    const { analysis } = page;
    return findingsOf(analysis).flatMap((finding) => {
      const isLimit = finding.lifts !== null || finding.limits !== null;
      const severity = isLimit ? 'blocker' : severityOf(finding);
      return placeEntries(analysis.finalUrl, finding.id, finding, severity);
    });
  });
  return codeQualityFile(entries, fileOf);
}

/** An entry for each place of a finding. */
export function placeEntries(
  url: string,
  id: string,
  check: CheckResult,
  severity = severityOf(check),
): readonly QualityEntry[] {
  const description = descriptionOf(check);
  return findingLocations({ finalUrl: url }, id, check).map(({ evidence, fingerprint }) => {
    return { id, description, severity, fingerprint, ...placeOf(url, evidence) };
  });
}

/** A whole file. The fingerprints in it are distinct: of entries with the same one, GitLab shows the first. */
export function codeQualityFile(entries: readonly QualityEntry[], fileOf: FileOfUrl): string {
  const counts = new Map<string, number>();
  return toJson(
    entries.map(({ id, description, severity, fingerprint, url, line = 1 }) => {
      const count = (counts.get(fingerprint) ?? 0) + 1;
      counts.set(fingerprint, count);
      return {
        description: plainText(description),
        check_name: id,
        fingerprint: count === 1 ? fingerprint : fingerprintOf([fingerprint, count]),
        severity,
        location: { path: fileOf(url) ?? url, lines: { begin: line } },
      };
    }),
  );
}

/** The entry of what could not be analysed. */
export function failureEntry(
  url: string,
  error: { readonly code: string; readonly reason?: string | undefined; readonly message: string },
): QualityEntry {
  const id = error.reason ?? error.code;
  const fingerprint = fingerprintOf([id, url]);
  return { id, description: error.message, severity: 'blocker', fingerprint, url };
}

/** What was found, and how to fix it. */
export function descriptionOf({
  summary,
  advice,
}: Pick<CheckResult, 'summary' | 'advice'>): string {
  return advice === null ? summary : `${summary} ${advice}`;
}

/** The severity of a check that fails by its importance; one less if it only warns. */
export function severityOf({
  status,
  importance,
}: Pick<CheckResult, 'status' | 'importance'>): Severity {
  const failed = ['info', 'low', 'medium', 'high'].indexOf(importance);
  return severities[status === 'fail' ? failed : Math.max(0, failed - 1)] ?? 'info';
}

/** Where a quote is: most are in the page itself. */
export function placeOf(
  url: string,
  evidence: Evidence | null,
): Pick<QualityEntry, 'url' | 'line'> {
  if (evidence === null) return { url };
  return {
    url: evidence.kind === 'robots' ? new URL('/robots.txt', url).href : url,
    line: evidence.line,
  };
}
