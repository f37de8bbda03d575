import {
  deleteRecipient,
  getRecipient,
  resendConfirmation,
} from '../../messages/recipients/recipients.ts';
import { english as text } from '../english.ts';
import { confirmedStep } from './confirm-page.tsx';
import { confirmationQuery } from './confirmation-sent.ts';
import { doneQuery } from './done.ts';
import { stepPage } from './post-page.ts';
import { respondRecipient } from './recipient-page.tsx';
import { requireMail } from './require-mail.ts';

const path = '/websites/:id/recipients/:recipient';
const params = { id: 'number', recipient: 'number' } as const;

const askAgain = stepPage({
  path: `${path}/confirmation`,
  params,
  operationId: 'consoleResendConfirmation',
  summary: 'Ask a recipient of mails for its confirmation again in the console',
  respond: respondRecipient,
  async take({ context, ownerId, params: { id, recipient } }, { links }) {
    requireMail(context);
    const asked = await resendConfirmation(context, ownerId, id, recipient);
    return `${links.recipients(id)}/${recipient}${confirmationQuery(asked)}`;
  },
});

const remove = confirmedStep({
  path: `${path}/delete`,
  params,
  operation: 'DeleteRecipient',
  summary: 'Delete a recipient of mails in the console',
  askSummary: 'Ask before a recipient of mails is deleted in the console',
  title: text.recipients.delete,
  back: ({ recipients }, { id, recipient }) => `${recipients(id)}/${recipient}`,
  async lost({ context, ownerId, params: { id, recipient } }) {
    requireMail(context);
    const { address } = await getRecipient(context, ownerId, id, recipient);
    return text.recipients.deleteText(address);
  },
  async take({ context, ownerId, params: { id, recipient } }, { links }) {
    requireMail(context);
    await deleteRecipient(context, ownerId, id, recipient);
    return links.recipients(id) + doneQuery('recipient_deleted');
  },
});

/** What is done with a recipient from its page. */
export const recipientSteps = [askAgain, ...remove] as const;
