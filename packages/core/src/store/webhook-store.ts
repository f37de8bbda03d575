import type { Webhook, WebhookDisabledReason, WebhookSettings } from './webhook.ts';

/** Webhooks. A webhook is deleted with its deliveries. */
export interface WebhookStore {
  /** Inserts a webhook that is enabled, unless the quota would be exceeded. Ids increase, and are never reused. */
  create(webhook: NewWebhook): Promise<WebhookCreation>;
  find(ownerId: string, id: number): Promise<Webhook | undefined>;
  /** All webhooks of the owner, oldest first. There are as many as the quota allows, and some more if that was lowered. */
  list(ownerId: string): Promise<readonly Webhook[]>;
  /**
   * Changes settings. Enabling one ends what is known of its failures, and its deliveries that wait are due as they were.
   * Validates in this order: the webhook exists, `onlyIf`.
   */
  update(
    ownerId: string,
    id: number,
    change: WebhookChange,
    onlyIf?: WebhookCondition,
  ): Promise<WebhookUpdate>;
  /** Replaces the secret. The one before is the `previousSecret` of its deliveries for `previousForMs`. */
  rotate(ownerId: string, id: number, rotation: SecretRotation): Promise<Webhook | undefined>;
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
  /** `true`: enables it, whatever had disabled it. `false`: disables it, unless it is. */
  readonly isEnabled?: boolean;
  readonly updatedAt: Date;
}

/** As `WebsiteCondition`: checks the webhook at the moment it would be changed, without side effects. */
export type WebhookCondition = (current: Webhook) => boolean;

/** The outcome of {@link WebhookStore.update}. */
export type WebhookUpdate =
  | { readonly outcome: 'updated'; readonly webhook: Webhook }
  | { readonly outcome: 'missing' | 'condition_failed' };

/** A secret to use from now on. */
export interface SecretRotation {
  readonly secret: string;
  readonly previousForMs: number;
  readonly updatedAt: Date;
}

/** What disables a webhook while it is delivered to. */
export type DeliveryDisables = Extract<WebhookDisabledReason, 'gone' | 'failing'>;
