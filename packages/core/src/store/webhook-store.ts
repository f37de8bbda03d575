import type { Webhook, WebhookDisabledReason, WebhookSettings } from './webhook.ts';

/** Webhooks. A webhook is deleted with its deliveries. */
export interface WebhookStore {
  /**
   * Inserts a webhook that is enabled, unless the quota would be exceeded. Ids increase, and are never reused. Times as in
   * `JobStore`.
   */
  create(webhook: NewWebhook): Promise<WebhookCreation>;
  find(ownerId: string, id: number): Promise<Webhook | undefined>;
  /** All webhooks of the owner, oldest first. There are as many as the quota allows, and some more if that was lowered. */
  list(ownerId: string): Promise<readonly Webhook[]>;
  /**
   * Changes settings. Another URL, and `isEnabled: true`, end what is known of its failures and the pause that the
   * receiver has asked for: its deliveries that wait are due as they were. `undefined` if there is none.
   */
  update(ownerId: string, id: number, change: WebhookChange): Promise<Webhook | undefined>;
  /**
   * Replaces the secret. Deliveries are signed with the one before, too, for `previousForMs`: with two at most. So a second
   * rotation in that time ends the older of the two, and a third one is refused until the time of that one would be over.
   */
  rotate(ownerId: string, id: number, rotation: SecretRotation): Promise<SecretRotationOutcome>;
  /** Deletes the webhook with all its deliveries. `false` if there was none. */
  delete(ownerId: string, id: number): Promise<boolean>;
}

/** A webhook to insert. */
export interface NewWebhook extends WebhookSettings {
  readonly ownerId: string;
  /** What its deliveries are signed with: `whsec_` and 32 bytes in base64. Stored as it is. */
  readonly secret: string;
  readonly createdAt: Date;
  /** How many webhooks the owner may have, with this one. */
  readonly maxWebhooks: number;
}

/** The outcome of {@link WebhookStore.create}. */
export type WebhookCreation =
  | { readonly outcome: 'created'; readonly webhook: Webhook }
  | {
      readonly outcome: 'quota_exceeded';
      /** How many webhooks the owner has. */
      readonly used: number;
    };

/** The change of a webhook. What is absent stays as it is. */
export interface WebhookChange extends Partial<WebhookSettings> {
  /** `true`: enables it, regardless of what had disabled it. `false`: disables it, unless it is. */
  readonly isEnabled?: boolean;
  readonly updatedAt: Date;
}

/** A secret to use from now on. */
export interface SecretRotation {
  readonly secret: string;
  readonly previousForMs: number;
  readonly updatedAt: Date;
}

/** The outcome of {@link WebhookStore.rotate}. */
export type SecretRotationOutcome =
  | { readonly outcome: 'rotated'; readonly webhook: Webhook }
  | { readonly outcome: 'missing' }
  | {
      readonly outcome: 'too_many_rotations';
      /** Milliseconds after which there may be one. */
      readonly retryAfterMs: number;
    };

/** What disables a webhook while it is delivered to. */
export type DeliveryDisables = Extract<WebhookDisabledReason, 'gone' | 'failing'>;
