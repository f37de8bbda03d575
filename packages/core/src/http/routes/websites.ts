import { deleteWebsite } from '../../websites/delete-website.ts';
import { getWebsite, websiteNotFound } from '../../websites/get-website.ts';
import { listWebsites } from '../../websites/list-websites.ts';
import { updateWebsite } from '../../websites/update-website.ts';
import { maxPasswordLength, privacyByNumber, type Website } from '../../websites/website.ts';
import { websiteListing } from '../../websites/website-listing.ts';
import { deletedAnswer, itemAnswer, itemEtag } from '../answer/envelope.ts';
import { answerListing } from '../listing/listing.ts';
import { websiteRecord } from '../records/website-record.ts';
import { choice } from '../request/field.ts';
import { unjudgedText } from '../request/fields.ts';
import { type IfMatch, ifMatchField, meetsIfMatch } from '../request/if-match.ts';
import { listingFields } from '../request/listing-fields.ts';
import { defineRoute, type Method } from '../route.ts';

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/websites',
  operationId: 'listWebsites',
  summary: 'List websites',
  description:
    'A website appears with the first report of its domain: the host of the final URL without a leading `www.`. A website without reports sorts below every score. An empty parameter counts as not sent.',
  query: listingFields(websiteListing),
  success: { status: 200, envelope: 'list', record: 'website' },
  errors: ['invalid_input'],
  handle: (call) => answerListing(call, websiteListing, listWebsites, websiteRecord),
});

const showRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/websites/:id',
  operationId: 'getWebsite',
  summary: 'Show a website',
  description:
    'Privacy, the number of reports and their average score, and the latest report in short.',
  query: {},
  success: { status: 200, envelope: 'item', record: 'website' },
  errors: ['not_found'],
  notFound: websiteNotFound,
  async handle({ context, ownerId, id }) {
    return itemAnswer(websiteRecord(await getWebsite(context, ownerId, id)));
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/v1/websites/:id',
  operationId: 'deleteWebsite',
  summary: 'Delete a website and its reports',
  description: 'There is no way back. A new report of the domain makes a new website.',
  query: {},
  headers: { 'If-Match': ifMatchField },
  success: { status: 200, envelope: 'deleted', record: 'website' },
  errors: ['not_found', 'invalid_input', 'precondition_failed'],
  notFound: websiteNotFound,
  find: getWebsite,
  async handle({ context, ownerId, id, headers }) {
    await deleteWebsite(context, ownerId, id, onlyIf(headers['If-Match']));
    return deletedAnswer('website', id);
  },
});

/** PUT and PATCH are the same partial update. */
function updateRoute(method: Extract<Method, 'PUT' | 'PATCH'>, operationId: string) {
  return defineRoute({
    method,
    path: '/api/v1/websites/:id',
    operationId,
    summary: 'Change privacy and password of a website',
    description:
      'What is not sent stays as it is: PUT and PATCH do the same. Without `privacy` 2, sent or stored, a `password` has no effect and is not judged; with it, a password must be sent or stored. Leaving `privacy` 2 forgets the password.',
    query: {},
    headers: { 'If-Match': ifMatchField },
    body: {
      privacy: choice('0 public, 1 private, 2 password.', [0, 1, 2], undefined),
      password: unjudgedText(
        `1 to ${maxPasswordLength.toLocaleString('en')} characters. Has no effect unless privacy is, or becomes, 2.`,
        { minLength: 1, maxLength: maxPasswordLength, example: 'correct horse battery staple' },
      ),
    },
    success: { status: 200, envelope: 'item', record: 'website' },
    errors: [
      'not_found',
      'precondition_failed',
      'invalid_input',
      'unsupported_media_type',
      'payload_too_large',
      'malformed_body',
      'rate_limited',
    ],
    notFound: websiteNotFound,
    find: getWebsite,
    async handle({ context, ownerId, id, body, headers, signal }) {
      const { privacy: number, password } = body;
      const input = {
        ...(number === undefined ? {} : { privacy: privacyByNumber[number] }),
        ...(password === undefined ? {} : { password }),
      };
      const options = { ...onlyIf(headers['If-Match']), signal };
      const website = await updateWebsite(context, ownerId, id, input, options);
      return itemAnswer(websiteRecord(website));
    },
  });
}

/** The condition that an `If-Match` makes: that the website would be shown with one of its tags. */
function onlyIf(ifMatch: IfMatch | undefined) {
  if (ifMatch === undefined) return {};
  return { onlyIf: (current: Website) => meetsIfMatch(ifMatch, itemEtag(websiteRecord(current))) };
}

/** The operations on websites. They come into being with their first report. */
export const websiteRoutes = [
  listRoute,
  showRoute,
  updateRoute('PUT', 'putWebsite'),
  updateRoute('PATCH', 'updateWebsite'),
  deleteRoute,
] as const;
