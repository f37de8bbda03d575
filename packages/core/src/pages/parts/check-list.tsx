import type { VNode } from 'preact';
import type { WhyOf } from '../../reports/why-of.ts';
import type { Category, ReportDetails, Status } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { CheckItem } from './check-item.tsx';
import { FilterLinks } from './filter-links.tsx';
import { type Checks, OtherFindings, PassedChecks } from './other-checks.tsx';
import { useWhyOf } from './why.tsx';
import { PrintedWords } from './words.tsx';

/** Which checks are shown. */
export interface CheckFilter {
  readonly status?: Status | undefined;
  readonly category?: Category | undefined;
}

/** Worst first. Checks that passed or do not apply are folded. */
const order = ['fail', 'warn', 'error', 'pass', 'na'] as const satisfies readonly Status[];
const folded: ReadonlySet<Status> = new Set(['pass', 'na']);
/** Findings that are printed whole, with quotes: a report fits on four sheets. The others are rows of a table. */
const maxPrinted = 8;

/** In the order of the bars. */
const categories = Object.keys(text.categories) as Category[];

/** The filter in a query. What is not a status or a category counts as not sent. */
export function checkFilterOf(query: URLSearchParams): CheckFilter {
  const status = order.find((known) => known === query.get('status'));
  return { status, category: categories.find((known) => known === query.get('category')) };
}

/** All checks of a report, with links that filter them unless there is no filter. */
export function CheckList({
  report,
  filter,
  path,
  accept,
}: {
  report: Pick<ReportDetails, 'checks'>;
  filter: CheckFilter | undefined;
  path: string;
  /** The path of the form that accepts a finding of a check. */
  accept?: ((check: string) => string) | undefined;
}): VNode {
  const whyOf = useWhyOf();
  const all = Object.entries(report.checks);
  const inCategory = all.filter(([, { category }]) => (filter?.category ?? category) === category);
  const shown = inCategory.filter(([, { status }]) => (filter?.status ?? status) === status);
  const groups = order.map((status) => ({
    status,
    checks: shown
      .filter(([, check]) => check.status === status)
      .toSorted(([, a], [, b]) => b.deduction - a.deduction),
  }));
  const printed = groups
    .flatMap(({ status, checks }) => (folded.has(status) ? [] : checks))
    .slice(0, maxPrinted);
  return (
    <section class="checks" aria-labelledby="checks">
      <h2 id="checks">
        {printed.length === 0 ? (
          text.report.checks
        ) : (
          <>
            <span class="details-only">{text.report.checks}</span>
            <span class="print-only">{text.report.toFix}</span>
          </>
        )}
      </h2>
      {filter && <Filters all={all} inCategory={inCategory} filter={filter} path={path} />}
      {shown.length === 0 && <p>{text.report.noneShown}</p>}
      {groups.map(({ status, checks }) => (
        <StatusGroup
          key={status}
          status={status}
          checks={checks}
          printed={printed}
          open={filter?.status === status}
          isFolded={filter !== undefined}
          accept={accept}
        />
      ))}
      <OtherFindings
        checks={groups.flatMap(({ checks }) => checks.filter((check) => !printed.includes(check)))}
      />
      {/* Together at the end, so that the last sheet is never two lines. */}
      <div class="last-sheet">
        <PassedChecks checks={shown} />
        <PrintedWords texts={textsOf(printed, whyOf)} />
      </div>
    </section>
  );
}

function Filters({
  all,
  inCategory,
  filter,
  path,
}: {
  all: Checks;
  inCategory: Checks;
  filter: CheckFilter;
  path: string;
}): VNode {
  const statuses = order.filter((candidate) =>
    inCategory.some(([, { status }]) => status === candidate),
  );
  const used = categories.filter((candidate) =>
    all.some(([, { category }]) => category === candidate),
  );
  const href = (changed: CheckFilter) => `${path}${queryOf({ ...filter, ...changed })}#checks`;
  return (
    <>
      <FilterLinks
        label={text.report.filterStatus}
        values={[undefined, ...statuses]}
        current={filter.status}
        href={(status) => href({ status })}
        name={(status) => (
          <>
            {status === undefined ? text.report.all : text.statuses[status]}{' '}
            <Count>{status === undefined ? inCategory.length : countOf(inCategory, status)}</Count>
          </>
        )}
      />
      <FilterLinks
        label={text.report.filterCategory}
        values={[undefined, ...used]}
        current={filter.category}
        href={(category) => href({ category })}
        name={(category) => (category === undefined ? text.report.all : text.categories[category])}
      />
    </>
  );
}

function StatusGroup({
  status,
  checks,
  printed,
  open,
  isFolded,
  accept,
}: {
  status: Status;
  /** Those that cost most first. */
  checks: Checks;
  /** The findings that are printed whole. */
  printed: Checks;
  open: boolean;
  /** As of `CheckItem`. */
  isFolded: boolean;
  accept: ((check: string) => string) | undefined;
}): VNode | null {
  if (checks.length === 0) return null;
  const itemOf = ([id, check]: Checks[number]) => (
    <CheckItem key={id} id={id} check={check} isFolded={isFolded} accept={accept?.(id)} />
  );
  if (!folded.has(status)) {
    const others = checks.filter((check) => !printed.includes(check));
    return (
      <>
        {checks.filter((check) => printed.includes(check)).map(itemOf)}
        {others.length > 0 && <div class="details-only">{others.map(itemOf)}</div>}
      </>
    );
  }
  const label =
    status === 'pass'
      ? text.report.passed(checks.length)
      : text.report.notApplicable(checks.length);
  return (
    <details open={open} class="details-only">
      <summary>{label}</summary>
      {checks.map(itemOf)}
    </details>
  );
}

/** What the findings among some checks say. */
function textsOf(checks: Checks, whyOf: WhyOf) {
  return checks
    .filter(([, { status }]) => status === 'fail' || status === 'warn')
    .flatMap(([id, { title, summary, advice }]) => [title, summary, whyOf(id), advice]);
}

function countOf(checks: Checks, status: Status): number {
  return checks.filter(([, check]) => check.status === status).length;
}

function Count({ children }: { children: number }): VNode {
  return <span class="count">{children}</span>;
}

function queryOf({ status, category }: CheckFilter): string {
  const query = new URLSearchParams({ ...(status && { status }), ...(category && { category }) });
  return query.size === 0 ? '' : `?${query}`;
}
