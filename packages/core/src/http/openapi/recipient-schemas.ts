import type { recipientRecord } from '../../records/recipient-record.ts';
import { maxAddressLength, type RecipientState } from '../../store/recipient.ts';
import { alertTypes } from '../../store/webhook.ts';
import {
  arraySchema,
  dateTimeSchema,
  enumSchema,
  idSchema,
  objectSchema,
  orNull,
  type Schema,
  stringSchema,
} from './schema.ts';
import { eventSchema, minImportanceSchema } from './webhook-schemas.ts';

const states: Readonly<Record<RecipientState, string>> = {
  unconfirmed: 'nothing is sent but the mail that asks for the confirmation',
  confirmed: 'it gets mails',
  unsubscribed: 'it wants no mails, until it is confirmed again',
};

/** The schemas of recipients, by name. */
export const recipientSchemas = {
  Recipient: objectSchema<ReturnType<typeof recipientRecord>>(
    'Who gets mails about a website.',
    {
      id: idSchema('Id of the recipient.'),
      object: { description: 'Type of the record.', type: 'string', const: 'recipient' },
      website_id: idSchema('Id of the website.'),
      address: stringSchema('The e-mail address.', maxAddressLength),
      events: arraySchema(
        'The events that it gets a mail about at once.',
        eventSchema,
        alertTypes.length,
      ),
      min_importance: minImportanceSchema,
      digest: { description: 'Whether it gets a mail about the week.', type: 'boolean' },
      state: enumSchema('Whether it agrees.', states),
      confirmed_at: orNull(dateTimeSchema('When it last confirmed; `null` if it never did.')),
      unsubscribed_at: orNull(dateTimeSchema('When it was unsubscribed; `null` unless it is.')),
      created_at: dateTimeSchema('When it was added.'),
      updated_at: dateTimeSchema('When its settings were last changed.'),
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;
