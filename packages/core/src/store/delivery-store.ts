import type { List } from '../listing/listing.ts';
import type { Delivery, DeliveryError, MessageType } from './delivery.ts';
import type { NewMails } from './mail-store.ts';
import type { GivenBack, MessageClaim, MessageLease, MessageQueue } from './message-queue.ts';
import type { SiteChange } from './site-state.ts';
import type { AlertType, Webhook } from './webhook.ts';
import type { DeliveryDisables } from './webhook-store.ts';

/**
 * What has happened and is not yet made into deliveries (the outbox), and deliveries.
 *
 * A claim is of the webhook that has been due longest: it is enabled, has no attempt running, and a delivery is due. The
 * end of its last attempt counts, so that webhooks take turns. Of its deliveries it is the one that has been due longest,
 * then the oldest; those whose website was deleted are canceled instead. So concurrent calls never get deliveries of the
 * same webhook. Each is attempted again as often as its outcome says, or as its lease is over.
 *
 * The methods of other stores that make one of these true insert a row into the outbox in the same transaction, if the
 * owner has a webhook that is enabled, a recipient that is confirmed, a schedule, or a website whose last attempt has failed: `reports.create` and
 * `createOnce`, `jobs.end` and `jobs.sweep` where a job failed, `crawls.end`, and `crawls.claim` and `crawls.endPage`
 * where a crawl failed. So nothing is lost when a process is killed after the change.
 *
 * Times as in `JobStore`.
 */
export interface DeliveryStore
  extends MessageQueue<ClaimedDelivery, DeliveryOutcome, EndedDelivery> {
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
  endEvent(lease: MessageLease, deliveries: NewDeliveries): Promise<EndedEvent | undefined>;
  /** Leases it for `leaseMs` from now on. `false` if the lease has ended. */
  renewEvent(lease: MessageLease, leaseMs: number, now: Date): Promise<boolean>;
  /** Gives it back: it is due after `delayMs`. `false` if the lease has ended. */
  deferEvent(lease: MessageLease, delayMs: number, now: Date): Promise<boolean>;

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
  /** How many deliveries of all owners are waiting, for operators: counted up to `maxExactTotal`. */
  countWaiting(): Promise<number>;
}

/** Something that has happened. */
export type OutboxEvent =
  | { readonly kind: 'report'; readonly reportId: number; readonly jobId: number | null }
  | { readonly kind: 'failed_job'; readonly jobId: number }
  /** A crawl that is done or has failed, not one that was canceled. */
  | { readonly kind: 'crawl'; readonly crawlId: number };

/** What a worker asks for. */
export interface EventClaim extends Omit<MessageClaim, 'exceptOwners'> {
  /** The owner whose turn it was. Default: none, so that it is the turn of the first one. */
  readonly afterOwner?: string;
}

/** Something that has happened, leased. */
export interface ClaimedEvent {
  readonly ownerId: string;
  readonly event: OutboxEvent;
  /** When it happened. */
  readonly createdAt: Date;
  /** How often it was claimed, with this time. */
  readonly attempts: number;
  readonly lease: MessageLease;
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

/** A delivery to attempt. */
export interface ClaimedDelivery {
  readonly ownerId: string;
  readonly webhook: Webhook;
  /** What to sign with: the secret, and the one before while that is valid. */
  readonly secrets: readonly [string] | readonly [string, string];
  /** Its `attempts` include this one. */
  readonly delivery: Delivery;
  readonly body: string;
  readonly lease: MessageLease;
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
  | GivenBack;

/** What is known of an attempt that failed. */
interface FailedAttempt {
  readonly httpStatus: number | null;
  readonly error: DeliveryError;
  readonly durationMs: number;
  /** Disables the webhook if it has failed for this long, and this was the last attempt of its delivery. */
  readonly disableAfterMs: number;
}

/** What the end of an attempt has done. */
export interface EndedDelivery {
  readonly isEnded: boolean;
  /** Why this attempt has disabled the webhook; `null` if it has not. */
  readonly disabled: DeliveryDisables | null;
}
