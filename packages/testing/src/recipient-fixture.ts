import type { Recipient } from '@sitegrade/core';
import type {
  ClaimedMail,
  MessageClaim,
  NewMail,
  NewRecipient,
  RequestedConfirmation,
  Store,
} from '@sitegrade/core/store';
import { oneDay } from './job-fixture.ts';
import { newReport } from './report-fixture.ts';
import { claimEvent } from './webhook-fixture.ts';

let last = 0;

/** What a mail that asks for a confirmation needs: an address that no other one has. */
function confirmation() {
  last += 1;
  return {
    messageId: `<confirmation-${last}@example.com>`,
    maxMailsPerDay: 1_000,
    ofOwner: { key: `owner-key-${last}`, max: 3, windowMs: 30 * oneDay },
    ofAll: { key: `key-${last}`, max: 3, windowMs: oneDay },
  };
}

/** A recipient to insert, with its own address. */
export function newRecipient(websiteId: number, part: Partial<NewRecipient> = {}): NewRecipient {
  const limits = confirmation();
  return {
    ...limits,
    ownerId: 'owner-1',
    websiteId,
    address: `o'hara+${last}@example.com`,
    events: ['report.created', 'findings.new'],
    minImportance: 'low',
    digest: false,
    token: `token-${last}`,
    maxRecipients: 1_000,
    createdAt: new Date(),
    ...part,
  };
}

/** Inserts a recipient, which must be possible. */
export async function createRecipient(
  store: Store,
  websiteId: number,
  part: Partial<NewRecipient> = {},
): Promise<Recipient> {
  const creation = await store.recipients.create(newRecipient(websiteId, part));
  if (creation.outcome !== 'created') throw new Error(`It is not created: ${creation.outcome}.`);
  return creation.recipient;
}

/** The same, and confirms it. */
export async function createConfirmed(
  store: Store,
  websiteId: number,
  part: Partial<NewRecipient> = {},
  digestDueAt = new Date(Date.now() + oneDay),
): Promise<Recipient> {
  const given = newRecipient(websiteId, part);
  await createRecipient(store, websiteId, given);
  const now = given.createdAt;
  const found = await store.recipients.confirm(given.token, { digestDueAt, now });
  if (found === undefined) throw new Error('The recipient is missing.');
  return found.recipient;
}

/** Asks for a confirmation again, of an address that no other recipient has. */
export function newConfirmation(
  { websiteId, id }: Pick<Recipient, 'websiteId' | 'id'>,
  part: Partial<RequestedConfirmation> = {},
): RequestedConfirmation {
  return { ...confirmation(), ownerId: 'owner-1', websiteId, id, now: new Date(), ...part };
}

/** A mail about something that has happened. */
export function newMail(recipientId: number, part: Partial<NewMail> = {}): NewMail {
  last += 1;
  const messageId = `<mail-${last}@example.com>`;
  return { recipientId, kind: 'alert', messageId, body: `{"text":"語 ${last}"}`, ...part };
}

/** Inserts mails about something that has just happened to an owner who hears of it. Returns how many were left out. */
export async function sendMails(
  store: Store,
  mails: readonly NewMail[],
  {
    ownerId = 'owner-1',
    maxMailsPerDay = 1_000,
    now = new Date(),
  }: { readonly ownerId?: string; readonly maxMailsPerDay?: number; readonly now?: Date } = {},
): Promise<number> {
  await store.reports.create(newReport({ ownerId }));
  const { lease } = await claimEvent(store, { now });
  const ended = await store.deliveries.endEvent(lease, {
    deliveries: [],
    maxWaiting: 0,
    now,
    mails: { mails, maxMailsPerDay },
  });
  if (ended === undefined) throw new Error('The lease has ended.');
  return ended.droppedMails;
}

/** A claim of a mail, with its own token. */
export function newMailClaim(part: Partial<MessageClaim> = {}): MessageClaim {
  last += 1;
  return { token: `mail-${last}`, leaseMs: oneDay, now: new Date(), ...part };
}

/** Starts the next attempt, which must be due. */
export async function claimMail(
  store: Store,
  part: Partial<MessageClaim> = {},
): Promise<ClaimedMail> {
  const claimed = await store.mails.claim(newMailClaim(part));
  if (claimed === undefined) throw new Error('No mail is due.');
  return claimed;
}

/** Sends all mails that are due, and returns their ids. */
export async function sendAll(store: Store, now = new Date()): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const claimed = await store.mails.claim(newMailClaim({ now }));
    if (claimed === undefined) return ids;
    ids.push(claimed.messageId);
    await store.mails.end(claimed.lease, { kind: 'sent' }, now);
  }
}
