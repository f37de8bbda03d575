import { deleteRecipient, getRecipient, resendConfirmation } from '../../recipients/recipients.ts';
import { english as text } from '../english.ts';
import { PageText } from '../parts/page-text.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { ConfirmPage } from './confirm-page.tsx';
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

const confirmRemoval = ownerPage({
  method: 'GET',
  path: `${path}/delete`,
  params,
  operationId: 'consoleConfirmDeleteRecipient',
  summary: 'Ask before a recipient of mails is deleted in the console',
  async respond({ context, ownerId, params: ofPath }, page) {
    requireMail(context);
    const recipient = await getRecipient(context, ownerId, ofPath.id, ofPath.recipient);
    const own = `${page.links.recipients(recipient.websiteId)}/${recipient.id}`;
    const content = (
      <ConfirmPage page={page} title={text.recipients.delete} action={`${own}/delete`} cancel={own}>
        <p>
          <PageText>{text.recipients.deleteText(recipient.address)}</PageText>
        </p>
      </ConfirmPage>
    );
    return pageResponse(200, content);
  },
});

const removal = ownerPage({
  method: 'POST',
  path: `${path}/delete`,
  params,
  operationId: 'consoleDeleteRecipient',
  summary: 'Delete a recipient of mails in the console',
  async respond({ context, ownerId, params: { id, recipient } }, { links }) {
    requireMail(context);
    await deleteRecipient(context, ownerId, id, recipient);
    return seeOther(links.recipients(id) + doneQuery('recipient_deleted'));
  },
});

/** What is done with a recipient from its page. */
export const recipientSteps = [askAgain, confirmRemoval, removal] as const;
