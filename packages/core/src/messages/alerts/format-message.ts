import type { WebhookFormat } from '../../store/webhook.ts';
import type { AlertMessage } from './alert-message.ts';
import { discordBody } from './formats/discord.ts';
import { slackBody } from './formats/slack.ts';
import { teamsBody } from './formats/teams.ts';

const bodies = {
  json: (message) => message,
  slack: slackBody,
  teams: teamsBody,
  discord: discordBody,
} satisfies Record<WebhookFormat, (message: AlertMessage) => object>;

/** Writes the body of a request to a webhook, as JSON, within the limits of the service. */
export function formatMessage(format: WebhookFormat, message: AlertMessage): string {
  return JSON.stringify(bodies[format](message));
}
