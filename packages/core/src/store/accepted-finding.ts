/** How many accepted findings of a website may be by a pattern of paths: each is compared with each page. */
export const maxAcceptedPatterns = 500;

/** How many code points the reason of an accepted finding may have. */
export const maxReasonLength = 1_000;

/** What is accepted: one place of a finding, by its fingerprint, or all that a check finds on some pages. */
export interface Acceptance {
  /** The id of the check. */
  readonly check: string;
  /** With a fingerprint, the path of the page, for readers. Without, a pattern of paths, as in robots.txt. */
  readonly path: string;
  /** The place. Without it, all that the check finds on pages whose path matches. */
  readonly fingerprint?: string | null;
  /** The last day on which it is accepted, in UTC: `2027-01-31`. Without it, there is no end. */
  readonly expires?: string | null;
}

/** A finding of a website that its owner accepts: it costs no points in the accepted score of reports. */
export interface AcceptedFinding extends Acceptance {
  readonly id: number;
  readonly websiteId: number;
  readonly fingerprint: string | null;
  /** What is quoted at the place; `null` if it quotes nothing, or that was not stored. */
  readonly quote: string | null;
  /** Why it is accepted. For the owner only. */
  readonly reason: string;
  readonly expires: string | null;
  readonly createdAt: Date;
  /** When it was last accepted again. */
  readonly updatedAt: Date;
}
