import type { AlertMessage } from '../../alerts/alert-message.ts';
import type { MailContent, MailSettings } from '../mail.ts';

/** The mail about something that has happened. */
export function alertMail(
  { type, data }: AlertMessage,
  { brand, unsubscribeUrl }: MailSettings,
): MailContent {
  const site = data.website?.domain ?? 'a website';
  const text = `${type}: ${site}\n${data.link ?? ''}\nUnsubscribe: ${unsubscribeUrl}\n`;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return {
    subject: `${brand.name}: ${type} of ${site}`,
    text,
    html: `<!doctype html><html lang="en"><body><pre>${escaped}</pre></body></html>`,
  };
}
