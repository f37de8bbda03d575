import type { Importance } from '@sitegrade/audit/checks';

/** The events that webhooks can receive. */
export const alertTypes = [
  'report.created',
  'report.failed',
  'crawl.completed',
  'crawl.failed',
  'findings.new',
  'score.dropped',
  'site.unreachable',
  'site.recovered',
  'certificate.expiring',
] as const;

/**
 * An event that a webhook can receive. `report.created` and `crawl.completed`: each of them. `report.failed`: a report of a
 * job, since others are not stored. `findings.new`: a report or a crawl found what the one before did not have.
 * `score.dropped`: its score is lower than that of the one before. `site.unreachable`: two attempts in the background
 * have failed, the second at least ten minutes later. `site.recovered`: one has succeeded since.
 * `certificate.expiring`: the certificate of the site expires soon.
 */
export type AlertType = (typeof alertTypes)[number];

/** What receivers of webhooks understand. */
export const webhookFormats = ['json', 'slack', 'teams', 'discord'] as const;

/** `json`: signed as Standard Webhooks says. The others: a message that the chat service shows. */
export type WebhookFormat = (typeof webhookFormats)[number];

/** From which importance findings can be sent. */
export const minImportances = ['high', 'medium', 'low'] as const satisfies readonly Importance[];

/**
 * Why a webhook is disabled. `owner`: its owner has disabled it. `gone`: the receiver has responded with 410. `failing`:
 * all deliveries have failed for days.
 */
export type WebhookDisabledReason = 'owner' | 'gone' | 'failing';

/** What a webhook receives, and where. */
export interface WebhookSettings {
  /** The URL of the receiver, normalised. It may contain secrets. */
  readonly url: string;
  readonly format: WebhookFormat;
  /** The events that it receives, at least one, each once. */
  readonly events: readonly AlertType[];
  /** Only of these websites, each once; `null` for all, and for what belongs to none. */
  readonly websiteIds: readonly number[] | null;
  /** Findings of a lower importance do not count for `findings.new`. */
  readonly minImportance: (typeof minImportances)[number];
}

/** A URL to which messages about events are sent. */
export interface Webhook extends WebhookSettings {
  readonly id: number;
  /** `null` while it is enabled. Then what happens is not delivered, and what was waiting waits. */
  readonly disabledReason: WebhookDisabledReason | null;
  readonly disabledAt: Date | null;
  /** When the first of its deliveries failed since one succeeded; `null` if the last one has not failed. */
  readonly failingSince: Date | null;
  /** When a delivery last succeeded. */
  readonly lastDeliveredAt: Date | null;
  /** Until when deliveries are also signed with the secret before, which may be over; `null` if it was never replaced. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  /** When its settings were last changed, or its secret was replaced. Deliveries do not change it. */
  readonly updatedAt: Date;
}
