import type { VNode } from 'preact';
import { acceptFindings, type PlaceToAccept } from '../../accepted/accept-findings.ts';
import { findAcceptedInReport } from '../../accepted/accepted-in-report.ts';
import type { MatchedFinding } from '../../accepted/accepted-matcher.ts';
import { patternOfPage } from '../../crawls/path-patterns.ts';
import type { Entries } from '../../http/request/form.ts';
import { mayLackPlaces } from '../../reports/finding-locations.ts';
import { getReport, reportNotFound } from '../../reports/get-report.ts';
import type { CheckResult, Report } from '../../store/report.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { EvidenceQuote } from '../parts/check-item.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { Choices, exact, Field, FormView, fieldsOf } from './field.tsx';
import { type Form, fieldIssue, filledForm, formText, formTexts, rawText } from './form.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { formPages } from './post-page.ts';

type AcceptRequest = OwnerRequest<{ readonly id: 'number' }>;

/** The finding that a form is about. */
interface ShownFinding {
  readonly report: Report;
  readonly check: CheckResult;
  readonly finding: MatchedFinding;
}

/** The form that accepts places of a finding of a report, or all that its check finds on some pages. */
export const acceptPages = formPages({
  path: '/reports/:id/accept',
  params: { id: 'number' },
  show: {
    operationId: 'consoleAccept',
    summary: 'Show the form that accepts a finding in the console',
  },
  send: { operationId: 'consoleAcceptFinding', summary: 'Accept a finding in the console' },
  fields: ['places', 'path', 'reason', 'expires'],
  respond: respondForm,
  async take(request, { links }, sent) {
    const { context, ownerId } = request;
    const { report, finding } = await findingOf(request, formText(sent, 'check'));
    const places = placesOf(finding, sent);
    if (places?.length === 0) throw fieldIssue('places', text.accepted.noPlace);
    const expires = formText(sent, 'expires');
    await acceptFindings(context, ownerId, report.websiteId, {
      check: finding.check,
      path: places ? pathOf(report) : formText(sent, 'path'),
      places,
      reason: rawText(sent, 'reason'),
      ...(expires !== '' && { expires }),
    });
    return `${links.report(report.id)}${doneQuery('finding_accepted')}#accepted`;
  },
});

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

/** The places that were chosen; `undefined` for all that the check finds. Others than those of the report do not count. */
function placesOf({ places }: MatchedFinding, sent: Entries): readonly PlaceToAccept[] | undefined {
  if (formText(sent, 'scope') === 'pages') return undefined;
  const fingerprints = formTexts(sent, 'fingerprint');
  return places
    .filter(({ fingerprint }) => fingerprints.includes(fingerprint))
    .map(({ fingerprint, evidence }) => ({ fingerprint, quote: evidence?.text }));
}

function pathOf({ finalUrl }: Report): string {
  const { pathname, search } = new URL(finalUrl);
  return pathname + search;
}

async function respondForm(request: AcceptRequest, page: ConsoleContext, refused?: Form) {
  const checkId = refused ? formText(refused.sent, 'check') : (request.query.get('check') ?? '');
  const shown = await findingOf(request, checkId);
  const { report, check, finding } = shown;
  const { links } = page;
  const labels = text.accepted;
  const open = finding.places.filter(({ acceptedBy }) => acceptedBy === null);
  const form =
    refused ??
    filledForm({
      // Otherwise it would go on to cost points.
      scope: mayLackPlaces(check) ? 'pages' : 'places',
      fingerprint: open.map(({ fingerprint }) => fingerprint),
      path: patternOfPage(pathOf(report)),
    });
  const at = fieldsOf(form);
  return (
    <ConsoleLayout page={page} title={labels.accept} current="reports">
      <h1>{labels.accept}</h1>
      <p>
        <strong>
          <PageText>{check.summary}</PageText>
        </strong>{' '}
        <TextLink href={`${links.report(report.id)}#check-${finding.check}`}>
          {report.title ?? report.finalUrl}
        </TextLink>
      </p>
      <p>{labels.text}</p>
      <FormView
        action={`${links.report(report.id)}/accept`}
        busy={text.console.saving}
        button={labels.accept}
      >
        <input type="hidden" name="check" value={finding.check} />
        <ScopeFields shown={shown} form={form} />
        <Field
          {...at('reason')}
          value={rawText(form.sent, 'reason')}
          label={labels.reason}
          hint={labels.reasonHint}
          required
        />
        <Field
          {...at('expires')}
          label={labels.expires}
          hint={labels.expiresHint}
          class="medium"
          type="date"
        />
      </FormView>
    </ConsoleLayout>
  );
}

/** Which places, or which pages. */
function ScopeFields({
  shown: { check, finding },
  form,
}: {
  readonly shown: ShownFinding;
  readonly form: Form;
}): VNode {
  const labels = text.accepted;
  const at = fieldsOf(form);
  const isPages = at('scope').value === 'pages';
  const fingerprints = formTexts(form.sent, 'fingerprint');
  return (
    <Choices name="places" label={labels.what} issue={at('places').issue}>
      <label>
        <input type="radio" name="scope" value="places" checked={!isPages} />
        {labels.scopes.places}
      </label>
      {mayLackPlaces(check) && <p class="hint">{labels.mayLackPlaces}</p>}
      {finding.places.map(({ fingerprint, evidence, acceptedBy }) => (
        <label key={fingerprint}>
          <input
            type="checkbox"
            name="fingerprint"
            value={fingerprint}
            checked={fingerprints.includes(fingerprint)}
          />
          <span>
            {evidence === null ? labels.asItIs : <EvidenceQuote {...evidence} />}
            {acceptedBy !== null && <span class="soft"> {labels.already}</span>}
          </span>
        </label>
      ))}
      <label>
        <input type="radio" name="scope" value="pages" checked={isPages} />
        {labels.scopes.pages}
      </label>
      <Field {...at('path')} label={labels.path} hint={labels.pathHint} {...exact} />
    </Choices>
  );
}
