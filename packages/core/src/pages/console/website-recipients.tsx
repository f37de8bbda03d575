import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import type { Recipient } from '../../store/recipient.ts';
import { english as text } from '../english.ts';

/** The recipients of mails about a website; `undefined` where the server sends none. */
export async function websiteRecipients(
  { alerts, store }: Context,
  ownerId: string,
  websiteId: number,
): Promise<readonly Recipient[] | undefined> {
  return alerts.sendMail && store.recipients.list(ownerId, websiteId);
}

/** How many people get mails about a website, on its page. */
export function WebsiteRecipientsView({
  recipients,
  path,
}: {
  readonly recipients: readonly Recipient[];
  /** Of the page of the recipients. */
  readonly path: string;
}): VNode {
  const labels = text.recipients;
  const [confirmed = 0, waiting = 0] = (['confirmed', 'unconfirmed'] as const).map(
    (state) => recipients.filter((recipient) => recipient.state === state).length,
  );
  return (
    <section aria-labelledby="mail">
      <h2 id="mail">{labels.section}</h2>
      <p>
        {labels.confirmed(confirmed)}
        {waiting > 0 && ` ${labels.waiting(waiting)}`}
      </p>
      <p>
        <a href={path}>{recipients.length === 0 ? labels.add : labels.manage}</a>
      </p>
    </section>
  );
}
