import type { VNode } from 'preact';
import type { AcceptedInReport } from '../../accepted/accepted-in-report.ts';
import type { MatchedFinding } from '../../accepted/accepted-matcher.ts';
import type { AcceptedFinding } from '../../store/accepted-finding.ts';
import type { CheckResult, ReportDetails } from '../../store/report.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { EvidenceQuote } from './check-item.tsx';

/** What of a report is accepted, for its owner. */
export interface AcceptedView {
  readonly found: AcceptedInReport;
  /** The path of the form that accepts a finding of a check. On paper there is none. */
  readonly accept?: (check: string) => string;
  /** The path of the page that asks before an accepted finding is deleted. On paper there is none. */
  readonly remove?: (id: number) => string;
}

type Finding = MatchedFinding<AcceptedFinding>;

/** A report without what is accepted, for what is left to fix. */
export function withoutAccepted<Shown extends Pick<ReportDetails, 'checks' | 'fixFirst'>>(
  report: Shown,
  { findings }: AcceptedInReport,
): Shown {
  const byCheck = new Map(findings.map((finding) => [finding.check, finding]));
  const isLeft = (id: string) => !byCheck.get(id)?.isAccepted;
  const checks = Object.entries(report.checks)
    .filter(([id]) => isLeft(id))
    .map(([id, check]) => {
      const finding = byCheck.get(id);
      return [id, finding ? { ...check, evidence: openEvidence(finding) } : check] as const;
    });
  return {
    ...report,
    checks: Object.fromEntries(checks),
    fixFirst: report.fixFirst.filter(isLeft),
  };
}

/** The quotes of a finding that are not accepted. */
function openEvidence({ places }: Finding): CheckResult['evidence'] {
  return places.flatMap(({ evidence, acceptedBy }) =>
    evidence !== null && acceptedBy === null ? [evidence] : [],
  );
}

/** The accepted findings of a report, with the reasons. Nothing if there are none. */
export function AcceptedList({
  report: { checks },
  view: { found, remove },
}: {
  readonly report: Pick<ReportDetails, 'checks'>;
  readonly view: AcceptedView;
}): VNode | null {
  const accepted = found.findings.filter(({ places }) =>
    places.some(({ acceptedBy }) => acceptedBy !== null),
  );
  if (accepted.length === 0) return null;
  return (
    <section class="checks details-only" aria-labelledby="accepted">
      <h2 id="accepted">{text.accepted.title}</h2>
      <p>{text.accepted.inReport}</p>
      {accepted.map((finding) => {
        const check = checks[finding.check];
        return (
          check && (
            <FindingView key={finding.check} finding={finding} check={check} remove={remove} />
          )
        );
      })}
    </section>
  );
}

function FindingView({
  finding,
  check,
  remove,
}: {
  readonly finding: Finding;
  readonly check: CheckResult;
  readonly remove: AcceptedView['remove'] | undefined;
}): VNode {
  const { places, isAccepted } = finding;
  const entries = new Map(
    places.flatMap(({ acceptedBy }) => acceptedBy ?? []).map((by) => [by.id, by]),
  );
  const count = places.filter(({ acceptedBy }) => acceptedBy !== null).length;
  return (
    // The list of checks has a finding of which only some places are accepted.
    <article class="check" id={isAccepted ? `check-${finding.check}` : undefined}>
      <header>
        <h3>
          <PageText>{check.summary}</PageText>
        </h3>
        <p class="labels">
          <span>{text.categories[check.category]}</span>
          {!isAccepted && <span>{text.accepted.places(count, places.length)}</span>}
        </p>
      </header>
      {[...entries.values()].map((entry) => (
        <div key={entry.id}>
          <p>
            <AcceptedReason accepted={entry} /> <AcceptedPages accepted={entry} />{' '}
            {remove && (
              <a href={remove(entry.id)}>
                {text.accepted.remove}
                <span class="hidden">: {check.title}</span>
              </a>
            )}
          </p>
          <Quotes finding={finding} by={entry} />
        </div>
      ))}
    </article>
  );
}

function Quotes({
  finding: { places },
  by,
}: {
  readonly finding: Finding;
  readonly by: AcceptedFinding;
}): VNode | null {
  const quotes = places.flatMap(({ evidence, acceptedBy }) =>
    acceptedBy === by && evidence !== null ? [evidence] : [],
  );
  if (quotes.length === 0) return null;
  return (
    <ul class="evidence">
      {quotes.map((quote, index) => (
        <li key={index}>
          <EvidenceQuote {...quote} />
        </li>
      ))}
    </ul>
  );
}

interface Shown {
  readonly accepted: AcceptedFinding;
}

/** Why something is accepted, and until when. */
export function AcceptedReason({ accepted: { reason, expires } }: Shown): VNode {
  return (
    <>
      <PageText>{reason}</PageText>{' '}
      {expires !== null && <span class="soft">{text.accepted.until(new Date(expires))}</span>}
    </>
  );
}

/** On which pages all that a check finds is accepted. Nothing for a place. */
export function AcceptedPages({ accepted: { fingerprint, path } }: Shown): VNode | null {
  if (fingerprint !== null) return null;
  return (
    <span class="soft">
      {text.accepted.onPages} <PageText>{path}</PageText>
    </span>
  );
}
