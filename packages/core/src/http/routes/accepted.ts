import {
  acceptedCheckSchema,
  acceptedPathSchema,
  acceptFindings,
  fingerprintSchema,
  lastDaySchema,
  quoteSchema,
  reasonSchema,
} from '../../accepted/accept-findings.ts';
import {
  acceptedNotFound,
  deleteAcceptedFinding,
  eachAcceptedFinding,
  getAcceptedFinding,
  listAcceptedFindings,
} from '../../accepted/accepted-findings.ts';
import type { Context } from '../../context/context.ts';
import { quotaExceeded } from '../../context/quotas.ts';
import { acceptedFindingRecord, declaredAcceptedFinding } from '../../records/accepted-record.ts';
import { exampleCsv } from '../../records/example-records.ts';
import { acceptedListing } from '../../store/accepted-listing.ts';
import { invalidInput } from '../../validate.ts';
import { getWebsite, websiteNotFound } from '../../websites/get-website.ts';
import { csvResponse, prefersCsv } from '../listing/csv-response.ts';
import { listingResponse } from '../listing/listing.ts';
import { listingFields } from '../listing/listing-fields.ts';
import { optionalString, requiredString } from '../request/fields.ts';
import { createdResponse, deletedResponse, itemResponse } from '../response/response.ts';
import { defineRoute } from '../route.ts';

const path = '/api/v1/websites/:id/accepted';
const pathOfOne = `${path}/:accepted` as const;

const listAcceptedRoute = defineRoute({
  method: 'GET',
  path,
  operationId: 'listAcceptedFindings',
  summary: 'List the accepted findings of a website',
  description:
    'Newest first unless `sort` is sent, also those that have expired. `Accept: text/csv` returns all rows of the search in one CSV file, up to 100,000.',
  query: listingFields(acceptedListing),
  success: {
    status: 200,
    envelope: 'list',
    record: 'accepted_finding',
    otherTypes: { 'text/csv': exampleCsv.accepted },
  },
  errors: ['not_found', 'invalid_input'],
  params: { id: 'number' },
  notFound: websiteNotFound,
  find: findWebsite,
  handle(request) {
    const { id } = request.params;
    const list = (
      context: Context,
      ownerId: string,
      input: Parameters<typeof listAcceptedFindings>[3],
    ) => listAcceptedFindings(context, ownerId, id, input);
    const each = (
      context: Context,
      ownerId: string,
      input: Parameters<typeof eachAcceptedFinding>[3],
    ) => eachAcceptedFinding(context, ownerId, id, input);
    return prefersCsv(request)
      ? csvResponse(request, acceptedListing, {
          columns: declaredAcceptedFinding.columns,
          list,
          each,
        })
      : listingResponse(
          request,
          acceptedListing,
          list,
          acceptedFindingRecord,
          `websites/${id}/accepted`,
        );
  },
});

const acceptRoute = defineRoute({
  method: 'POST',
  path,
  operationId: 'acceptFinding',
  summary: 'Accept a finding of a website',
  description:
    'With `fingerprint`, one place of a finding; without, all that a check finds on pages whose path matches the pattern `path`. Accepted findings stay in reports, as `accepted`, and cost no points in `score_accepted`. They are back when what is quoted changes, or the value of a check that quotes nothing, or when the day `expires` is over. What is accepted already is replaced: then the response is a 200. The entries of a file of `sitegrade baseline` are bodies of this operation, with a `reason`.',
  query: {},
  body: {
    check: requiredString({
      description: 'Id of the check.',
      schema: acceptedCheckSchema,
      example: 'image-alt',
    }),
    path: requiredString({
      description:
        'Without `fingerprint`, a pattern of paths of up to 500 characters, as in robots.txt: it matches paths that begin with it, with `*` for any characters and `$` for the end. With it, the path of the page.',
      schema: acceptedPathSchema,
      pattern: '^[/*]',
      example: '/pricing',
    }),
    fingerprint: optionalString({
      description: 'The place, from the `fingerprints` of a report: 16 hexadecimal digits.',
      schema: fingerprintSchema,
      maxLength: 16,
      example: 'f1d2c4b5a6978801',
    }),
    quote: optionalString({
      description: 'What is quoted at the place, for readers of the list. Cut to 500 characters.',
      schema: quoteSchema,
      example: '<img src="/decoration.svg">',
    }),
    reason: requiredString({
      description: 'Why it is accepted. Only the owner sees it.',
      schema: reasonSchema,
      example: 'Decoration.',
    }),
    expires: optionalString({
      description: 'The last day on which it is accepted, in UTC. Default: no end.',
      schema: lastDaySchema,
      maxLength: 10,
      example: '2027-01-31',
    }),
  },
  success: { status: 200, envelope: 'item', record: 'accepted_finding' },
  created: { status: 201, envelope: 'item', record: 'accepted_finding' },
  errors: [
    'not_found',
    'invalid_input',
    'quota_exceeded',
    'unsupported_media_type',
    'payload_too_large',
    'malformed_body',
  ],
  errorNotes: {
    quota_exceeded: {
      when: 'The owner has too many accepted findings. Nothing was stored.',
      example: quotaExceeded('acceptedFindings', { limit: 10_000, used: 10_000, requested: 1 }),
    },
  },
  params: { id: 'number' },
  notFound: websiteNotFound,
  find: findWebsite,
  async handle({ context, ownerId, params: { id }, body, root }) {
    const { fingerprint, quote, ...shared } = body;
    if (fingerprint === undefined && quote !== undefined) {
      throw invalidInput({ quote: ['is only allowed with a fingerprint.'] });
    }
    const places = fingerprint === undefined ? undefined : [{ fingerprint, quote }];
    const { findings, created } = await acceptFindings(context, ownerId, id, { ...shared, places });
    const [accepted] = findings;
    if (accepted === undefined) throw new Error('Nothing was accepted.');
    const record = acceptedFindingRecord(accepted);
    return created === 0
      ? itemResponse(record)
      : createdResponse(record, `${root()}/websites/${id}/accepted/${accepted.id}`);
  },
});

const showRoute = defineRoute({
  method: 'GET',
  path: pathOfOne,
  operationId: 'getAcceptedFinding',
  summary: 'Show an accepted finding of a website',
  description: 'What is accepted, why, and until when.',
  query: {},
  success: { status: 200, envelope: 'item', record: 'accepted_finding' },
  errors: ['not_found'],
  params: { id: 'number', accepted: 'number' },
  notFound: acceptedNotFound,
  async handle({ context, ownerId, params: { id, accepted } }) {
    const found = await getAcceptedFinding(context, ownerId, id, accepted);
    return itemResponse(acceptedFindingRecord(found));
  },
});

const deleteAcceptedRoute = defineRoute({
  method: 'DELETE',
  path: pathOfOne,
  operationId: 'deleteAcceptedFinding',
  summary: 'Delete an accepted finding of a website',
  description: 'It is a finding like any other again.',
  query: {},
  success: { status: 200, envelope: 'deleted', record: 'accepted_finding' },
  errors: ['not_found'],
  params: { id: 'number', accepted: 'number' },
  notFound: acceptedNotFound,
  async handle({ context, ownerId, params: { id, accepted } }) {
    await deleteAcceptedFinding(context, ownerId, id, accepted);
    return deletedResponse('accepted_finding', accepted);
  },
});

/** A 404 comes before the errors of other fields. */
function findWebsite(context: Context, ownerId: string, { id }: { readonly id: number }) {
  return getWebsite(context, ownerId, id);
}

/** The operations on the accepted findings of a website. */
export const acceptedRoutes = [
  listAcceptedRoute,
  acceptRoute,
  showRoute,
  deleteAcceptedRoute,
] as const;
