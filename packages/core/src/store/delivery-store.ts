import type { List } from '../listing/listing.ts';
import type { DeletedPart } from './deleted-part.ts';
import type { Delivery, DeliveryError, MessageType } from './delivery.ts';
import type { NewMails } from './mail-store.ts';
import type { SiteChange } from './site-state.ts';
import type { AlertType, Webhook } from './webhook.ts';
import type { DeliveryDisables } from './webhook-store.ts';

/**
 * What has happened and is not yet made into deliveries (the outbox), and deliveries.
 *
 * The methods of other stores that make one of these true insert a row into the outbox in the same transaction, if the
 * owner has a webhook that is enabled, a recipient that is confirmed, a schedule, or a website whose last attempt has failed: `reports.create` and
 * `createOnce`, `jobs.end` and `jobs.sweep` where a job failed, `crawls.end`, and `crawls.claim` and `endPageAndClaim`
 * where a crawl failed. So nothing is lost when a process is killed after the change.
 *
 * Times as in `JobStore`.
 */
export interface DeliveryStore {
  /**
   * Leases something that has happened. Owners take turns: of those who have something that is due, it is the next one
   * after `afterOwner` by its id, in order of code points, or else the first one; of that owner, what has been due longest.
   * `undefined` if nothing is due. Concurrent calls never get the same.
   */
  claimEvent(claim: EventClaim): Promise<ClaimedEvent | undefined>;
  /**
   * Deletes what has happened from the outbox, inserts its deliveries and mails, and changes what is known of the site: all
   * or nothing. Leaves out deliveries of webhooks that were deleted or disabled, and the change if the website was deleted.
   * Deliveries beyond `maxWaiting`, which does not count those of disabled webhooks, are inserted as `failed`, with the error
   * `quota_exceeded`. `undefined`, without any change, if the lease has ended, or something else is known of the site than
   * the change is from.
   */
  endEvent(lease: EventLease, deliveries: NewDeliveries): Promise<EndedEvent | undefined>;
  /** Leases it for `leaseMs` from now on. `false` if the lease has ended. */
  renewEvent(lease: EventLease, leaseMs: number, now: Date): Promise<boolean>;
  /** Gives it back: it is due after `delayMs`. `false` if the lease has ended. */
  deferEvent(lease: EventLease, delayMs: number, now: Date): Promise<boolean>;

  /** Inserts a delivery that was asked for. */
  create(delivery: RequestedDelivery): Promise<DeliveryCreation>;
  /**
   * Sends a delivery again that has ended, with the same message: it is waiting, due at once, without attempts. One that
   * is waiting stays as it is. Its webhook may be disabled: then it waits.
   */
  replay(query: Replay): Promise<DeliveryCreation>;
  find(ownerId: string, webhookId: number, id: number): Promise<Delivery | undefined>;
  /** The deliveries of a webhook, newest first. The total is counted up to `maxExactTotal`. None for another owner's. */
  list(ownerId: string, webhookId: number, query: DeliveriesQuery): Promise<List<Delivery>>;
  /**
   * Leases the next delivery, and starts an attempt: of the webhooks that are enabled, have no attempt running, and
   * have a delivery that is due, the one that has been due longest, or whose last attempt has ended before those of
   * others; of that webhook, the delivery that has been due
   * longest, then the oldest. Before that it cancels deliveries of the webhook whose website was deleted. `undefined` if
   * none is due. Concurrent calls never get deliveries of the same webhook. An attempt whose lease is over is due again.
   */
  claim(claim: DeliveryClaim): Promise<ClaimedDelivery | undefined>;
  /** Ends an attempt. `isEnded` is `false`, without any change, if the lease has ended. */
  end(lease: DeliveryLease, outcome: DeliveryOutcome, now: Date): Promise<EndedDelivery>;
  /** Deletes some deliveries, of all owners, that were created before a time, in any state. At most `limit`. */
  deleteOld(query: { readonly createdBefore: Date; readonly limit: number }): Promise<DeletedPart>;
  /** How many deliveries of all owners are waiting, for operators: counted up to `maxExactTotal`. */
  countWaiting(): Promise<number>;
}

/** Something that has happened. */
export type OutboxEvent =
  | { readonly kind: 'report'; readonly reportId: number; readonly jobId: number | null }
  | { readonly kind: 'failed_job'; readonly jobId: number }
  /** A crawl that is done or has failed, not one that was canceled. */
  | { readonly kind: 'crawl'; readonly crawlId: number };

/** Identifies a lease of something that has happened. */
export interface EventLease {
  readonly id: number;
  readonly token: string;
}

/** What a worker asks for. */
export interface EventClaim {
  /** As in `JobClaim`. */
  readonly token: string;
  readonly leaseMs: number;
  /** The owner whose turn it was. Default: none, so that it is the turn of the first one. */
  readonly afterOwner?: string;
  readonly now: Date;
}

/** Something that has happened, leased. */
export interface ClaimedEvent {
  readonly ownerId: string;
  readonly event: OutboxEvent;
  /** When it happened. */
  readonly createdAt: Date;
  /** How often it was claimed, with this time. */
  readonly attempts: number;
  readonly lease: EventLease;
}

/** A delivery to insert. */
export interface NewDelivery {
  readonly webhookId: number;
  readonly messageId: string;
  readonly type: AlertType;
  readonly websiteId: number | null;
  /** The message as JSON: at most 20,000 bytes. */
  readonly body: string;
}

/** Deliveries to insert. */
export interface NewDeliveries {
  readonly deliveries: readonly NewDelivery[];
  /** How many deliveries of the owner may be waiting, with these. */
  readonly maxWaiting: number;
  /** Default: none. */
  readonly mails?: NewMails;
  /** What is known of the site from now on. Default: what was. */
  readonly site?: SiteChange;
  readonly now: Date;
}

/** The outcome of {@link DeliveryStore.endEvent}. */
export interface EndedEvent {
  /** How many mails were left out, since there are too many of the owner. */
  readonly droppedMails: number;
}

/** A delivery that was asked for: a test. */
export interface RequestedDelivery extends Omit<NewDelivery, 'type'> {
  readonly ownerId: string;
  readonly type: Extract<MessageType, 'webhook.test'>;
  readonly maxWaiting: number;
  readonly now: Date;
}

/** A delivery to send again. */
export interface Replay {
  readonly ownerId: string;
  readonly webhookId: number;
  readonly id: number;
  readonly maxWaiting: number;
  readonly now: Date;
}

/** The outcome of {@link DeliveryStore.create} and {@link DeliveryStore.replay}. */
export type DeliveryCreation =
  | { readonly outcome: 'waiting'; readonly delivery: Delivery }
  /** The owner has no such webhook or delivery. */
  | { readonly outcome: 'missing' }
  | {
      readonly outcome: 'quota_exceeded';
      /** How many deliveries of the owner are waiting. */
      readonly used: number;
    };

/** Which deliveries to list. */
export interface DeliveriesQuery {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** What a worker asks for. */
export interface DeliveryClaim {
  /** As in `JobClaim`. */
  readonly token: string;
  readonly leaseMs: number;
  /** Skips the webhooks of these owners, of whom it delivers enough already. */
  readonly exceptOwners?: readonly string[];
  readonly now: Date;
}

/** Identifies a lease of a delivery. */
export interface DeliveryLease {
  readonly deliveryId: number;
  readonly token: string;
}

/** A delivery to attempt. */
export interface ClaimedDelivery {
  readonly ownerId: string;
  readonly webhook: Webhook;
  /** What to sign with: the secret, and the one before while that is valid. */
  readonly secrets: readonly [string] | readonly [string, string];
  /** Its `attempts` include this one. */
  readonly delivery: Delivery;
  readonly body: string;
  readonly lease: DeliveryLease;
}

/** How an attempt ended. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered'; readonly httpStatus: number; readonly durationMs: number }
  | (FailedAttempt & {
      /** It is due again after `delayMs`. */
      readonly kind: 'retry';
      readonly delayMs: number;
      /** No delivery of the webhook is due before, as the receiver is busy. Default: 0. */
      readonly pauseMs?: number;
    })
  | (FailedAttempt & {
      readonly kind: 'failed';
      /** The receiver is gone: disables the webhook. */
      readonly isGone?: true;
    })
  /** The attempt does not count, and is due at once: the worker stops. */
  | { readonly kind: 'given_back' };

/** What is known of an attempt that failed. */
interface FailedAttempt {
  readonly httpStatus: number | null;
  readonly error: DeliveryError;
  readonly durationMs: number;
  /** Disables the webhook if it has failed for this long, and this was the last attempt of its delivery. */
  readonly disableAfterMs: number;
}

/** The outcome of {@link DeliveryStore.end}. */
export interface EndedDelivery {
  readonly isEnded: boolean;
  /** Why this attempt has disabled the webhook; `null` if it has not. */
  readonly disabled: DeliveryDisables | null;
}
