import type { VNode } from 'preact';
import { failureReason } from '../../messages/mail/failure-reason.ts';
import type { Recipient } from '../../store/recipient.ts';
import { english as text } from '../english.ts';
import { ShortTime } from '../parts/time.tsx';

const styles = {
  unconfirmed: 'status warn',
  confirmed: 'status pass',
  unsubscribed: 'soft',
  refused: 'status fail',
};

/** Whether a recipient has confirmed, and since when; and why its last mail was not sent. */
export function RecipientState({ recipient }: { readonly recipient: Recipient }): VNode {
  const labels = text.recipients;
  const { state, lastFailure } = recipient;
  const since = {
    unconfirmed: recipient.createdAt,
    confirmed: recipient.confirmedAt,
    unsubscribed: recipient.unsubscribedAt,
    refused: recipient.refusedAt,
  };
  const date = since[state];
  return (
    <>
      <span class={styles[state]}>{labels.states[state]}</span>
      {date && (
        <>
          {' '}
          {labels.since} <ShortTime date={date} />
        </>
      )}
      {lastFailure && (
        <p class="soft small">
          {labels.failed} <ShortTime date={lastFailure.failedAt} />: {failureReason(lastFailure)}
        </p>
      )}
    </>
  );
}

/** What is sent to a recipient that has confirmed, in words. */
export function RecipientMails({ recipient }: { readonly recipient: Recipient }): VNode {
  const { events, digest, minImportance } = recipient;
  const { types, minImportance: label, importances } = text.webhooks;
  const mails = [...events.map((type) => types[type]), ...(digest ? [text.recipients.digest] : [])];
  const hasFindings = events.includes('findings.new') || digest;
  return (
    <>
      {mails.join(', ')}
      {hasFindings && minImportance !== 'low' && (
        <p class="soft small">{`${label}: ${importances[minImportance]}`}</p>
      )}
    </>
  );
}
