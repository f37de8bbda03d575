import type { AlertMessage } from '../alerts/alert-message.ts';
import type { Context } from '../context/context.ts';
import type { Mail, MailContent } from '../context/send-mail.ts';
import type { ClaimedMail } from '../store/mail-store.ts';
import type { Digest, MailSettings } from './mail.ts';
import { brandFor } from './mail-brand.ts';

/** The mail of a row of the store. */
export async function makeMail(context: Context, claimed: ClaimedMail): Promise<Mail> {
  const { messageId, recipient, token, kind } = claimed;
  const root = `${context.alerts.consoleUrl}/mail/${token}`;
  const unsubscribeUrl = `${root}/unsubscribe`;
  const brand = await brandFor(context, claimed.ownerId);
  const content =
    kind === 'confirmation'
      ? await confirmationOf(claimed.domain, `${root}/confirm`, brand)
      : await contentOf(claimed, { brand, unsubscribeUrl });
  const headers = {
    // RFC 3834: programs that answer mails do not answer this one.
    'Auto-Submitted': 'auto-generated',
    ...(kind !== 'confirmation' && unsubscribeHeaders(unsubscribeUrl)),
  };
  return { ...content, to: recipient.address, messageId, headers };
}

// Mails are drawn with preact: a process that sends none does not load it.
async function confirmationOf(domain: string, confirmUrl: string, brand: MailSettings['brand']) {
  const { confirmationMail } = await import('./content/confirmation-mail.tsx');
  return confirmationMail({ domain, confirmUrl, brand });
}

async function contentOf(
  { kind, body }: ClaimedMail,
  settings: MailSettings,
): Promise<MailContent> {
  const stored: unknown = JSON.parse(body ?? '');
  if (kind === 'alert') {
    const { alertMail } = await import('./content/alert-mail.tsx');
    return alertMail(stored as AlertMessage, settings);
  }
  const { digestMail } = await import('./content/digest-mail.tsx');
  return digestMail(revived(stored as Digest), settings);
}

/** JSON has no dates. */
function revived(digest: Digest): Digest {
  return {
    ...digest,
    from: new Date(digest.from),
    to: new Date(digest.to),
    history: digest.history.map(({ at, score }) => ({ at: new Date(at), score })),
  };
}

/** RFC 8058 allows one-click unsubscribing with `https:` only. */
function unsubscribeHeaders(url: string): Mail['headers'] {
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
