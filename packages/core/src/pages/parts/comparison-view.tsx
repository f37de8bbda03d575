import type { VNode } from 'preact';
import type { ReportComparison } from '../../reports/compare-reports.ts';
import type { CheckResult, Report } from '../../store/report.ts';
import { PageLink, PageText } from '../elements/page-text.tsx';
import { ScoreText } from '../elements/score-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { ChangedPlaces } from './changed-places.tsx';
import { Time } from './time.tsx';

/** Properties of {@link ComparisonView}. */
interface ComparisonViewProps {
  readonly comparison: ReportComparison;
  readonly href: (report: Report) => string;
}

/** Two reports side by side: the scores, then every check that differs. */
export function ComparisonView({ comparison, href }: ComparisonViewProps): VNode {
  const { from, to, changes, checks } = comparison;
  const labels = text.comparison;
  const named = new Set([...changes.fixed, ...changes.broken]);
  const others = Object.keys(checks).filter((id) => !named.has(id));
  return (
    <>
      <header class="report-head">
        <p class="kind">{labels.kind}</p>
        <h1>
          <PageText>{to.title ?? text.report.untitled}</PageText>
        </h1>
        <p>
          <PageLink url={to.url} />
        </p>
        {from.url !== to.url && <p class="soft">{labels.differentPages}</p>}
      </header>
      <div class="sides">
        <Side title={labels.earlier} report={from} href={href(from)} />
        <Side title={labels.later} report={to} href={href(to)} />
      </div>
      <p>
        <strong>{text.report.changed(changes.score)}</strong>
      </p>
      {!changes.sameRuleset && <p class="soft">{text.report.otherRuleset}</p>}
      {!changes.sameRendering && <p class="soft">{text.report.otherRendering}</p>}
      {!changes.sameFieldData && <p class="soft">{text.report.otherFieldData}</p>}
      {Object.keys(checks).length === 0 && !hasPlaces(changes) && <p>{labels.none}</p>}
      <Differences title={labels.fixed(changes.fixed.length)} ids={changes.fixed} {...comparison} />
      <Differences
        title={labels.broken(changes.broken.length)}
        ids={changes.broken}
        {...comparison}
      />
      <ChangedPlaces
        heading={(ids) => <h2>{labels.newPlaces(ids)}</h2>}
        side="found"
        changes={changes}
        checks={to.checks}
      />
      <ChangedPlaces
        heading={(ids) => <h2>{labels.fixedPlaces(ids)}</h2>}
        side="fixed"
        changes={changes}
        checks={to.checks}
      />
      {others.length > 0 && (
        <details>
          <summary>{labels.other(others.length)}</summary>
          <DifferenceTable ids={others} {...comparison} />
        </details>
      )}
    </>
  );
}

/** Whether a place is new or fixed, also of a check with the same results. */
function hasPlaces({ findings }: ReportComparison['changes']): boolean {
  return findings !== null && findings.found.total + findings.fixed.total > 0;
}

function Side({ title, report, href }: { title: string; report: Report; href: string }): VNode {
  return (
    <div class="side">
      <h2>{title}</h2>
      <p class="big">
        <ScoreText score={report.score} result={report.result} />
      </p>
      <p>
        <a href={href}>
          <Time date={report.createdAt} />
        </a>
      </p>
      <p class="soft small">
        <PageText>{report.url}</PageText>
      </p>
    </div>
  );
}

function Differences({
  title,
  ids,
  checks,
}: ReportComparison & { title: string; ids: readonly string[] }): VNode | null {
  if (ids.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <DifferenceTable ids={ids} checks={checks} />
    </section>
  );
}

function DifferenceTable({
  ids,
  checks,
}: Pick<ReportComparison, 'checks'> & { ids: readonly string[] }): VNode {
  const shown = ids.flatMap((id) => checks[id] ?? []);
  return (
    <Table
      name="compared"
      rows={shown}
      columns={[
        { label: text.comparison.check, cell: ({ from, to }) => (to ?? from)?.title },
        { label: text.comparison.earlier, cell: ({ from }) => <Found check={from} /> },
        { label: text.comparison.later, cell: ({ to }) => <Found check={to} /> },
      ]}
    />
  );
}

function Found({ check }: { check: CheckResult | null }): VNode {
  if (check === null) return <span class="soft">{text.comparison.missing}</span>;
  return (
    <>
      <span class={`status ${check.status}`}>{text.statuses[check.status]}</span>{' '}
      <PageText>{check.summary}</PageText>
    </>
  );
}
