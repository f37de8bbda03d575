import type { Store } from '@sitegrade/core';

/** The id of the message about a report to a webhook. */
export function messageOf(reportId: unknown, webhookId: number): string {
  return `msg_${reportId}_${webhookId}`;
}

let claims = 0;

/** Makes deliveries of something that has happened, and sends one. Returns whether there was something to do. */
export async function deliverNext(
  { webhooks, deliveries }: Store,
  send: (messageId: string) => void,
): Promise<boolean> {
  claims += 1;
  const claim = () => ({ token: `${process.pid}-${claims}`, leaseMs: 1_000, now: new Date() });
  const event = await deliveries.claimEvent(claim());
  if (event?.event.kind === 'report') {
    const { reportId } = event.event;
    const made = (await webhooks.list(event.ownerId)).map(({ id: webhookId }) => ({
      webhookId,
      messageId: messageOf(reportId, webhookId),
      type: 'report.created' as const,
      websiteId: null,
      body: '{}',
    }));
    const created = { deliveries: made, maxWaiting: 100_000, now: new Date() };
    await deliveries.endEvent(event.lease, created);
  }
  const claimed = await deliveries.claim(claim());
  if (claimed !== undefined) {
    send(claimed.delivery.messageId);
    const outcome = { kind: 'delivered', httpStatus: 204, durationMs: 1 } as const;
    await deliveries.end(claimed.lease, outcome, new Date());
  }
  return event !== undefined || claimed !== undefined;
}
