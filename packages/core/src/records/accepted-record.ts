import { type AcceptedFinding, maxReasonLength } from '../store/accepted-finding.ts';
import { maxUrlLength } from '../store/report.ts';
import { checkId } from './check-record.ts';
import { constant, declareRecord } from './declare-record.ts';
import { dateTimeSchema, idSchema, orNull, stringSchema } from './schema.ts';

/** An accepted finding of a website. */
export const declaredAcceptedFinding = declareRecord<AcceptedFinding>()(
  'A finding of a website that its owner accepts: it costs no points in `score_accepted` of reports.',
  {
    id: idSchema('Id of the accepted finding.'),
    object: constant('accepted_finding'),
    website_id: idSchema('Id of the website.'),
    check: checkId,
    path: stringSchema(
      'With a `fingerprint`, the path of the page. Without, a pattern of paths, as in robots.txt.',
      maxUrlLength,
    ),
    fingerprint: orNull({
      description:
        'The place, as in `fingerprints` of a report; `null` for all that the check finds on pages whose path matches.',
      type: 'string',
      pattern: '^[0-9a-f]{16}$',
    }),
    quote: orNull(stringSchema('What is quoted at the place; `null` if it was not sent.', 500)),
    reason: stringSchema('Why it is accepted. Only the owner sees it.', maxReasonLength),
    expires: orNull({
      description:
        'The last day on which it is accepted, in UTC; `null` for no end. After it, the record stays.',
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    }),
    created_at: dateTimeSchema('When it was first accepted.'),
    updated_at: dateTimeSchema('When it was last accepted again.'),
  },
);

/**
 * An accepted finding of a website, as JSON: `GET /websites/{id}/accepted/{accepted}` of the HTTP API.
 *
 * @param accepted - From `getAcceptedFinding`, for example.
 * @example
 * ```ts
 * const { reason } = acceptedFindingRecord(await getAcceptedFinding(context, 'user-1', 7, 12));
 * ```
 */
export function acceptedFindingRecord(accepted: AcceptedFinding) {
  return declaredAcceptedFinding.record(accepted);
}
