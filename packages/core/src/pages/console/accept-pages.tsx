import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { VNode } from 'preact';
import { acceptFindings, type PlaceToAccept } from '../../accepted/accept-findings.ts';
import { findAcceptedInReport } from '../../accepted/accepted-in-report.ts';
import type { MatchedFinding } from '../../accepted/accepted-matcher.ts';
import { patternOfPage } from '../../crawls/path-patterns.ts';
import type { Entries } from '../../http/request/form.ts';
import { mayLackPlaces } from '../../reports/finding-locations.ts';
import { getReport, reportNotFound } from '../../reports/get-report.ts';
import type { CheckResult, Report } from '../../store/report.ts';
import { english as text } from '../english.ts';
import { EvidenceQuote } from '../parts/check-item.tsx';
import { PageText } from '../parts/page-text.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { Field } from './field.tsx';
import { rawText as formText } from './form.ts';
import { type FormIssue, formIssue } from './form-issue.ts';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';

const path = '/reports/:id/accept';
const params = { id: 'number' } as const;

type AcceptRequest = OwnerRequest<typeof params>;

/** What of a finding is accepted. */
type Scope = 'places' | 'pages';

/** The fields of the form as they were sent. */
interface AcceptForm {
  readonly scope: Scope;
  readonly fingerprints: readonly string[];
  readonly path: string;
  readonly reason: string;
  readonly expires: string;
}

const fields = ['places', 'path', 'reason', 'expires'] as const;

type Issues = Readonly<Partial<Record<(typeof fields)[number], string>>>;

/** The form that was sent, and what is wrong with it. */
type Failure = Omit<FormIssue, 'issue'> & { readonly form: AcceptForm; readonly issues: Issues };

/** The finding that a form is about. */
interface ShownFinding {
  readonly report: Report;
  readonly check: CheckResult;
  readonly finding: MatchedFinding;
}

/** The form that accepts a finding of a report, which the query names by its check. */
const acceptPage = ownerPage({
  method: 'GET',
  path,
  params,
  operationId: 'consoleAccept',
  summary: 'Show the form that accepts a finding in the console',
  async respond(request, page) {
    return respondForm(await findingOf(request, request.query.get('check') ?? ''), page);
  },
});

/** Accepts places of a finding, or all that its check finds on some pages. Errors appear at their fields. */
const acceptFindingPage = ownerPage({
  method: 'POST',
  path,
  params,
  operationId: 'consoleAcceptFinding',
  summary: 'Accept a finding in the console',
  async respond(request, page) {
    const { context, ownerId } = request;
    const sent = await request.form();
    const shown = await findingOf(request, formText(sent, 'check'));
    const { report, finding } = shown;
    const form = formOf(sent);
    const places = placesOf(finding, form);
    if (places?.length === 0) {
      const issues = { places: text.accepted.noPlace };
      return respondForm(shown, page, { status: 422, headers: {}, form, issues });
    }
    try {
      await acceptFindings(context, ownerId, report.websiteId, {
        check: finding.check,
        path: places ? pathOf(report) : form.path,
        places,
        reason: form.reason,
        ...(form.expires !== '' && { expires: form.expires }),
      });
    } catch (error) {
      return respondForm(shown, page, { form, ...issuesOf(error) });
    }
    return seeOther(`${page.links.report(report.id)}${doneQuery('finding_accepted')}#accepted`);
  },
});

/** The pages that accept findings of a report. */
export const acceptPages = [acceptPage, acceptFindingPage] as const;

/** @throws SitegradeError `not_found` if the check has found nothing. */
async function findingOf(
  { context, ownerId, params: { id } }: AcceptRequest,
  checkId: string,
): Promise<ShownFinding> {
  const report = await getReport(context, ownerId, id);
  const { findings } = await findAcceptedInReport(context, ownerId, report);
  const finding = findings.find(({ check }) => check === checkId);
  const check = finding && report.checks[checkId];
  if (finding === undefined || check === undefined) throw reportNotFound();
  return { report, check, finding };
}

function formOf(sent: Entries): AcceptForm {
  return {
    scope: formText(sent, 'scope') === 'pages' ? 'pages' : 'places',
    fingerprints: (sent.get('fingerprint') ?? []).map(String),
    path: formText(sent, 'path').trim(),
    reason: formText(sent, 'reason'),
    expires: formText(sent, 'expires').trim(),
  };
}

/** The places that were chosen; `undefined` for all that the check finds. Others than those of the report do not count. */
function placesOf(
  { places }: MatchedFinding,
  { scope, fingerprints }: AcceptForm,
): readonly PlaceToAccept[] | undefined {
  if (scope === 'pages') return undefined;
  return places
    .filter(({ fingerprint }) => fingerprints.includes(fingerprint))
    .map(({ fingerprint, evidence }) => ({ fingerprint, quote: evidence?.text }));
}

function pathOf({ finalUrl }: Report): string {
  const { pathname, search } = new URL(finalUrl);
  return pathname + search;
}

/** What is wrong, at its fields. An error that is about none of them, such as a quota, is shown at the first. */
function issuesOf(error: unknown): Omit<Failure, 'form'> {
  const { status, headers, issue } = formIssue(error, 'places');
  const found = (isSitegradeError(error) && error.issues) || {};
  const ofFields = fields.flatMap((field) => {
    const first = found[field]?.[0];
    return first === undefined ? [] : [[field, first] as const];
  });
  return {
    status,
    headers,
    issues: ofFields.length > 0 ? Object.fromEntries(ofFields) : { places: issue },
  };
}

function respondForm(shown: ShownFinding, page: ConsoleContext, failed?: Failure) {
  const { report, check, finding } = shown;
  const { links } = page;
  const labels = text.accepted;
  const open = finding.places.filter(({ acceptedBy }) => acceptedBy === null);
  const form = failed?.form ?? {
    // Otherwise it would go on to cost points.
    scope: mayLackPlaces(check) ? 'pages' : 'places',
    fingerprints: open.map(({ fingerprint }) => fingerprint),
    path: patternOfPage(pathOf(report)),
    reason: '',
    expires: '',
  };
  const content = (
    <ConsoleLayout page={page} title={labels.accept} current="reports">
      <h1>{labels.accept}</h1>
      <p>
        <strong>
          <PageText>{check.summary}</PageText>
        </strong>{' '}
        <a href={`${links.report(report.id)}#check-${finding.check}`}>
          <PageText>{report.title ?? report.finalUrl}</PageText>
        </a>
      </p>
      <p>{labels.text}</p>
      <form
        method="post"
        action={`${links.report(report.id)}/accept`}
        data-busy={text.console.saving}
      >
        <input type="hidden" name="check" value={finding.check} />
        <ScopeFields shown={shown} form={form} issues={failed?.issues ?? {}} />
        <Field
          name="reason"
          label={labels.reason}
          hint={labels.reasonHint}
          issue={failed?.issues.reason}
          value={form.reason}
          required
        />
        <Field
          name="expires"
          label={labels.expires}
          hint={labels.expiresHint}
          issue={failed?.issues.expires}
          value={form.expires}
          class="medium"
          type="date"
        />
        <div class="actions">
          <button type="submit">{labels.accept}</button>
        </div>
      </form>
    </ConsoleLayout>
  );
  return pageResponse(failed?.status ?? 200, content, failed?.headers);
}

/** Which places, or which pages. */
function ScopeFields({
  shown: { check, finding },
  form,
  issues,
}: {
  readonly shown: ShownFinding;
  readonly form: AcceptForm;
  readonly issues: Issues;
}): VNode {
  const labels = text.accepted;
  return (
    <fieldset aria-describedby={issues.places === undefined ? undefined : 'places-error'}>
      <legend>{labels.what}</legend>
      {issues.places !== undefined && (
        <p class="error" id="places-error" role="alert">
          {issues.places}
        </p>
      )}
      <label>
        <input type="radio" name="scope" value="places" checked={form.scope === 'places'} />
        {labels.scopes.places}
      </label>
      {mayLackPlaces(check) && <p class="hint">{labels.mayLackPlaces}</p>}
      {finding.places.map(({ fingerprint, evidence, acceptedBy }) => (
        <label key={fingerprint}>
          <input
            type="checkbox"
            name="fingerprint"
            value={fingerprint}
            checked={form.fingerprints.includes(fingerprint)}
          />
          <span>
            {evidence === null ? labels.asItIs : <EvidenceQuote {...evidence} />}
            {acceptedBy !== null && <span class="soft"> {labels.already}</span>}
          </span>
        </label>
      ))}
      <label>
        <input type="radio" name="scope" value="pages" checked={form.scope === 'pages'} />
        {labels.scopes.pages}
      </label>
      <Field
        name="path"
        label={labels.path}
        hint={labels.pathHint}
        issue={issues.path}
        value={form.path}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
    </fieldset>
  );
}
