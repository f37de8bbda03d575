import type { VNode } from 'preact';
import { changedPlaces, type ReportChanges } from '../../reports/compare-reports.ts';
import type { Report } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { EvidenceQuote } from './check-item.tsx';

/** The most quotes of a check that are shown; the reports show all. */
const maxQuotes = 5;

/** Properties of {@link ChangedPlaces}. */
interface ChangedPlacesProps {
  readonly heading: (checks: number) => VNode;
  /** Those that only the later report has, or only the earlier one. */
  readonly side: 'found' | 'fixed';
  readonly changes: ReportChanges;
  /** Of the later report. */
  readonly checks: Report['checks'];
}

/** What checks that fail in both reports quote in only one of them. */
export function ChangedPlaces({
  heading,
  side,
  changes,
  checks,
}: ChangedPlacesProps): VNode | null {
  const places = changedPlaces(changes, side);
  if (places.size === 0) return null;
  return (
    <section>
      {heading(places.size)}
      {[...places].map(([id, findings]) => {
        const quotes = findings.flatMap(({ evidence }) => evidence ?? []);
        const rest = quotes.length - maxQuotes;
        return (
          <div key={id} class="places">
            <p>
              {text.comparison.placesOf(checks[id]?.title ?? id, findings[0]?.remaining ?? null)}
            </p>
            <ul class="evidence">
              {quotes.slice(0, maxQuotes).map((quote, index) => (
                <li key={index}>
                  <EvidenceQuote {...quote} />
                </li>
              ))}
              {rest > 0 && <li>{text.report.more(rest)}</li>}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
