import type { AcceptedFinding } from '../store/accepted-finding.ts';
import type { CsvColumns } from './csv.ts';

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
  return {
    id: accepted.id,
    object: 'accepted_finding',
    website_id: accepted.websiteId,
    check: accepted.check,
    path: accepted.path,
    fingerprint: accepted.fingerprint,
    quote: accepted.quote,
    reason: accepted.reason,
    expires: accepted.expires,
    created_at: accepted.createdAt.toISOString(),
    updated_at: accepted.updatedAt.toISOString(),
  } as const;
}

/** The columns of a list of accepted findings. */
export const acceptedColumns: CsvColumns<AcceptedFinding> = {
  id: ({ id }) => id,
  website_id: ({ websiteId }) => websiteId,
  check: ({ check }) => check,
  path: ({ path }) => path,
  fingerprint: ({ fingerprint }) => fingerprint,
  quote: ({ quote }) => quote,
  reason: ({ reason }) => reason,
  expires: ({ expires }) => expires,
  created_at: (accepted) => acceptedFindingRecord(accepted).created_at,
  updated_at: (accepted) => acceptedFindingRecord(accepted).updated_at,
};
