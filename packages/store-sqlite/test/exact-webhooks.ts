import type { Store } from '@sitegrade/core';

const waiting = `select d.webhook_id, min(d.due_at) as due_at from sitegrade_deliveries as d
  where d.state = 'waiting' group by d.webhook_id`;

/** Statements of both databases about webhooks, deliveries, recipients and mails that must have no rows. */
export const noRowsOfWebhooks: readonly string[] = [
  // A webhook that is enabled is not due too late. Deletions of deliveries may leave it due too early.
  `select w.id from sitegrade_webhooks as w join (${waiting}) as first on first.webhook_id = w.id
    where w.disabled_reason is null and w.lease_token is null and (w.due_at is null
      or w.due_at > case when w.paused_until > first.due_at then w.paused_until else first.due_at end)`,
  `select id from sitegrade_webhooks where disabled_reason is null and due_at <> leased_until`,
  // Only the rows of deleted webhooks may be without a webhook.
  `select webhook_id from sitegrade_deliveries
    except select id from sitegrade_webhooks except select webhook_id from sitegrade_deleted_webhooks`,
  `select webhook_id from sitegrade_deleted_webhooks
    where webhook_id in (select id from sitegrade_webhooks)`,
  // What waits has a recipient, and that a website, or one that is being deleted.
  `select recipient_id from sitegrade_mails where due_at is not null
    except select id from sitegrade_recipients`,
  `select website_id from sitegrade_recipients
    except select id from sitegrade_websites except select website_id from sitegrade_deleted_websites`,
];

/** Gives an owner rows in every table of webhooks: one that is deleted, another one, and what happens from now on. */
export async function furnishWebhooks(store: Store, ownerId: string): Promise<void> {
  const now = new Date();
  const create = async () => {
    const creation = await store.webhooks.create({
      ownerId,
      url: 'https://example.com/hook',
      format: 'json',
      events: ['report.created'],
      websiteIds: null,
      minImportance: 'low',
      secret: 'whsec_1',
      createdAt: now,
      maxWebhooks: 9,
    });
    if (creation.outcome !== 'created') throw new Error('The quota is exceeded.');
    const { id: webhookId } = creation.webhook;
    await store.deliveries.create({
      ownerId,
      webhookId,
      messageId: 'msg_1',
      type: 'webhook.test',
      websiteId: null,
      body: '{}',
      maxWaiting: 9,
      now,
    });
  };
  await create();
  await store.maintenance.deleteOwned(ownerId, 'webhooks');
  await create();
}
