import { type CheckInfo, type CheckResult, type Evidence, findingLocations } from '@sitegrade/core';
import manifest from '../../package.json' with { type: 'json' };
import type { CrawlFailure } from '../crawl-result.ts';
import { type AnalyzedPage, findingsOf, isAnalyzed, isFailed, type Page } from '../findings.ts';
import type { FileOfUrl } from '../local/file-of-url.ts';
import { descriptionOf, placeOf } from './code-quality.ts';
import { toJson } from './json.ts';

/**
 * Pages as SARIF 2.1.0, for code scanning: a result for each location of a finding. Failures are errors, warnings
 * are warnings. Pages that could not be analysed are notifications of the invocation.
 *
 * @param catalogue - The checks of the ruleset.
 * @param fileOf - Locations in local files are relative to the working directory, so that pull requests show them.
 */
export function sarifReports(
  pages: readonly Page[],
  catalogue: readonly CheckInfo[],
  fileOf: FileOfUrl,
): string {
  const failures = pages.filter(isFailed);
  return sarifLog({
    rules: catalogue.map(ruleOf),
    results: pages.filter(isAnalyzed).flatMap((page) => resultsOf(page, catalogue, fileOf)),
    isSuccessful: failures.length === 0,
    notifications: failures.map((failure) => failureNotification(failure, fileOf)),
  });
}

/** What could not be analysed. */
export function failureNotification({ url, error }: CrawlFailure, fileOf: FileOfUrl) {
  return {
    level: 'error',
    descriptor: { id: error.reason ?? error.code },
    message: { text: error.message },
    locations: [locationOf(url, fileOf)],
  };
}

/** A whole file with one run. */
export function sarifLog({
  rules,
  results,
  isSuccessful,
  notifications,
}: {
  readonly rules: readonly object[];
  readonly results: readonly object[];
  readonly isSuccessful: boolean;
  readonly notifications: readonly object[];
}): string {
  return toJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sitegrade', version: manifest.version, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: isSuccessful,
            toolExecutionNotifications: notifications,
          },
        ],
        results,
      },
    ],
  });
}

/** A check, or an issue, which has no weight. */
export function ruleOf(rule: Omit<CheckInfo, 'weight' | 'family'> & { readonly weight?: number }) {
  const { category, importance, weight } = rule;
  return {
    id: rule.id,
    shortDescription: { text: rule.title },
    help: { text: rule.advice },
    helpUri: rule.source,
    properties: { category, importance, weight, tags: [category] },
  };
}

function resultsOf({ analysis }: AnalyzedPage, catalogue: readonly CheckInfo[], fileOf: FileOfUrl) {
  return findingsOf(analysis).flatMap((finding) => {
    const index = catalogue.findIndex(({ id }) => id === finding.id);
    return placeResults(analysis.finalUrl, finding.id, finding, fileOf).map(
      ({ ruleId, ...result }) => ({
        ruleId,
        ...(index >= 0 && { ruleIndex: index }),
        ...result,
      }),
    );
  });
}

/** A result for each place of a finding. */
export function placeResults(url: string, id: string, check: CheckResult, fileOf: FileOfUrl) {
  return findingLocations({ finalUrl: url }, id, check).map(({ evidence, fingerprint }) => ({
    ruleId: id,
    level: check.status === 'fail' ? 'error' : 'warning',
    message: { text: descriptionOf(check) },
    locations: [evidenceLocation(url, evidence, fileOf)],
    partialFingerprints: { 'sitegradeFinding/v1': fingerprint },
    properties: { points: check.gain },
  }));
}

/** Where a quote is. */
function evidenceLocation(url: string, evidence: Evidence | null, fileOf: FileOfUrl) {
  if (evidence === null) return locationOf(url, fileOf);
  const { text, column } = evidence;
  const { url: file, line } = placeOf(url, evidence);
  if (line === undefined) return { ...locationOf(file, fileOf), message: { text } };
  const region = {
    startLine: line,
    ...(column !== undefined && { startColumn: column }),
    snippet: { text },
  };
  return locationOf(file, fileOf, region);
}

/** A location: a URL, or its local file, which GitHub shows with a line only, and the region in it if it is known. */
export function locationOf(url: string, fileOf: FileOfUrl, given?: object) {
  const file = fileOf(url);
  const region = given ?? (file === null ? undefined : { startLine: 1 });
  const uri = file === null ? url : file.split('/').map(encodeURIComponent).join('/');
  return { physicalLocation: { artifactLocation: { uri }, ...(region && { region }) } };
}
