import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { listWebhooks } from '../../messages/webhooks/webhooks.ts';
import type { Recipient } from '../../store/recipient.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';

/** Who hears what happens on a website. */
interface WebsiteReceivers {
  /** The recipients of mails; `undefined` where the server sends none. */
  readonly recipients: readonly Recipient[] | undefined;
  /** How many webhooks get messages. */
  readonly webhooks: number;
}

/** Loads who hears what happens on a website. */
export async function websiteReceivers(
  context: Context,
  ownerId: string,
  websiteId: number,
): Promise<WebsiteReceivers> {
  const [recipients, webhooks] = await Promise.all([
    context.alerts.sendMail && context.store.recipients.list(ownerId, websiteId),
    listWebhooks(context, ownerId),
  ]);
  const ofWebsite = webhooks.filter(
    ({ websiteIds, disabledReason }) =>
      disabledReason === null && (websiteIds === null || websiteIds.includes(websiteId)),
  );
  return { recipients, webhooks: ofWebsite.length };
}

/** Who hears what happens on a website, in sentences, with links to change it. */
export function ReceiverSentences({
  receivers: { recipients, webhooks },
  websiteId,
  links,
}: {
  readonly receivers: WebsiteReceivers;
  readonly websiteId: number;
  readonly links: Links;
}): VNode {
  const labels = text.recipients;
  const [confirmed = 0, waiting = 0] = (['confirmed', 'unconfirmed'] as const).map(
    (state) => recipients?.filter((recipient) => recipient.state === state).length,
  );
  return (
    <>
      {recipients && (
        <p>
          {labels.confirmed(confirmed)}
          {waiting > 0 && ` ${labels.waiting(waiting)}`}{' '}
          <a href={links.recipients(websiteId)}>
            {recipients.length === 0 ? labels.add : labels.manage}
          </a>
        </p>
      )}
      <p>
        {text.console.webhooksOf(webhooks)}{' '}
        <a href={links.consolePage('/webhooks')}>
          {webhooks === 0 ? text.webhooks.create : text.webhooks.title}
        </a>
      </p>
    </>
  );
}
