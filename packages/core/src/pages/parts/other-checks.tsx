import type { VNode } from 'preact';
import type { Category, CheckResult, Status } from '../../store/report.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';

/** Checks with their ids. */
export type Checks = readonly (readonly [string, CheckResult])[];

/** These say what was found. Those that passed are named only, and those that do not apply are counted. */
const named: ReadonlySet<Status> = new Set(['fail', 'warn', 'error']);

/** Titles of checks that passed in a category: all of them would fill a sheet that no one reads. */
const maxTitles = 6;

const categories = Object.keys(text.categories) as Category[];

/** The findings that are not printed whole, as a table that only a print has. */
export function OtherFindings({ checks }: { readonly checks: Checks }): VNode | null {
  const findings = checks.filter(([, { status }]) => named.has(status));
  if (findings.length === 0) return null;
  return (
    <div class="print-only other-checks">
      <h3>{text.report.rest}</h3>
      <table>
        <tbody>
          {findings.map(([id, { status, category, summary }]) => (
            <tr key={id}>
              <td class={`status ${status}`}>{text.statuses[status]}</td>
              <td>{text.categories[category]}</td>
              <td>
                <PageText>{summary}</PageText>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What passed and what does not apply, in a few lines that only a print has. */
export function PassedChecks({ checks }: { readonly checks: Checks }): VNode | null {
  const passed = categories
    .map((category) => ({
      category,
      titles: checks
        .filter(([, check]) => check.category === category && check.status === 'pass')
        .map(([, { title }]) => title),
    }))
    .filter(({ titles }) => titles.length > 0);
  const notApplicable = checks.filter(([, { status }]) => status === 'na').length;
  if (passed.length === 0 && notApplicable === 0) return null;
  return (
    <div class="print-only other-checks">
      {passed.length > 0 && (
        <>
          <h3>{text.report.whatPassed}</h3>
          <table>
            <tbody>
              {passed.map(({ category, titles }) => (
                <tr key={category}>
                  <td class="status pass">{text.report.passedCount(titles.length)}</td>
                  <td>{text.categories[category]}</td>
                  <td>{namesOf(titles)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {notApplicable > 0 && <p>{text.report.notApplicable(notApplicable)}.</p>}
    </div>
  );
}

function namesOf(titles: readonly string[]): string {
  const others = titles.length - maxTitles;
  const shown = others > 0 ? [...titles.slice(0, maxTitles), text.report.more(others)] : titles;
  return shown.join(' · ');
}
