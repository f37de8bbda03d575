import type {
  AcceptedFinding,
  ApiKey,
  Crawl,
  CrawlEnd,
  CrawledUrl,
  CrawlPage,
  CrawlShape,
  CrawlUrlKind,
  Delivery,
  Job,
  MailError,
  Privacy,
  Recipient,
  Schedule,
  SiteIssue,
  Webhook,
} from '@sitegrade/core';
import type {
  ClaimedMail,
  CrawlFrontier,
  CrawlStep,
  LiveProcess,
  MadeRecord,
  NewAttempt,
  NewReport,
  NewSession,
  OutboxEvent,
  SiteState,
} from '@sitegrade/core/store';

/** The data of a memory store: rows in insertion order, and the last id of each table. */
export interface MemoryTables {
  reports: readonly MemoryReport[];
  /** The reports of deleted websites. */
  hiddenReports: readonly MemoryReport[];
  /** The pictures of reports, by their id. */
  readonly screenshots: Map<number, { readonly ownerId: string; readonly image: Uint8Array }>;
  websites: readonly MemoryWebsite[];
  apiKeys: readonly ApiKeyRow[];
  attempts: readonly AttemptRow[];
  sessions: readonly NewSession[];
  jobs: readonly JobRow[];
  /** The number of the last claim of a job, by owner. */
  readonly claims: Map<string, number>;
  /** Windows of guesses by key. */
  readonly guesses: Map<string, { readonly count: number; readonly endsAt: Date }>;
  crawls: readonly CrawlRow[];
  /** The URLs of each crawl, by number from 1, also of deleted crawls. */
  readonly crawlPages: Map<number, CrawlPageRow[]>;
  /** The owners of deleted crawls whose URLs are left, by the id of the crawl. */
  readonly deletedCrawls: Map<number, string>;
  /** When a host may get its next request. */
  readonly hosts: Map<string, Date>;
  /** The pages that the crawls of a day may request, by owner, then by day. */
  readonly crawlDays: Map<string, Map<number, number>>;
  /** The processes that are alive, with the time at which each recorded that last. */
  readonly processes: Map<string, LiveProcess & { readonly seenAt: Date }>;
  /** By the id of the website. */
  readonly schedules: Map<number, ScheduleRow>;
  webhooks: readonly WebhookRow[];
  deliveries: readonly DeliveryRow[];
  /** The deliveries of deleted webhooks. */
  hiddenDeliveries: readonly DeliveryRow[];
  outbox: readonly OutboxRow[];
  recipients: readonly RecipientRow[];
  mails: readonly MailRow[];
  /** When confirmations of addresses were created, in milliseconds since 1970, oldest first, by the key of the address. */
  readonly confirmations: Map<string, readonly number[]>;
  accepted: readonly AcceptedRow[];
  readonly lastIds: {
    report: number;
    website: number;
    apiKey: number;
    job: number;
    claim: number;
    crawl: number;
    crawlClaim: number;
    webhook: number;
    delivery: number;
    outbox: number;
    accepted: number;
    recipient: number;
    mail: number;
  };
}

/** A stored report. */
export type MemoryReport = NewReport & { readonly id: number; readonly websiteId: number };

/** A stored website. Its counters are computed from the reports. */
export interface MemoryWebsite {
  readonly id: number;
  readonly ownerId: string;
  readonly domain: string;
  readonly privacy: Privacy;
  readonly passwordHash: string | null;
  readonly shareToken: string;
  readonly site: SiteState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A stored API key. */
export type ApiKeyRow = ApiKey & { readonly digest: Uint8Array };

/** A stored attempt, with what it has made. */
export type AttemptRow = NewAttempt & { readonly made: MadeRecord | null };

/** A stored job. It has a lease while it is running. */
export type JobRow = Job & {
  readonly ownerId: string;
  /**
   * Its place if it waits for its host, lowest first. 0 if it does not wait, −1 if the host has room that is kept for it.
   */
  readonly hostPlace: number;
  readonly lease: MemoryLease | null;
};

/** Who works on something, and until when. */
interface MemoryLease {
  readonly token: string;
  readonly endsAt: Date;
}

/** A stored crawl. Its progress is computed from its pages. */
export interface CrawlRow extends Omit<Crawl, 'progress'> {
  readonly ownerId: string;
  readonly host: string;
  readonly delayMs: number;
  /** `null` while it is at its pages. */
  readonly step: CrawlStep | null;
  /** Of the step. */
  readonly lease: MemoryLease | null;
  /** How often a lease of the step was over. */
  readonly lost: number;
  /** When a page of it last ended. */
  readonly lastPageAt: Date | null;
  readonly refusals: number;
  /** The number of its last claim; 0 before the first. */
  readonly lastClaim: number;
  /** Whether pieces of it are claimed. Otherwise it waits for other crawls to end. */
  readonly isAdmitted: boolean;
  /** For how long it was active, and until when that is counted, in milliseconds. */
  readonly activeMs: number;
  readonly countedUntil: number;
  /** Why it was stopped. */
  readonly stopped: CrawlEnd | null;
  readonly site: Uint8Array | null;
  readonly frontier: CrawlFrontier | null;
  /** How many crawls in a row kept results of the one before. */
  readonly generation: number;
  /** A hash of what the results of all pages depend on. */
  readonly basis: string | null;
  readonly issues: readonly SiteIssue[];
  readonly shape: CrawlShape | null;
}

/** A stored URL of a crawl. */
export interface CrawlPageRow extends Omit<CrawlPage, 'worst' | 'findings'> {
  readonly kind: CrawlUrlKind;
  readonly level: number;
  readonly outline: CrawledUrl['outline'];
  readonly reading: string | null;
  /** Whether it was found to be different from the page of the crawl before. */
  readonly isDifferent: boolean;
  readonly lease: MemoryLease | null;
  /** How often its lease was over. */
  readonly lost: number;
  readonly putBacks: number;
}

/** A stored schedule. */
export interface ScheduleRow extends Schedule {
  readonly ownerId: string;
  /** When the next run may be started: later than `nextRunAt` if it was put off. */
  readonly dueAt: Date;
}

/** A stored webhook. */
export interface WebhookRow extends Webhook {
  readonly ownerId: string;
  readonly secret: string;
  /** The one that is valid until `previousSecretUntil`. */
  readonly previousSecret: string | null;
  /** Until when the secret before that one would have been valid, if it was replaced in time: until then it is not again. */
  readonly olderSecretUntil: Date | null;
  /** No delivery of it is due before: its receiver is busy. */
  readonly pausedUntil: Date | null;
  /** When its last attempt ended. */
  readonly attemptedAt: Date | null;
  /** Of the attempt that is running. */
  readonly lease: (MemoryLease & { readonly deliveryId: number }) | null;
}

/** A stored delivery. */
export interface DeliveryRow extends Delivery {
  readonly ownerId: string;
  readonly body: string;
}

/** Something that has happened. */
export interface OutboxRow {
  readonly id: number;
  readonly ownerId: string;
  readonly event: OutboxEvent;
  readonly createdAt: Date;
  /** The end of the lease while there is one. */
  readonly dueAt: Date;
  readonly attempts: number;
  readonly leaseToken: string | null;
}

/** A stored recipient. */
export interface RecipientRow extends Recipient {
  readonly ownerId: string;
  readonly token: string;
  readonly digestDueAt: Date | null;
  /** How many mails in a row were refused, and since when. */
  readonly refusals: number;
  readonly refusedSince: Date | null;
}

/** A stored mail. */
export interface MailRow
  extends Pick<ClaimedMail, 'kind' | 'messageId' | 'body' | 'attempts' | 'createdAt'> {
  readonly id: number;
  readonly ownerId: string;
  readonly recipientId: number;
  readonly state: 'waiting' | 'sent' | 'failed' | 'canceled';
  /** The end of the lease while there is one; `null` when it has ended. */
  readonly dueAt: Date | null;
  readonly leaseToken: string | null;
  readonly error: MailError | null;
}

/** A stored accepted finding. */
export interface AcceptedRow extends AcceptedFinding {
  readonly ownerId: string;
}

/** Tables without rows. */
export function emptyTables(): MemoryTables {
  return {
    reports: [],
    screenshots: new Map(),
    hiddenReports: [],
    websites: [],
    apiKeys: [],
    attempts: [],
    sessions: [],
    jobs: [],
    claims: new Map(),
    guesses: new Map(),
    crawls: [],
    crawlPages: new Map(),
    deletedCrawls: new Map(),
    hosts: new Map(),
    crawlDays: new Map(),
    processes: new Map(),
    schedules: new Map(),
    accepted: [],
    webhooks: [],
    deliveries: [],
    hiddenDeliveries: [],
    outbox: [],
    recipients: [],
    mails: [],
    confirmations: new Map(),
    lastIds: {
      report: 0,
      website: 0,
      apiKey: 0,
      job: 0,
      claim: 0,
      crawl: 0,
      crawlClaim: 0,
      accepted: 0,
      webhook: 0,
      delivery: 0,
      outbox: 0,
      recipient: 0,
      mail: 0,
    },
  };
}

/** Whether a row has this id and belongs to this owner. */
export function isOwned(ownerId: string, id: number) {
  return (row: { readonly ownerId: string; readonly id: number }): boolean =>
    row.ownerId === ownerId && row.id === id;
}

/** The API key of a row, without its digest. */
export function toApiKey({ digest: _, ...apiKey }: ApiKeyRow): ApiKey {
  return apiKey;
}

/** Whether two digests are the same. */
export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** Finds the owner's website of a domain, or creates it. */
export function findOrCreateWebsite(
  tables: MemoryTables,
  website: Pick<
    NewReport,
    'ownerId' | 'domain' | 'createdAt' | 'defaultPrivacy' | 'websiteShareToken'
  >,
): MemoryWebsite {
  const { ownerId, domain, createdAt, defaultPrivacy, websiteShareToken } = website;
  const found = tables.websites.find((row) => row.ownerId === ownerId && row.domain === domain);
  if (found) return found;

  requireUnique(tables.websites, websiteShareToken);
  tables.lastIds.website += 1;
  const made = {
    id: tables.lastIds.website,
    ownerId,
    domain,
    privacy: defaultPrivacy,
    passwordHash: null,
    shareToken: websiteShareToken,
    site: { failingSince: null, isUnreachable: false, recheck: null, certificatesTold: [] },
    createdAt,
    updatedAt: createdAt,
  };
  tables.websites = [...tables.websites, made];
  return made;
}

/** Throws if a row has this share token, as a unique index does. */
export function requireUnique(
  rows: readonly { readonly shareToken: string }[],
  token: string,
): void {
  if (rows.some(({ shareToken }) => shareToken === token)) {
    throw new Error('The share token is already in use.');
  }
}
