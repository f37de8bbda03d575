import { failureReason } from '../messages/mail/failure-reason.ts';
import type { MailError } from '../store/mail.ts';
import { maxAddressLength, type Recipient, type RecipientState } from '../store/recipient.ts';
import { alertTypes } from '../store/webhook.ts';
import { constant, declareRecord, from } from './declare-record.ts';
import {
  arraySchema,
  booleanSchema,
  dateTimeSchema,
  enumSchema,
  idSchema,
  nullable,
  orNull,
  stringSchema,
} from './schema.ts';
import { eventSchema, minImportanceSchema } from './webhook-record.ts';

const states: Readonly<Record<RecipientState, string>> = {
  unconfirmed: 'nothing is sent but the mail that asks for the confirmation',
  confirmed: 'it gets mails',
  unsubscribed: 'it wants no mails, until it is confirmed again',
  refused:
    'the mail server refused its address, 3 mails in a row in a day or more: it gets no mails until it is confirmed again',
};

const errors: Readonly<Record<MailError, string>> = {
  refused: 'the mail server said that the address does not exist',
  unavailable: 'there was no mail server that takes mails',
  timeout: 'the attempt took too long',
  not_sent: 'the mail was not accepted',
  expired: 'the mail had waited for three days',
  internal: 'this server could not make the mail',
};

const failure = declareRecord<NonNullable<Recipient['lastFailure']>>()(
  'The last attempt to send a mail to it that failed since one was sent; `null` if there is none.',
  {
    failed_at: dateTimeSchema('When it failed.'),
    error: enumSchema('Why.', errors),
    reason: from(
      stringSchema('Why, in a sentence, with the status of the mail server.', 200),
      failureReason,
    ),
  },
);

/** Who gets mails about a website. */
export const declaredRecipient = declareRecord<Recipient>()('Who gets mails about a website.', {
  id: idSchema('Id of the recipient.'),
  object: constant('recipient'),
  website_id: idSchema('Id of the website.'),
  address: stringSchema('The e-mail address.', maxAddressLength),
  events: arraySchema(
    'The events that it gets a mail about at once.',
    eventSchema,
    alertTypes.length,
  ),
  min_importance: minImportanceSchema,
  digest: booleanSchema('Whether it gets a mail about the week.'),
  state: enumSchema('Whether it agrees.', states),
  confirmed_at: orNull(dateTimeSchema('When it last confirmed; `null` if it never did.')),
  unsubscribed_at: orNull(dateTimeSchema('When it was unsubscribed; `null` unless it is.')),
  refused_at: orNull(
    dateTimeSchema('Since when its address counts as refused; `null` unless it does.'),
  ),
  last_failure: from(nullable(failure.schema), ({ lastFailure }) => {
    return lastFailure && failure.record(lastFailure);
  }),
  created_at: dateTimeSchema('When it was added.'),
  updated_at: dateTimeSchema('When its settings were last changed.'),
});

/**
 * A recipient of mails about a website, as JSON: `GET /websites/{id}/recipients/{recipient}` of the HTTP API.
 *
 * @param recipient - From `getRecipient` or `listRecipients`.
 * @example
 * ```ts
 * const { address, state } = recipientRecord(await getRecipient(context, 'user-1', 7, 3));
 * ```
 */
export function recipientRecord(recipient: Recipient) {
  return declaredRecipient.record(recipient);
}
