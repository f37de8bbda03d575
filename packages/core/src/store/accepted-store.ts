import type { List } from '../listing/listing.ts';
import type { AcceptedFinding } from './accepted-finding.ts';
import type { AcceptedListQuery } from './accepted-listing.ts';

/**
 * The findings of websites that their owners accept. They are deleted with their website. What has expired stays, and
 * counts for the quota.
 */
export interface AcceptedStore {
  /**
   * Stores accepted findings of a website, at most 100: all or nothing. One that the website has already, with the same
   * fingerprint, or without one and with the same check and path, is replaced; it keeps its `id` and `createdAt`. Validates
   * in this order: the website exists, its patterns, the quota.
   */
  accept(findings: NewAcceptedFindings): Promise<AcceptedSetting>;
  find(ownerId: string, websiteId: number, id: number): Promise<AcceptedFinding | undefined>;
  /** Empty if the owner has no such website. */
  list(
    ownerId: string,
    websiteId: number,
    query: AcceptedListQuery,
  ): Promise<List<AcceptedFinding>>;
  /** Those that have one of these fingerprints, and those without a fingerprint of one of these checks, by id. */
  matching(
    ownerId: string,
    websiteId: number,
    query: AcceptedQuery,
  ): Promise<readonly AcceptedFinding[]>;
  /** Returns whether there was one. */
  delete(ownerId: string, websiteId: number, id: number): Promise<boolean>;
}

/** Findings to accept. */
export interface NewAcceptedFindings {
  readonly ownerId: string;
  readonly websiteId: number;
  /** No two with the same fingerprint, or without one and with the same check and path. */
  readonly findings: readonly Pick<
    AcceptedFinding,
    'check' | 'path' | 'fingerprint' | 'quote' | 'reason' | 'expires'
  >[];
  readonly acceptedAt: Date;
  /** How many the owner may have, with these. Replacing one is always allowed. */
  readonly maxAccepted: number;
  /** How many without a fingerprint the website may have, with these. */
  readonly maxPatterns: number;
}

/** The outcome of {@link AcceptedStore.accept}. */
export type AcceptedSetting =
  | {
      readonly outcome: 'accepted';
      /** In the order of the findings. */
      readonly findings: readonly AcceptedFinding[];
      /** How many of them are new. */
      readonly created: number;
    }
  | { readonly outcome: 'missing' | 'too_many_patterns' }
  | {
      readonly outcome: 'quota_exceeded';
      /** How many the owner has. */
      readonly used: number;
      /** How many these would add. */
      readonly requested: number;
    };

/** Which accepted findings may be of a page. */
export interface AcceptedQuery {
  readonly fingerprints: readonly string[];
  readonly checks: readonly string[];
}
