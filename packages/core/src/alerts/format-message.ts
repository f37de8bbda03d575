import type { WebhookFormat } from '../store/webhook.ts';
import type { AlertMessage } from './alert-message.ts';

export function formatMessage(format: WebhookFormat, message: AlertMessage): string {
  if (format === 'json') return JSON.stringify(message);
  throw new Error('to be merged');
}
