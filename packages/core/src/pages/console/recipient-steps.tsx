import { deleteRecipient, getRecipient, resendConfirmation } from '../../recipients/recipients.ts';
import { english as text } from '../english.ts';
import { seeOther } from '../respond.ts';
import { confirmedStep } from './confirm-page.tsx';
import { confirmationQuery } from './confirmation-sent.ts';
import { doneQuery } from './done.ts';
import { refusalOf } from './form-issue.ts';
import { ownerPage } from './owner-page.tsx';
import { respondRecipient } from './recipient-page.tsx';
import { requireMail } from './require-mail.ts';

const path = '/websites/:id/recipients/:recipient';
const params = { id: 'number', recipient: 'number' } as const;

const askAgain = ownerPage({
  method: 'POST',
  path: `${path}/confirmation`,
  params,
  operationId: 'consoleResendConfirmation',
  summary: 'Ask a recipient of mails for its confirmation again in the console',
  async respond(request, page) {
    const { context, ownerId, params: ofPath } = request;
    requireMail(context);
    try {
      const asked = await resendConfirmation(context, ownerId, ofPath.id, ofPath.recipient);
      const own = `${page.links.recipients(asked.websiteId)}/${asked.id}`;
      return seeOther(own + confirmationQuery(asked));
    } catch (error) {
      return respondRecipient(request, page, refusalOf(error, ''));
    }
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
