import {
  type CreateRecipientInput,
  confirmRecipient,
  createRecipient,
  unsubscribeRecipient,
} from '@sitegrade/core';
import { ownerId } from './share-website.ts';
import type { PagesServer } from './use-pages.ts';

const hourMs = 3_600_000;

/** How a server sends mails that no one reads. */
export const alerts = {
  consoleUrl: 'https://seo.example.com/sitegrade',
  sendMail: async () => {},
};

/** Recipients of mails about a website in each state, one with a very long address. */
export async function addRecipients(server: PagesServer, websiteId: number) {
  const { context } = server;
  const add = async (input: CreateRecipientInput) => {
    const { id } = await createRecipient(context, ownerId, websiteId, input);
    return { id, token: await tokenOf(server, id) };
  };
  const confirmed = await add({ address: 'ann@example.com', digest: true, minImportance: 'high' });
  await confirmRecipient(context, confirmed.token);
  const long = `${'a-very-long-name.'.repeat(3)}x@${'a-very-long-name.'.repeat(10)}example.com`;
  const unconfirmed = await add({ address: long, events: ['site.unreachable'] });
  const unsubscribed = await add({ address: 'old@example.com', events: [], digest: true });
  await confirmRecipient(context, unsubscribed.token);
  await unsubscribeRecipient(context, unsubscribed.token);
  return {
    recipientId: confirmed.id,
    unconfirmedId: unconfirmed.id,
    unsubscribedId: unsubscribed.id,
  };
}

/** The token in the mail that asks for the confirmation, the only one that waits. */
async function tokenOf({ store }: PagesServer, recipientId: number): Promise<string> {
  const claim = { token: `sample-${recipientId}`, leaseMs: hourMs, now: new Date() };
  const claimed = await store.mails.claim(claim);
  if (claimed?.recipient.id !== recipientId) throw new Error('Another mail waits.');
  return claimed.token;
}
