import type { VNode } from 'preact';
import type { ApiResponse } from '../../http/response/response.ts';
import { getRecipient, updateRecipient } from '../../recipients/recipients.ts';
import type { Recipient } from '../../store/recipient.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import { Fact } from '../parts/page-facts.tsx';
import { PageText } from '../parts/page-text.tsx';
import { ShortTime } from '../parts/time.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { confirmationSentence } from './confirmation-sent.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import type { FormIssue } from './form-issue.ts';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { RecipientMails, RecipientState } from './recipient-facts.tsx';
import { RecipientFormView } from './recipient-form.tsx';
import {
  type RecipientForm,
  type RecipientFormIssues,
  recipientFormFor,
  recipientFormIssues,
  recipientFormOf,
  recipientSettingsOf,
} from './recipient-input.ts';
import { requireMail } from './require-mail.ts';
import { WithoutWorker } from './without-worker.tsx';

const path = '/websites/:id/recipients/:recipient';
const params = { id: 'number', recipient: 'number' } as const;

/** What did not work: the form for the settings, or a step, whose error is shown above everything. */
type Failure = (RecipientFormIssues & { readonly form: RecipientForm }) | FormIssue;

const showPage = ownerPage({
  method: 'GET',
  path,
  params,
  operationId: 'consoleRecipient',
  summary: 'Show a recipient of mails in the console',
  respond: (request, page) => respondRecipient(request, page),
});

const changePage = ownerPage({
  method: 'POST',
  path,
  params,
  operationId: 'consoleChangeRecipient',
  summary: 'Change what is sent to a recipient of mails in the console',
  async respond(request, page) {
    const { context, ownerId, params: ofPath } = request;
    requireMail(context);
    const form = recipientFormOf(await request.form());
    const settings = recipientSettingsOf(form);
    try {
      await updateRecipient(context, ownerId, ofPath.id, ofPath.recipient, settings);
      const own = `${page.links.recipients(ofPath.id)}/${ofPath.recipient}`;
      return seeOther(own + doneQuery('saved'));
    } catch (error) {
      const failed = { form, ...recipientFormIssues(error, form, 'events') };
      return respondRecipient(request, page, failed);
    }
  },
});

/** The page of a recipient: its state, and what is sent to it. Errors of the settings appear at their fields. */
export const recipientPages = [showPage, changePage] as const;

/** The page of a recipient, with what did not work. */
export async function respondRecipient(
  { context, ownerId, params: ofPath, query }: OwnerRequest<typeof params>,
  page: ConsoleContext,
  failed?: Failure,
): Promise<ApiResponse> {
  requireMail(context);
  const labels = text.recipients;
  const recipient = await getRecipient(context, ownerId, ofPath.id, ofPath.recipient);
  const { domain } = await getWebsite(context, ownerId, recipient.websiteId);
  const settings = failed && 'form' in failed ? failed : undefined;
  const list = page.links.recipients(recipient.websiteId);
  const own = `${list}/${recipient.id}`;
  const content = (
    <ConsoleLayout
      page={page}
      title={recipient.address}
      current="websites"
      done={confirmationSentence(query, [recipient])}
    >
      <p class="kind">
        <a href={list}>
          <PageText>{labels.titleOf(domain)}</PageText>
        </a>
      </p>
      <h1>
        <PageText>{recipient.address}</PageText>
      </h1>
      {failed && 'issue' in failed && (
        <p class="error" role="alert">
          {failed.issue}
        </p>
      )}
      <WithoutWorker context={context} sentence={labels.withoutWorker} />
      <dl class="facts">
        <Fact name={labels.state}>
          <RecipientState recipient={recipient} />
        </Fact>
        <Fact name={labels.mails}>
          <RecipientMails recipient={recipient} />
        </Fact>
        <Fact name={labels.createdAt}>
          <ShortTime date={recipient.createdAt} />
        </Fact>
      </dl>
      {recipient.state !== 'confirmed' && <Confirmation state={recipient.state} path={own} />}
      <section aria-labelledby="settings">
        <h2 id="settings">{labels.settings}</h2>
        {/* An error is shown where it can be seen. */}
        <RecipientFormView
          action={`${own}#settings`}
          form={settings?.form ?? recipientFormFor(recipient)}
          issues={settings?.issues ?? {}}
          isNew={false}
        />
      </section>
      <section aria-labelledby="delete">
        <h2 id="delete">{text.console.danger}</h2>
        <p>
          <a class="button plain" href={`${own}/delete`}>
            {labels.delete}
          </a>
        </p>
      </section>
    </ConsoleLayout>
  );
  return pageResponse(failed?.status ?? 200, content, failed?.headers);
}

function Confirmation({
  state,
  path: own,
}: {
  state: Exclude<Recipient['state'], 'confirmed'>;
  path: string;
}): VNode {
  const labels = text.recipients;
  return (
    <section aria-labelledby="confirmation">
      <h2 id="confirmation">{labels.confirmation}</h2>
      <p>{labels.confirmationTexts[state]}</p>
      <form method="post" action={`${own}/confirmation`} data-busy={labels.asking}>
        <div class="actions">
          <button type="submit" class="plain">
            {labels.askAgain}
          </button>
        </div>
      </form>
    </section>
  );
}
