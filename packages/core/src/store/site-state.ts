/** What is known of whether the site of a website responds, from reports and crawls in the background. */
export interface SiteState {
  /** When the first attempt failed since one succeeded; `null` if the last one did. */
  readonly failingSince: Date | null;
  /** Whether a second attempt has failed, too. */
  readonly isUnreachable: boolean;
  /** The second attempt, while it is needed. */
  readonly recheck: {
    /** As in a job. */
    readonly url: string;
    /** `null` once it is started. */
    readonly dueAt: Date | null;
  } | null;
  /** When the certificates expire that messages were sent about, as ISO 8601, oldest message first. */
  readonly certificatesTold: readonly string[];
}

/** The site of a website. */
export interface Site extends SiteState {
  readonly websiteId: number;
  readonly domain: string;
}

/** A change of what is known of a site. */
export interface SiteChange {
  readonly ownerId: string;
  readonly websiteId: number;
  /** What must be known until then. */
  readonly from: SiteState;
  readonly to: SiteState;
}

/** Whether both are the same. */
export function isSameState(a: SiteState, b: SiteState): boolean {
  return (
    a.failingSince?.getTime() === b.failingSince?.getTime() &&
    a.isUnreachable === b.isUnreachable &&
    a.recheck?.dueAt?.getTime() === b.recheck?.dueAt?.getTime() &&
    a.recheck?.url === b.recheck?.url &&
    a.certificatesTold.join() === b.certificatesTold.join()
  );
}
