import { createRecipient } from '../../messages/recipients/recipients.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { confirmationQuery, confirmationSentence } from './confirmation-sent.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { type Form, formText } from './form.ts';
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

const params = { id: 'number' } as const;

/** The recipients of mails about a website, and the form for a new one, to which a mail with a link to confirm is sent. */
export const recipientsPages = formPages({
  path: '/websites/:id/recipients',
  params,
  show: {
    operationId: 'consoleRecipients',
    summary: 'Show the recipients of mails about a website in the console',
  },
  send: {
    operationId: 'consoleCreateRecipient',
    summary: 'Add a recipient of mails about a website in the console',
  },
  fields: ['address', ...recipientFields],
  respond: respondRecipients,
  async take({ context, ownerId, params: { id } }, { links }, sent) {
    requireMail(context);
    const input = { ...recipientSettings(sent), address: formText(sent, 'address') };
    const recipient = await createRecipient(context, ownerId, id, input);
    return links.recipients(id) + confirmationQuery(recipient);
  },
});

async function respondRecipients(
  { context, ownerId, params: ofPath, query }: OwnerRequest<typeof params>,
  page: ConsoleContext,
  form: Form = recipientForm(),
) {
  requireMail(context);
  const { links } = page;
  const labels = text.recipients;
  const { id, domain } = await getWebsite(context, ownerId, ofPath.id);
  const recipients = await context.store.recipients.list(ownerId, id);
  const own = links.recipients(id);
  return (
    <ConsoleLayout
      page={page}
      title={labels.titleOf(domain)}
      current="websites"
      done={confirmationSentence(query, recipients)}
    >
      <p class="kind">
        <TextLink href={links.websiteSettings(id)}>{domain}</TextLink>
      </p>
      <h1>
        <PageText>{labels.titleOf(domain)}</PageText>
      </h1>
      <p>{labels.text}</p>
      <WithoutWorker context={context} sentence={labels.withoutWorker} />
      <section aria-labelledby="list">
        <h2 id="list">{labels.list}</h2>
        <Table
          name="recipients"
          rows={recipients}
          empty={labels.none}
          columns={[
            {
              label: labels.address,
              cell: (recipient) => (
                <TextLink href={`${own}/${recipient.id}`}>{recipient.address}</TextLink>
              ),
            },
            { label: labels.state, cell: (recipient) => <RecipientState recipient={recipient} /> },
            { label: labels.mails, cell: (recipient) => <RecipientMails recipient={recipient} /> },
          ]}
        />
      </section>
      <section aria-labelledby="add">
        <h2 id="add">{labels.add}</h2>
        {/* An error is shown where it can be seen: the form is below the list. */}
        <RecipientFormView action={`${own}#add`} form={form} isNew />
      </section>
    </ConsoleLayout>
  );
}
