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
import { quotaExceeded } from '../../context/quotas.ts';
import { acceptedFindingRecord, declaredAcceptedFinding } from '../../records/accepted-record.ts';
import { exampleCsv } from '../../records/example-records.ts';
import { acceptedListing } from '../../store/accepted-listing.ts';
import { invalidInput } from '../../validate.ts';
import { optionalString, requiredString } from '../request/fields.ts';
import { createdResponse, itemResponse } from '../response/response.ts';
import { defineRoute } from '../route.ts';
import { deleteRoute, itemRoute, listRoute, ofOne, ofWebsite } from './record-routes.ts';

const path = '/api/v1/websites/:id/accepted';
const pathOfOne = `${path}/:accepted` as const;

const listAcceptedRoute = listRoute({
  ...ofWebsite,
  path,
  operationId: 'listAcceptedFindings',
  summary: 'List the accepted findings of a website',
  description:
    'Newest first unless `sort` is sent, also those that have expired. `Accept: text/csv` returns all rows of the search in one CSV file, up to 100,000.',
  record: 'accepted_finding',
  listing: acceptedListing,
  list: ofOne(listAcceptedFindings),
  each: ofOne(eachAcceptedFinding),
  toRecord: acceptedFindingRecord,
  columns: declaredAcceptedFinding.columns,
  csvExample: exampleCsv.accepted,
});

const acceptRoute = defineRoute({
  method: 'POST',
  path,
  operationId: 'acceptFinding',
  summary: 'Accept a finding of a website',
  description:
    'With `fingerprint`, one place of a finding; without, all that a check finds on pages whose path matches the pattern `path`. Accepted findings stay in reports, as `accepted`, and cost no points in `score_accepted`. They are back when what is quoted changes, or the value of a check that quotes nothing, or when the day `expires` is over. What is accepted already is replaced: then the response is a 200. The entries of a file of `sitegrade baseline` are bodies of this operation, with a `reason`.',
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
  errors: ['quota_exceeded'],
  errorNotes: {
    quota_exceeded: {
      when: 'The owner has too many accepted findings. Nothing was stored.',
      example: quotaExceeded('acceptedFindings', { limit: 10_000, used: 10_000, requested: 1 }),
    },
  },
  ...ofWebsite,
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

const showRoute = itemRoute({
  method: 'GET',
  path: pathOfOne,
  operationId: 'getAcceptedFinding',
  summary: 'Show an accepted finding of a website',
  description: 'What is accepted, why, and until when.',
  record: 'accepted_finding',
  notFound: acceptedNotFound,
  item: async ({ context, ownerId }, id, accepted) =>
    acceptedFindingRecord(await getAcceptedFinding(context, ownerId, id, accepted)),
});

const deleteAcceptedRoute = deleteRoute({
  path: pathOfOne,
  operationId: 'deleteAcceptedFinding',
  summary: 'Delete an accepted finding of a website',
  description: 'It is a finding like any other again.',
  record: 'accepted_finding',
  notFound: acceptedNotFound,
  remove: deleteAcceptedFinding,
});

/** The operations on the accepted findings of a website. */
export const acceptedRoutes = [
  listAcceptedRoute,
  acceptRoute,
  showRoute,
  deleteAcceptedRoute,
] as const;
