import { SitegradeError } from '@sitegrade/foundation/errors';
import { newReport } from '@sitegrade/testing';
import { expect, it, vi } from 'vitest';
import type { Mail } from '../../context/send-mail.ts';
import { processNextEvent } from '../alerts/process-events.ts';
import { maxBegun, retryDelaysMs } from '../alerts/retry-delay.ts';
import { createRecipient, getRecipient, resendConfirmation } from '../recipients/recipients.ts';
import { unsubscribeRecipient } from '../recipients/subscriptions.ts';
import { attemptMail, claimMail } from './attempt-mail.ts';
import { failureReason } from './failure-reason.ts';
import { mailContext } from './fixtures/mail-context.ts';

const never = new AbortController().signal;
const address = 'ann@example.org';
const dayMs = 24 * 60 * 60 * 1000;

/** A context with a recipient that has got no confirmation yet. */
async function withRecipient(options: Parameters<typeof mailContext>[0] = {}) {
  const made = mailContext(options);
  const websiteId = await made.newWebsite();
  const recipient = await createRecipient(made.context, 'ann', websiteId, { address });
  return { ...made, websiteId, recipient };
}

/** A function that fails with this, and keeps the ids of the mails. */
function failing(error: unknown) {
  const ids: string[] = [];
  const sendMail = async ({ messageId }: Mail) => {
    ids.push(messageId);
    throw error;
  };
  return { ids, sendMail };
}

it('sends the mail that asks for a confirmation, with its link only', async () => {
  const { sent, sendAll, recipient, websiteId, tokenOf, events } = await withRecipient();
  const token = await tokenOf(recipient);
  expect(await sendAll()).toBe(1);
  const [mail] = sent;
  expect(mail).toEqual({
    to: address,
    messageId: expect.stringMatching(/^<[\w-]{22}@seo\.example\.com>$/),
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject: expect.stringContaining('example.com'),
    text: expect.stringContaining(`https://seo.example.com/sitegrade/mail/${token}/confirm`),
    html: expect.stringContaining(token),
  });
  expect(mail?.text).not.toContain('/unsubscribe');
  expect(await sendAll()).toBe(0);
  expect(events.at(-1)).toEqual({
    type: 'mail.sent',
    ownerId: 'ann',
    websiteId,
    recipientId: recipient.id,
    kind: 'confirmation',
    attempts: 1,
    durationMs: expect.any(Number),
  });
});

it('sends alerts that can be unsubscribed with one click', async () => {
  const { context, newWebsite, newRecipient, sendAll, sent } = mailContext();
  const websiteId = await newWebsite();
  const { token } = await newRecipient(websiteId, { events: ['report.created'] });
  await context.store.reports.create(newReport({ ownerId: 'ann', createdAt: context.now() }));
  await processNextEvent(context);
  await sendAll();
  const url = `https://seo.example.com/sitegrade/mail/${token}/unsubscribe`;
  expect(sent).toMatchObject([{ text: expect.stringContaining(url) }]);
  expect(sent[0]?.headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

it('promises no one-click unsubscribing without encryption, which RFC 8058 does not allow', async () => {
  const alerts = { consoleUrl: 'http://localhost:3000/sitegrade' };
  const { context, newWebsite, newRecipient, sendAll, sent } = mailContext({ alerts });
  await newRecipient(await newWebsite(), { events: ['report.created'] });
  await context.store.reports.create(newReport({ ownerId: 'ann', createdAt: context.now() }));
  await processNextEvent(context);
  await sendAll();
  expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['Auto-Submitted', 'List-Unsubscribe']);
});

it('tries again for days, with the same id, and names no address in events', async () => {
  const error = Object.assign(new Error(`550 <${address}> is not here`), { code: 'ECONNREFUSED' });
  const { ids, sendMail } = failing(error);
  const { sendAll, pass, events } = await withRecipient({ sendMail });
  for (const delayMs of retryDelaysMs) {
    expect(await sendAll()).toBe(1);
    pass(delayMs * 1.1 + 1);
  }
  expect(await sendAll()).toBe(0);
  // The tenth would be later than after three days.
  expect(ids).toHaveLength(9);
  expect(new Set(ids).size).toBe(1);
  const failed = events.filter(({ type }) => type === 'mail.failed');
  expect(failed).toMatchObject(
    Array.from({ length: 9 }, (_, index) => ({
      error: 'not_sent',
      code: 'ECONNREFUSED',
      attempts: index + 1,
      isLast: index === 8,
    })),
  );
  expect(JSON.stringify(events)).not.toContain('@');
});

it('is not before its time', async () => {
  const { sendMail } = failing(new Error('busy'));
  const { sendAll, pass } = await withRecipient({ sendMail });
  await sendAll();
  pass((retryDelaysMs[0] ?? 0) - 1);
  expect(await sendAll()).toBe(0);
});

it('ends when the address does not exist', async () => {
  const { ids, sendMail } = failing({ isPermanent: true, code: 'a sentence with ann@example.org' });
  const { sendAll, pass, events } = await withRecipient({ sendMail });
  expect(await sendAll()).toBe(1);
  pass(30 * 86_400_000);
  expect(await sendAll()).toBe(0);
  expect(ids).toHaveLength(1);
  const last = events.at(-1);
  expect(last).toMatchObject({ type: 'mail.failed', error: 'refused', isLast: true });
  expect(last).not.toHaveProperty('code');
});

it('ends an attempt of a function that never does', async () => {
  let signal: AbortSignal | undefined;
  const sendMail = (_: Mail, given: AbortSignal) => {
    signal = given;
    return new Promise<void>(() => {});
  };
  const { sendAll, events } = await withRecipient({ sendMail });
  expect(await sendAll(never, 1)).toBe(1);
  expect(signal?.aborted).toBe(true);
  expect(events.at(-1)).toMatchObject({ type: 'mail.failed', error: 'timeout', isLast: false });
});

it('waits for a mail server for three days, in which attempts do not count', async () => {
  const { ids, sendMail } = failing({ isUnavailable: true, code: 'ECONNREFUSED' });
  const { sendAll, pass, events, context, websiteId, recipient } = await withRecipient({
    sendMail,
  });
  const failures = () => events.filter(({ type }) => type === 'mail.failed');
  for (let passedMs = 0; passedMs < 3 * dayMs; passedMs += 300_000) {
    expect(await sendAll()).toBe(1);
    pass(299_999);
    expect(await sendAll()).toBe(0);
    pass(1);
  }
  expect(await sendAll()).toBe(1);
  expect(failures()).toHaveLength(3 * 24 * 12 + 1);
  expect(failures()).toMatchObject(
    failures().map((_, index, { length }) => ({
      error: 'unavailable',
      code: 'ECONNREFUSED',
      attempts: 1,
      isLast: index + 1 === length,
    })),
  );
  expect(new Set(ids).size).toBe(1);
  const { lastFailure } = await getRecipient(context, 'ann', websiteId, recipient.id);
  expect(lastFailure && failureReason(lastFailure)).toBe('The mail server was not available.');
  pass(dayMs);
  expect(await sendAll()).toBe(0);
});

it('sends what waited for a mail server in the order in which it was made, when one is sent', async () => {
  const sent: string[] = [];
  let isDown = true;
  const sendMail = async ({ subject }: Mail) => {
    if (isDown) throw { isUnavailable: true };
    sent.push(subject);
  };
  const { context, newWebsite, newRecipient, sendAll, pass } = mailContext({ sendMail });
  await newRecipient(await newWebsite(), { events: ['report.created'] });
  const scores = [91, 92, 93, 94, 95];
  for (const score of scores) {
    await context.store.reports.create(
      newReport({ ownerId: 'ann', createdAt: context.now(), score }),
    );
    while (await processNextEvent(context));
    // Those that were made first are attempted at other times than those that were made last.
    expect(await sendAll()).toBeGreaterThan(0);
    pass(130_000);
  }
  isDown = false;
  while (sent.length === 0) {
    pass(10_000);
    await sendAll();
  }
  const order = sent.map((subject) => Number(/score (\d+)/.exec(subject)?.[1]));
  // One of them finds that there is a mail server again.
  const [first = 0, ...others] = order;
  expect(others).toEqual(scores.filter((score) => score !== first));
  expect(await sendAll()).toBe(0);
});

it('is not sent when it is older than three days, and says so', async () => {
  const { sendAll, pass, sent, events, context, websiteId, recipient } = await withRecipient();
  pass(3 * dayMs + 1);
  expect(await sendAll()).toBe(1);
  expect(sent).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: 'mail.failed', error: 'expired', isLast: true });
  const { lastFailure } = await getRecipient(context, 'ann', websiteId, recipient.id);
  expect(lastFailure && failureReason(lastFailure)).toBe('The mail had waited for three days.');
  await resendConfirmation(context, 'ann', websiteId, recipient.id);
  pass(3 * dayMs);
  await sendAll();
  expect(sent).toHaveLength(1);
});

it('gives back a mail when the worker stops, which does not count', async () => {
  const stopping = new AbortController();
  const sendMail = () => {
    stopping.abort();
    return new Promise<void>(() => {});
  };
  const { context, sendAll, events } = await withRecipient({ sendMail });
  expect(await sendAll(stopping.signal)).toBe(1);
  expect((await claimMail(context, []))?.attempts).toBe(1);
  expect(events.filter(({ type }) => type.startsWith('mail.'))).toEqual([]);
});

it('tries again what it cannot make, and says so', async () => {
  let brand: unknown = { name: '' };
  const alerts = { brand: () => brand as { name: string } };
  const { sendAll, pass, sent, events } = await withRecipient({ alerts });
  for (const [index, bad] of [{ name: '' }, { accent: 'red' }, 'Acme', null].entries()) {
    brand = bad;
    expect(await sendAll()).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: 'mail.failed', error: 'internal', isLast: false });
    pass((retryDelaysMs[index] ?? 0) * 1.1 + 1);
  }
  brand = { name: 'Acme SEO', logo: '/logo.svg', footer: 'Acme' };
  expect(await sendAll()).toBe(1);
  expect(sent[0]?.text).toContain('Acme SEO');
});

it('keeps a mail that was sent while the store is busy', async () => {
  const { context, sent, events } = await withRecipient();
  const end = vi.spyOn(context.store.mails, 'end');
  end.mockRejectedValueOnce(new SitegradeError('overloaded', 'The database is busy.'));
  const claimed = await claimMail(context, []);
  if (claimed === undefined) throw new Error('None is due.');
  await attemptMail(context, claimed, never);
  expect(sent).toHaveLength(1);
  expect(end).toHaveBeenCalledTimes(2);
  expect(events.at(-1)).toMatchObject({ type: 'mail.sent' });
});

it('sends nothing any more to one that unsubscribes', async () => {
  const { context, newWebsite, newRecipient, sendAll, sent } = mailContext();
  const { token } = await newRecipient(await newWebsite(), { events: ['report.created'] });
  await context.store.reports.create(newReport({ ownerId: 'ann', createdAt: context.now() }));
  await processNextEvent(context);
  await unsubscribeRecipient(context, token);
  expect(await sendAll()).toBe(0);
  expect(sent).toEqual([]);
});

it('is sent although workers were killed in more attempts than may fail', async () => {
  const { context, pass, sent, sendAll } = await withRecipient();
  for (let attempt = 0; attempt < maxBegun - 1; attempt += 1) {
    await claimMail(context, []);
    pass(360_000);
  }
  expect(await sendAll()).toBe(1);
  expect(sent).toHaveLength(1);
});

it('fails after many attempts of which none could store how it ended', async () => {
  const { context, pass, sent, events } = await withRecipient();
  for (let attempt = 1; attempt <= maxBegun; attempt += 1) {
    await claimMail(context, []);
    pass(360_000);
  }
  const claimed = await claimMail(context, []);
  if (claimed === undefined) throw new Error('None is due.');
  await attemptMail(context, claimed, never);
  expect(sent).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: 'mail.failed', error: 'internal', isLast: true });
});

it('leaves its failure with the recipient, of which it says nothing but the status, until a mail is sent', async () => {
  let error: object | undefined = { isPermanent: true, status: '550 5.1.1' };
  const sendMail = async () => {
    if (error !== undefined) throw error;
  };
  const { context, websiteId, recipient, sendAll, pass } = await withRecipient({ sendMail });
  const failureOf = async () => {
    await sendAll();
    const { lastFailure } = await getRecipient(context, 'ann', websiteId, recipient.id);
    return lastFailure && failureReason(lastFailure);
  };
  expect(await failureOf()).toBe('The mail server refused this address (550 5.1.1).');
  for (const status of ['550 5.1.1 <ann@example.org>', '<b>', '650', 550]) {
    error = { isPermanent: true, status };
    pass(31 * dayMs);
    await resendConfirmation(context, 'ann', websiteId, recipient.id);
    expect(await failureOf()).toBe('The mail server refused this address.');
  }
  error = undefined;
  pass(31 * dayMs);
  await resendConfirmation(context, 'ann', websiteId, recipient.id);
  expect(await failureOf()).toBeNull();
});

it('stops mails to an address that was refused three times in a row, in a day or more, with an event', async () => {
  const { sendMail } = failing({ isPermanent: true });
  const { context, newWebsite, newRecipient, sendAll, pass, events } = mailContext({ sendMail });
  const websiteId = await newWebsite();
  const { recipient } = await newRecipient(websiteId, { events: ['report.created'] });
  const next = async () => {
    await context.store.reports.create(newReport({ ownerId: 'ann', createdAt: context.now() }));
    while (await processNextEvent(context));
    return sendAll();
  };
  const isRefused = () => events.some(({ type }) => type === 'recipient.refused');
  for (let count = 0; count < 4; count += 1) expect(await next()).toBe(1);
  expect(isRefused()).toBe(false);
  pass(dayMs - 1);
  expect([await next(), isRefused()]).toEqual([1, false]);
  pass(1);
  expect([await next(), isRefused()]).toEqual([1, true]);
  expect(events.at(-1)).toEqual({
    type: 'recipient.refused',
    ownerId: 'ann',
    websiteId,
    recipientId: recipient.id,
  });
  expect(await next()).toBe(0);
});

it('goes on after two refusals, however long ago the first was', async () => {
  const { sendMail } = failing({ isPermanent: true });
  const { context, newWebsite, newRecipient, sendAll, pass, events } = mailContext({ sendMail });
  await newRecipient(await newWebsite(), { events: ['report.created'] });
  for (let count = 0; count < 2; count += 1) {
    await context.store.reports.create(newReport({ ownerId: 'ann', createdAt: context.now() }));
    while (await processNextEvent(context));
    expect(await sendAll()).toBe(1);
    pass(9 * dayMs);
  }
  expect(events.map(({ type }) => type)).not.toContain('recipient.refused');
});
