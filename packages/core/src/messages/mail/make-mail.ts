import type { Context } from '../../context/context.ts';
import type { Mail, MailContent } from '../../context/send-mail.ts';
import type { ClaimedMail } from '../../store/mail-store.ts';
import type { AlertMessage } from '../alerts/alert-message.ts';
import { loadContent } from './load-content.ts';
import type { Digest, MailSettings } from './mail.ts';
import { brandFor } from './mail-brand.ts';
import { linkOfAlert, linkOfDigest } from './mail-link.ts';

/** The mail of a row of the store. */
export async function makeMail(context: Context, claimed: ClaimedMail): Promise<Mail> {
  const { messageId, recipient, token, kind } = claimed;
  const root = `${context.alerts.consoleUrl}/mail/${token}`;
  const unsubscribeUrl = `${root}/unsubscribe`;
  const brand = await brandFor(context, claimed.ownerId);
  const content = await contentOf(context, claimed, root, { brand, unsubscribeUrl });
  const headers = {
    // RFC 3834: programs that answer mails do not answer this one.
    'Auto-Submitted': 'auto-generated',
    ...(kind !== 'confirmation' && unsubscribeHeaders(unsubscribeUrl)),
  };
  return { ...content, to: recipient.address, messageId, headers };
}

async function contentOf(
  context: Context,
  { kind, body, domain, ownerId }: ClaimedMail,
  root: string,
  settings: Omit<MailSettings, 'link'>,
): Promise<MailContent> {
  const { alertMail, confirmationMail, digestMail } = await loadContent();
  if (kind === 'confirmation') {
    return confirmationMail({ domain, confirmUrl: `${root}/confirm`, brand: settings.brand });
  }
  const stored: unknown = JSON.parse(body ?? '');
  if (kind === 'alert') {
    const message = stored as AlertMessage;
    return alertMail(message, { ...settings, link: await linkOfAlert(context, ownerId, message) });
  }
  const digest = revived(stored as Digest);
  return digestMail(digest, { ...settings, link: await linkOfDigest(context, ownerId, digest) });
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
