import type { VNode } from 'preact';
import { getRecipient, updateRecipient } from '../../messages/recipients/recipients.ts';
import type { Recipient } from '../../store/recipient.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { Facts } from '../parts/page-facts.tsx';
import { ShortTime } from '../parts/time.tsx';
import { confirmationSentence } from './confirmation-sent.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { StepError } from './field.tsx';
import type { Form } from './form.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { formPages } from './post-page.ts';
import { RecipientMails, RecipientState } from './recipient-facts.tsx';
import {
  RecipientFormView,
  recipientFields,
  recipientForm,
  recipientSettings,
} from './recipient-form.tsx';
import { requireMail } from './require-mail.ts';
import { WithoutWorker } from './without-worker.tsx';

const params = { id: 'number', recipient: 'number' } as const;

/** The page of a recipient: its state, and what is sent to it. */
export const recipientPages = formPages({
  path: '/websites/:id/recipients/:recipient',
  params,
  show: { operationId: 'consoleRecipient', summary: 'Show a recipient of mails in the console' },
  send: {
    operationId: 'consoleChangeRecipient',
    summary: 'Change what is sent to a recipient of mails in the console',
  },
  fields: recipientFields,
  respond: respondRecipient,
  async take({ context, ownerId, params: { id, recipient } }, { links }, sent) {
    requireMail(context);
    await updateRecipient(context, ownerId, id, recipient, recipientSettings(sent));
    return `${links.recipients(id)}/${recipient}${doneQuery('saved')}`;
  },
});

/** The page of a recipient, with what did not work. */
export async function respondRecipient(
  { context, ownerId, params: ofPath, query }: OwnerRequest<typeof params>,
  page: ConsoleContext,
  refused?: Form,
): Promise<VNode> {
  requireMail(context);
  const labels = text.recipients;
  const recipient = await getRecipient(context, ownerId, ofPath.id, ofPath.recipient);
  const { domain } = await getWebsite(context, ownerId, recipient.websiteId);
  const list = page.links.recipients(recipient.websiteId);
  const own = `${list}/${recipient.id}`;
  return (
    <ConsoleLayout
      page={page}
      title={recipient.address}
      current="websites"
      done={confirmationSentence(query, [recipient])}
    >
      <p class="kind">
        <TextLink href={list}>{labels.titleOf(domain)}</TextLink>
      </p>
      <h1>
        <PageText>{recipient.address}</PageText>
      </h1>
      <StepError refused={refused} />
      <WithoutWorker context={context} sentence={labels.withoutWorker} />
      <Facts
        facts={{
          [labels.state]: <RecipientState recipient={recipient} />,
          [labels.mails]: <RecipientMails recipient={recipient} />,
          [labels.createdAt]: <ShortTime date={recipient.createdAt} />,
        }}
      />
      {recipient.state !== 'confirmed' && <Confirmation state={recipient.state} path={own} />}
      <section aria-labelledby="settings">
        <h2 id="settings">{labels.settings}</h2>
        {/* An error is shown where it can be seen. */}
        <RecipientFormView
          action={`${own}#settings`}
          form={refused && !refused.issues.step ? refused : recipientForm(recipient)}
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
