import type { VNode } from 'preact';
import type { Category, CheckResult, Status } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { PageText } from './page-text.tsx';

/** Checks with their ids. */
export type Checks = readonly (readonly [string, CheckResult])[];

/** These say what was found. Those that passed are named only, and those that do not apply are counted. */
const named: ReadonlySet<Status> = new Set(['fail', 'warn', 'error']);

const categories = Object.keys(text.categories) as Category[];

/** The checks that are not printed whole, as a table that only a print has. */
export function OtherChecks({ checks }: { readonly checks: Checks }): VNode | null {
  if (checks.length === 0) return null;
  const passed = categories.map((category) => ({
    category,
    titles: checks
      .filter(([, check]) => check.category === category && check.status === 'pass')
      .map(([, { title }]) => title),
  }));
  const notApplicable = checks.filter(([, { status }]) => status === 'na').length;
  return (
    <div class="print-only other-checks">
      <h3>{text.report.rest}</h3>
      <table>
        <tbody>
          {checks
            .filter(([, { status }]) => named.has(status))
            .map(([id, { status, category, summary }]) => (
              <tr key={id}>
                <td class={`status ${status}`}>{text.statuses[status]}</td>
                <td>{text.categories[category]}</td>
                <td>
                  <PageText>{summary}</PageText>
                </td>
              </tr>
            ))}
          {passed.map(
            ({ category, titles }) =>
              titles.length > 0 && (
                <tr key={category} class="long">
                  <td class="status pass">{text.report.passedCount(titles.length)}</td>
                  <td>{text.categories[category]}</td>
                  <td>{titles.join(' · ')}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
      {notApplicable > 0 && <p>{text.report.notApplicable(notApplicable)}.</p>}
    </div>
  );
}
