import type { Context } from '../../context/context.ts';
import { quotaExceeded } from '../../context/quotas.ts';
import { addressSchema } from '../../messages/recipients/recipient-input.ts';
import {
  createRecipient,
  deleteRecipient,
  getRecipient,
  listRecipients,
  recipientConfirmed,
  recipientExists,
  recipientNotFound,
  resendConfirmation,
  tooManyConfirmations,
  updateRecipient,
} from '../../messages/recipients/recipients.ts';
import { defaultEvents } from '../../messages/webhooks/webhook-input.ts';
import { recipientRecord } from '../../records/recipient-record.ts';
import { maxAddressLength } from '../../store/recipient.ts';
import { alertTypes, minImportances } from '../../store/webhook.ts';
import { rowsResponse } from '../listing/listing.ts';
import { pagingFields } from '../listing/listing-fields.ts';
import {
  choice,
  optionalAnyChoices,
  optionalBoolean,
  requiredString,
  type Values,
} from '../request/fields.ts';
import { acceptedResponse, createdResponse, itemResponse } from '../response/response.ts';
import { defineRoute } from '../route.ts';
import { named } from './named-errors.ts';
import { deleteRoute, itemRoute, ofWebsite } from './record-routes.ts';

const path = '/api/v1/websites/:id/recipients';
const pathOfOne = `${path}/:recipient` as const;
const ofOne = { id: 'number', recipient: 'number' } as const;

const settings = {
  events: optionalAnyChoices(
    `The events that it gets a mail about at once. May be empty with \`digest\`. Default: ${defaultEvents.map((type) => `\`${type}\``).join(', ')}.`,
    alertTypes,
  ),
  min_importance: choice(
    'Findings that matter less are not sent. Default: `low`.',
    minImportances,
    undefined,
  ),
  digest: optionalBoolean('Whether it gets a mail about the week, each Monday.', true),
} as const;

const dayMs = 24 * 60 * 60 * 1000;

const confirmationNotes = {
  quota_exceeded: {
    when: 'The owner has too many recipients, or too many mails were created in 24 hours. Nothing was stored.',
    example: quotaExceeded('recipients', { limit: 100, used: 100, requested: 1 }),
  },
  rate_limited: {
    when: 'The owner has had the address asked for a confirmation 3 times in 30 days. Nothing was stored.',
    example: tooManyConfirmations(10 * dayMs),
  },
} as const;

const listRoute = defineRoute({
  method: 'GET',
  path,
  operationId: 'listRecipients',
  summary: 'List the recipients of mails about a website',
  description: 'Oldest first, also those that have not confirmed, and those that are unsubscribed.',
  query: pagingFields,
  success: { status: 200, envelope: 'list', record: 'recipient' },
  ...ofWebsite,
  async handle(request) {
    const { context, ownerId, params } = request;
    const recipients = await listRecipients(context, ownerId, params.id);
    return rowsResponse(request, `websites/${params.id}/recipients`, recipients, recipientRecord);
  },
});

const createRoute = defineRoute({
  method: 'POST',
  path,
  operationId: 'createRecipient',
  summary: 'Add a recipient of mails about a website',
  description:
    'A mail asks the address for a confirmation. Nothing else is sent to it before the person who reads its mails has confirmed.',
  body: {
    address: requiredString({
      description: 'The e-mail address, without a name. Its domain is stored in lower case.',
      schema: addressSchema,
      maxLength: maxAddressLength,
      example: 'ann@example.com',
    }),
    ...settings,
  },
  success: { status: 201, envelope: 'item', record: 'recipient' },
  errors: ['conflict', 'quota_exceeded', 'rate_limited'],
  errorNotes: {
    ...confirmationNotes,
    conflict: {
      when: 'The website has a recipient with this address, or the server sends no mails. Nothing was stored.',
      example: recipientExists(),
    },
  },
  ...ofWebsite,
  async handle({ context, ownerId, params: { id }, body, root }) {
    const input = { ...inputOf(body), address: body.address };
    const recipient = await named(createRecipient(context, ownerId, id, input));
    const location = `${root()}/websites/${id}/recipients/${recipient.id}`;
    return createdResponse(recipientRecord(recipient), location);
  },
});

const showRoute = itemRoute({
  method: 'GET',
  path: pathOfOne,
  operationId: 'getRecipient',
  summary: 'Show a recipient of mails about a website',
  description: 'Which mails it gets, and whether it has confirmed.',
  record: 'recipient',
  notFound: recipientNotFound,
  item: async ({ context, ownerId }, id, recipient) =>
    recipientRecord(await getRecipient(context, ownerId, id, recipient)),
});

const updateRoute = defineRoute({
  method: 'PATCH',
  path: pathOfOne,
  operationId: 'updateRecipient',
  summary: 'Change a recipient of mails about a website',
  description:
    'Fields that are not sent stay unchanged. It confirms no recipient. Another address is another recipient.',
  body: settings,
  success: { status: 200, envelope: 'item', record: 'recipient' },
  params: ofOne,
  notFound: recipientNotFound,
  find: findRecipient,
  async handle({ context, ownerId, params: { id, recipient }, body }) {
    const updated = await named(updateRecipient(context, ownerId, id, recipient, inputOf(body)));
    return itemResponse(recipientRecord(updated));
  },
});

const removeRoute = deleteRoute({
  path: pathOfOne,
  operationId: 'deleteRecipient',
  summary: 'Delete a recipient of mails about a website',
  description: 'Its mails that wait are not sent.',
  record: 'recipient',
  notFound: recipientNotFound,
  remove: deleteRecipient,
});

const confirmationRoute = defineRoute({
  method: 'POST',
  path: `${pathOfOne}/confirmation`,
  operationId: 'resendConfirmation',
  summary: 'Ask a recipient for its confirmation again',
  description:
    'A mail asks the address again, also one that is unsubscribed. The state changes when the person who reads its mails has confirmed.',
  success: { status: 202, envelope: 'item', record: 'recipient' },
  errors: ['conflict', 'quota_exceeded', 'rate_limited'],
  errorNotes: {
    ...confirmationNotes,
    quota_exceeded: {
      when: 'Too many mails of the owner were created in 24 hours. Nothing was stored.',
      example: quotaExceeded('mailsPerDay', { limit: 200, used: 200, requested: 1 }),
    },
    conflict: {
      when: 'The recipient has confirmed, or the server sends no mails.',
      example: recipientConfirmed(),
    },
  },
  params: ofOne,
  notFound: recipientNotFound,
  async handle({ context, ownerId, params: { id, recipient }, root }) {
    const asked = await resendConfirmation(context, ownerId, id, recipient);
    const location = `${root()}/websites/${id}/recipients/${recipient}`;
    return acceptedResponse(recipientRecord(asked), location);
  },
});

/** A 404 comes before the errors of other fields. */
function findRecipient(
  context: Context,
  ownerId: string,
  { id, recipient }: { readonly id: number; readonly recipient: number },
) {
  return getRecipient(context, ownerId, id, recipient);
}

function inputOf({ events, min_importance: minImportance, digest }: Values<typeof settings>) {
  return { events, minImportance, digest };
}

/** The operations on the recipients of a website. */
export const recipientRoutes = [
  listRoute,
  createRoute,
  showRoute,
  updateRoute,
  removeRoute,
  confirmationRoute,
] as const;
