import type { VNode } from 'preact';
import type { Recipient, RecipientState } from '../../store/recipient.ts';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';

/** Properties of {@link SubscriptionPage}. */
interface SubscriptionProps extends PageContext {
  readonly domain: string;
  readonly recipient: Recipient;
  /** The state after the step that the page asks about. */
  readonly step: Extract<RecipientState, 'confirmed' | 'unsubscribed'>;
  /** The page of the other step. */
  readonly other: string;
}

/** The page that asks a recipient whether to take a step, or says that it was taken. */
export function SubscriptionPage({
  domain,
  recipient: { address, state },
  step,
  other,
  ...page
}: SubscriptionProps): VNode {
  const labels = text.subscription[step];
  if (state === step) {
    return (
      <Layout {...page} title={labels.doneTitle}>
        <section class="message">
          <h1>{labels.doneTitle}</h1>
          <p role="status">{labels.done(address, domain)}</p>
          <p>
            <a href={other}>{labels.other}</a>
          </p>
        </section>
      </Layout>
    );
  }
  return (
    <Layout {...page} title={labels.title(domain)}>
      <section class="message">
        <h1>{labels.title(domain)}</h1>
        <p>{labels.text(address, domain)}</p>
        <form method="post" data-busy={labels.busy}>
          <div class="actions">
            <button type="submit">{labels.verb}</button>
          </div>
        </form>
      </section>
    </Layout>
  );
}

/** The page that says that a link to unsubscribe has no recipient: it was deleted. */
export function NoSubscriptionPage(page: PageContext): VNode {
  const labels = text.subscription.missing;
  return (
    <Layout {...page} title={labels.title}>
      <section class="message">
        <h1>{labels.title}</h1>
        <p role="status">{labels.text}</p>
      </section>
    </Layout>
  );
}
