import type { VNode } from 'preact';
import type { Recipient } from '../../store/recipient.ts';
import { english as text } from '../english.ts';
import { ShortTime } from '../parts/time.tsx';

const styles = { unconfirmed: 'status warn', confirmed: 'status pass', unsubscribed: 'soft' };

/** Whether a recipient has confirmed, and since when. */
export function RecipientState({ recipient }: { readonly recipient: Recipient }): VNode {
  const labels = text.recipients;
  const { state, confirmedAt, unsubscribedAt, createdAt } = recipient;
  const since = { unconfirmed: createdAt, confirmed: confirmedAt, unsubscribed: unsubscribedAt };
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
