import type { AlertType } from './webhook.ts';

/** The type of a message: what happened, or that its owner tests a webhook. */
export type MessageType = AlertType | 'webhook.test';

/**
 * `waiting`: for its first or its next attempt, or the attempt is running. `failed`: after the last attempt, or there
 * were too many. `canceled`: its website was deleted before.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'canceled';

/**
 * Why the last attempt of a delivery failed, or why there was none.
 *
 * `status`: the receiver responded with another status than 2xx. `url_not_allowed`: its URL has an address that is not public, or
 * a port or scheme that is not allowed. `dns`: its host has no public address, or does not exist. `quota_exceeded`: there was no attempt, since too many deliveries of the owner waited. `internal`: the server could
 * not make the message.
 */
export type DeliveryError =
  | 'status'
  | 'url_not_allowed'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'quota_exceeded'
  | 'internal';

/** A message to one webhook. */
export interface Delivery {
  readonly id: number;
  readonly webhookId: number;
  /** The same in every attempt, and different for each delivery: `msg_` and letters, digits, `-` and `_`. */
  readonly messageId: string;
  readonly type: MessageType;
  /** The website that it is about; `null` if there is none. */
  readonly websiteId: number | null;
  readonly state: DeliveryState;
  /** How many attempts were started. Sending it again begins at 0. */
  readonly attempts: number;
  /** When it may be attempted, while it is waiting; `null` when it has ended. */
  readonly dueAt: Date | null;
  /** The status of the last response; `null` without one. */
  readonly httpStatus: number | null;
  /** Why the last attempt failed; `null` if none has. */
  readonly error: DeliveryError | null;
  /** Milliseconds that the last attempt took; `null` before it has ended. */
  readonly durationMs: number | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}
