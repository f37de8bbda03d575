import type { ComponentChildren, VNode } from 'preact';
import { findingsOf } from '../../records/findings.ts';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import {
  changedPlaces,
  changesBetween,
  type ReportChanges,
} from '../../reports/compare-reports.ts';
import type { ReportPictures } from '../../reports/screenshots.ts';
import type { Report } from '../../store/report.ts';
import { PageLink, PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { AcceptedList, type AcceptedView, withoutAccepted } from './accepted-list.tsx';
import { CategoryBars } from './category-bars.tsx';
import { ChangedPlaces } from './changed-places.tsx';
import { type CheckFilter, CheckList } from './check-list.tsx';
import { FieldDataView } from './field-data-view.tsx';
import { Gain } from './gain.tsx';
import { PageFacts } from './page-facts.tsx';
import { PagePreview, SearchResultView } from './page-preview.tsx';
import { PrintButton } from './print-button.tsx';
import { RenderingView } from './rendering-view.tsx';
import { ScoreRing } from './score-ring.tsx';
import { Screenshot } from './screenshot.tsx';
import { SpeedView } from './speed-view.tsx';
import { Day } from './time.tsx';

/** Properties of {@link ReportView}. */
interface ReportViewProps {
  readonly report: PageAnalysis;
  /** The report of the same URL before it; `null` if it is the first one, `undefined` if that is not known. */
  readonly previous: Report | null | undefined;
  /** The page that compares both, where there is one. */
  readonly comparison: string | undefined;
  /** `undefined` where nothing can be filtered, in a file. */
  readonly filter: CheckFilter | undefined;
  /** The path of this page, for the links of the filter. */
  readonly path: string;
  /** What of it is accepted. Only for its owner. */
  readonly accepted?: AcceptedView;
  /** The pictures of the page. */
  readonly pictures?: ReportPictures;
  /** What can be done with the report, beside printing it. */
  readonly children?: ComponentChildren;
}

const maxFixFirst = 3;
/** The comparison shows all of them. */
const maxChanged = 10;

/** A report, for shared pages and for the console: first how good the page is, what to fix first, and what changed. */
export function ReportView(props: ReportViewProps): VNode {
  const { report, filter, accepted, pictures, children } = props;
  const screenshot = pictures?.screen;
  const left = accepted ? withoutAccepted(report, accepted.found) : report;
  const previous = props.previous ?? undefined;
  const changes = previous && changesBetween(previous, report);
  // A filtered list may lack the check that a link leads to.
  const all = filter?.status || filter?.category ? props.path : '';
  return (
    <div class="report">
      <header class="report-head">
        <p class="kind">
          {text.report.heading} · <Day date={report.createdAt} />
        </p>
        <h1>
          <PageText>{report.title ?? text.report.untitled}</PageText>
        </h1>
        <p class="report-url">
          <PageLink url={report.url} />
        </p>
      </header>
      <div class={screenshot ? 'answers pictured' : 'answers'}>
        <section class="verdict" aria-label={text.report.verdict}>
          <ScoreRing score={report.score} result={report.result} />
          <div>
            <p>{text.report.sentence(report)}</p>
            {changes && previous && (
              <p>
                <strong>{text.report.changed(changes.score)}</strong>{' '}
                {text.report.changedSince(text.day(previous.createdAt))}
                {text.report.changedChecks(countsOf(changes))}.{' '}
                <a class="screen" href="#changes">
                  {text.report.whatChanged}
                </a>
              </p>
            )}
            {accepted?.found.findings.some(({ isAccepted }) => isAccepted) && (
              <p>{text.accepted.score(accepted.found.score)}</p>
            )}
            {props.previous === null && <p class="soft">{text.report.firstReport}</p>}
          </div>
        </section>
        <FixFirst
          report={left}
          path={all}
          nothing={
            report.fixFirst.length > left.fixFirst.length
              ? text.accepted.nothingLeft
              : text.report.nothingToFix
          }
        />
        {screenshot ? (
          <Screenshot url={report.finalUrl} jpeg={screenshot} />
        ) : (
          filter && <SearchResultView report={report} />
        )}
      </div>
      <div class="actions screen">
        {children}
        <PrintButton withEverything hasScript={filter !== undefined} />
      </div>
      {filter && <ViewLinks report={report} />}
      <div class={filter && 'views'}>
        {/* Printed first, as how fast a page is has a place on the first sheet. */}
        <div class="view" id="loading">
          <SpeedView speed={report.page.speed} film={pictures?.film} />
          <FieldDataView page={report.page} />
          <RenderingView report={report} />
        </div>
        <div class="view first" id="findings">
          <Notices report={report} path={all} />
          <section class="overview-bars" aria-labelledby="categories">
            <h2 id="categories">{text.report.categories}</h2>
            <CategoryBars categories={report.categories} />
          </section>
          {changes && previous && (
            <ChangesView
              title={text.report.changes}
              report={report}
              changes={changes}
              since={previous.createdAt}
              path={all}
              comparison={props.comparison}
            />
          )}
          <CheckList report={left} filter={filter} path={props.path} accept={accepted?.accept} />
          {accepted && <AcceptedList report={report} view={accepted} />}
        </div>
        <div class="view" id="previews">
          <PagePreview report={report} path={all} />
        </div>
        <div class="view" id="facts">
          <PageFacts report={report} />
        </div>
      </div>
    </div>
  );
}

/** Links to the parts of the page, of which one is shown at a time; all are printed. */
function ViewLinks({ report: { page } }: { report: PageAnalysis }): VNode {
  const labels = text.report.views;
  const isLoaded = page.speed ?? page.fieldData ?? page.rendering;
  return (
    <nav class="tabs screen" aria-label={text.report.viewsOf}>
      <a class="to-findings" href="#findings">
        {labels.findings}
      </a>
      {isLoaded && (
        <a class="to-loading" href="#loading">
          {labels.loading}
        </a>
      )}
      {page.searchResult && (
        <a class="to-previews" href="#previews">
          {labels.previews}
        </a>
      )}
      <a class="to-facts" href="#facts">
        {labels.facts}
      </a>
    </nav>
  );
}

/** Why the score is capped, and why the report is partial. */
function Notices({ report, path }: { report: PageAnalysis; path: string }): VNode | null {
  const { gates, score, scoreUncapped, partial, partialReasons } = report;
  if (gates.length === 0 && !partial) return null;
  const caps = [...new Set(gates.map(({ cap }) => cap))].sort((a, b) => a - b);
  const reasonsOf = (cap: number) => gates.filter((gate) => gate.cap === cap);
  return (
    <section class="notices">
      {caps.map((cap) => (
        <div class="notice" key={cap}>
          <p>
            <strong>
              {cap === score && score < scoreUncapped
                ? text.report.capped(cap, scoreUncapped, reasonsOf(cap).length)
                : text.report.wouldCap(cap, reasonsOf(cap).length)}
            </strong>
          </p>
          <ul>
            {reasonsOf(cap).map(({ check, reason }) => (
              <li key={reason}>
                <PageText>{reason}</PageText>{' '}
                {check !== null && report.checks[check] && (
                  <a href={`${path}#check-${check}`}>
                    {text.report.details}
                    <span class="hidden">: {report.checks[check].title}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {partial && (
        <div class="notice">
          <p>
            <strong>{text.report.partial}</strong>
          </p>
          <ul>
            {partialReasons.map((reason) => (
              <li key={reason}>
                <PageText>{reason}</PageText>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** What changed since the report before. */
export function ChangesView({
  title,
  report,
  changes,
  since,
  path,
  comparison,
}: {
  title: string;
  report: Pick<Report, 'checks'>;
  changes: ReportChanges;
  since: Date;
  /** The page of the report with all checks; empty on that page itself. */
  path: string;
  comparison: string | undefined;
}): VNode {
  return (
    <section class="changes details-only" aria-labelledby="changes">
      <h2 id="changes">{title}</h2>
      <p>
        <strong>{text.report.changed(changes.score)}</strong>{' '}
        {text.report.changedSince(text.dateTime(since))}.{' '}
        {comparison && <a href={comparison}>{text.report.compare}</a>}
      </p>
      {!changes.sameRuleset && <p class="soft">{text.report.otherRuleset}</p>}
      {!changes.sameRendering && <p class="soft">{text.report.otherRendering}</p>}
      {!changes.sameFieldData && <p class="soft">{text.report.otherFieldData}</p>}
      <ChangedChecks
        title={text.report.fixed}
        ids={changes.fixed}
        nameOf={(id) => report.checks[id]?.title ?? id}
        path={path}
      />
      <ChangedChecks
        title={text.report.broken}
        ids={changes.broken}
        nameOf={(id) => report.checks[id]?.summary ?? id}
        path={path}
      />
      <ChangedPlaces
        heading={() => <h3>{text.report.newPlaces}</h3>}
        side="found"
        changes={changes}
        checks={report.checks}
      />
      <ChangedPlaces
        heading={() => <h3>{text.report.fixedPlaces}</h3>}
        side="fixed"
        changes={changes}
        checks={report.checks}
      />
    </section>
  );
}

/** How many checks and places are in the comparison of two reports. */
function countsOf(changes: ReportChanges) {
  const places = (side: 'found' | 'fixed') =>
    [...changedPlaces(changes, side).values()].reduce((sum, { length }) => sum + length, 0);
  return {
    fixed: changes.fixed.length,
    broken: changes.broken.length,
    newPlaces: places('found'),
    fixedPlaces: places('fixed'),
  };
}

function ChangedChecks({
  title,
  ids,
  nameOf,
  path,
}: {
  title: string;
  ids: readonly string[];
  nameOf: (id: string) => string;
  path: string;
}): VNode | null {
  if (ids.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {ids.slice(0, maxChanged).map((id) => (
          <li key={id}>
            <TextLink href={`${path}#check-${id}`}>{nameOf(id)}</TextLink>
          </li>
        ))}
        {ids.length > maxChanged && <li>{text.report.more(ids.length - maxChanged)}</li>}
      </ul>
    </>
  );
}

/** The findings that cost most, each with what fixing it gains. */
function FixFirst({
  report,
  path,
  nothing,
}: {
  report: PageAnalysis;
  path: string;
  /** What is shown without findings. */
  nothing: string;
}): VNode {
  const ids = report.fixFirst.slice(0, maxFixFirst);
  const shown = findingsOf(report).filter(({ id }) => ids.includes(id));
  // A score far below 0 is shown as 0, which no single fix changes.
  const isStuck =
    report.scoreUncapped === 0 && shown.every(({ gain, lifts }) => gain === 0 && lifts === null);
  return (
    <section class="fix-first" aria-labelledby="fix-first">
      <h2 id="fix-first">{text.report.fixFirst}</h2>
      {ids.length === 0 && <p>{nothing}</p>}
      <ol>
        {shown.map(({ id, summary, ...gain }) => (
          <li key={id}>
            <TextLink href={`${path}#check-${id}`}>{summary}</TextLink> <Gain {...gain} />
          </li>
        ))}
      </ol>
      {ids.length > 0 && isStuck && <p class="soft small">{text.report.staysAtZero}</p>}
      {ids.length > 0 && report.score < report.scoreUncapped && (
        <p class="soft small">{text.report.gainIsCapped(report.score)}</p>
      )}
    </section>
  );
}
