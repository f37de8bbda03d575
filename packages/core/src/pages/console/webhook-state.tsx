import type { VNode } from 'preact';
import type { Webhook } from '../../store/webhook.ts';
import { english as text } from '../english.ts';
import { ShortTime } from '../parts/time.tsx';

/** Whether a webhook is enabled, or why and since when it is not, and since when its deliveries fail. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): VNode {
  const labels = text.webhooks;
  const { disabledReason, disabledAt, failingSince } = webhook;
  if (disabledReason !== null && disabledAt !== null) {
    return (
      <>
        <span class={disabledReason === 'owner' ? 'soft' : 'status fail'}>
          {labels.disabledSince} <ShortTime date={disabledAt} />
        </span>
        <p class="reason small">{labels.reasons[disabledReason]}</p>
      </>
    );
  }
  return (
    <>
      <span class="status pass">{labels.enabled}</span>
      {failingSince !== null && (
        <p class="reason small">
          <span class="status warn">
            {labels.failingSince} <ShortTime date={failingSince} />
          </span>
        </p>
      )}
    </>
  );
}
