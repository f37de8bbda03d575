import {
  type Acceptance,
  acceptedMatcher,
  findingLocations,
  type PageAnalysis,
} from '@sitegrade/core';
import { isDay, mayLackPlaces, pathMatcher, patternOfPage } from '@sitegrade/core/internal';
import * as v from 'valibot';
import { type Finding, findingsOf, locationName } from './findings.ts';
import { readJsonFile } from './json-file.ts';
import { listOf, objectOf, parseShape, text } from './json-shape.ts';

/** A finding that is known, and does not fail the command: as a website of the HTTP API has it. */
interface AcceptedFinding extends Acceptance {
  readonly fingerprint?: string;
  /** What is quoted at that place, for readers of the file. */
  readonly quote?: string;
  /** Why it is accepted. */
  readonly reason?: string;
  readonly expires?: string;
}

/** A file of accepted findings. */
export interface Baseline {
  readonly accepted: readonly AcceptedFinding[];
}

const date = v.pipe(
  v.string('a date such as 2027-01-31'),
  v.check(isDay, 'a date such as 2027-01-31'),
);
const path = v.pipe(v.string('a path such as /blog/*'), v.regex(/^[/*]/, 'a path such as /blog/*'));
const shape = objectOf({
  accepted: listOf(
    objectOf({
      check: text,
      path,
      fingerprint: v.exactOptional(
        v.pipe(v.string('a fingerprint'), v.regex(/^[\da-f]{16}$/, 'a fingerprint')),
      ),
      quote: v.exactOptional(text),
      reason: v.exactOptional(text),
      expires: v.exactOptional(date),
    }),
  ),
});

/**
 * Reads a file that `sitegrade baseline` has written, and people may have changed.
 *
 * @throws Error with the file and the field that is wrong.
 */
export async function readBaseline(file: string): Promise<Baseline> {
  const value = await readJsonFile(file);
  try {
    return parseShape(shape, value);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** A finding with places that are not accepted. */
interface NewFinding {
  readonly finding: Finding;
  /** The new ones, as `4:5 <img src="a.png">`; empty if the check quotes nothing. */
  readonly places: readonly string[];
  /** How many places the finding has. */
  readonly total: number;
}

/**
 * The findings that a baseline does not have, without those of importance `info`, which cost no points.
 *
 * @param now - Entries that have expired accept nothing.
 */
export function newFindings(
  analysis: PageAnalysis,
  { accepted }: Baseline,
  now: Date,
): readonly NewFinding[] {
  const matched = new Map(
    acceptedMatcher(accepted, now)(analysis).map(({ check, places }) => [check, places]),
  );
  return findingsOf(analysis).flatMap((finding): NewFinding[] => {
    const locations = matched.get(finding.id) ?? [];
    const found = locations.filter(({ acceptedBy }) => acceptedBy === null);
    if (finding.importance === 'info' || found.length === 0) return [];
    const places = found.flatMap(({ evidence }) =>
      evidence === null ? [] : [`${locationName(evidence)} ${evidence.text}`.trim()],
    );
    return [{ finding, places, total: locations.length }];
  });
}

function isWholeAccepted(
  { finalUrl }: PageAnalysis,
  id: string,
  accepted: readonly AcceptedFinding[],
): boolean {
  return accepted.some(
    ({ check, path, fingerprint }) =>
      check === id && fingerprint === undefined && pathMatcher(path)(finalUrl),
  );
}

/**
 * A baseline of all findings of some pages. What people have written into the one before stays: reasons and dates of the
 * same findings, patterns, and what is about other pages. Of a check with more places than a report keeps, or of which it
 * examined a sample, all places on the page are accepted.
 */
export function baselineOf(
  analyses: readonly PageAnalysis[],
  before: Baseline = { accepted: [] },
): Baseline {
  const paths = new Set(analyses.map(pathOf));
  const known = new Map(before.accepted.map((entry) => [entry.fingerprint, entry]));
  const kept = before.accepted.filter(
    ({ fingerprint, path }) => fingerprint === undefined || !paths.has(path),
  );
  const added = analyses.flatMap((analysis) =>
    findingsOf(analysis)
      .filter(({ id }) => !isWholeAccepted(analysis, id, kept))
      .flatMap((finding): readonly AcceptedFinding[] => {
        const [check, path] = [finding.id, pathOf(analysis)];
        if (mayLackPlaces(finding)) return [{ check, path: patternOfPage(path) }];
        return findingLocations(analysis, check, finding).map(({ evidence, fingerprint }) => {
          const { reason, expires } = known.get(fingerprint) ?? {};
          return {
            check,
            path,
            fingerprint,
            ...(evidence && { quote: evidence.text }),
            ...(reason !== undefined && { reason }),
            ...(expires !== undefined && { expires }),
          };
        });
      }),
  );
  const all = new Map([...kept, ...added].map((entry) => [keyOf(entry), entry]));
  return { accepted: [...all.values()].sort(byPage) };
}

function pathOf({ finalUrl }: PageAnalysis): string {
  const { pathname, search } = new URL(finalUrl);
  return pathname + search;
}

function keyOf({ check, path, fingerprint = '' }: AcceptedFinding): string {
  return [path, check, fingerprint].join('\n');
}

/** In an order that does not depend on how valuable a fix is, so that a file changes only where pages do. */
function byPage(a: AcceptedFinding, b: AcceptedFinding): number {
  const [first, second] = [keyOf(a), keyOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}
