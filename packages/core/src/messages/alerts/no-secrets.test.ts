import { newReport } from '@sitegrade/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { Mail } from '../../context/send-mail.ts';
import { createJob } from '../../jobs/create-jobs.ts';
import type { NewReport } from '../../store/report-store.ts';
import { mailContext } from '../mail/fixtures/mail-context.ts';
import { listRecipients } from '../recipients/recipients.ts';
import { listDeliveries } from '../webhooks/deliveries.ts';
import { createWebhook, rotateWebhookSecret } from '../webhooks/webhooks.ts';
import { claimDelivery, deliver } from './deliver.ts';
import { startReceiver } from './fixtures/receiver.ts';
import { processNextEvent } from './process-events.ts';

/** Begins each secret of this test that is in a URL or a page. */
const mark = 's3cr3t';

it('messages, mails, deliveries and events hold no secrets, and events no addresses', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const mails: Mail[] = [];
  let isRefusing = true;
  const sendMail = async (mail: Mail) => {
    // As mail servers do, it quotes the address.
    if (isRefusing) {
      throw Object.assign(new Error(`<${mail.to}>: ${mail.text}`), { status: `451 <${mail.to}>` });
    }
    mails.push(mail);
  };
  const { context, events, newRecipient, sendAll, pass } = mailContext({
    sendMail,
    network: { ports: 'any' },
    alerts: { allowAddresses: ['127.0.0.0/8'], allowHttp: true },
  });
  const url = `https://example.com/a?api_key=${mark}-of-the-url`;
  const report = (quotes: readonly string[]): NewReport => {
    const made = newReport({ ownerId: 'ann', url, finalUrl: url, createdAt: context.now() });
    const [check] = Object.values(made.checks);
    if (check === undefined) throw new Error('The fixture has no check.');
    const evidence = quotes.map((text) => ({ kind: 'html' as const, text, line: 1, column: 1 }));
    const status = quotes.length === 0 ? 'pass' : 'fail';
    return { ...made, checks: { 'image-alt': { ...check, status, importance: 'high', evidence } } };
  };
  const { websiteId } = await context.store.reports.create(report([]));
  const { recipient, token } = await newRecipient(websiteId);
  const secrets: string[] = [];
  const webhookIds: number[] = [];
  for (const format of ['json', 'slack', 'teams', 'discord'] as const) {
    // Anyone who knows the URL of a chat service can post there.
    const hook = `${receiver.url}/${mark}-of-the-webhook?token=${mark}-of-the-webhook`;
    const { webhook, secret } = await createWebhook(context, 'ann', { url: hook, format });
    webhookIds.push(webhook.id);
    secrets.push(secret, (await rotateWebhookSecret(context, 'ann', webhook.id)).secret);
  }

  await context.store.reports.create(
    report([`<img src="/b.png?access_token=${mark}-of-a-quote">`]),
  );
  const { id } = await createJob(context, 'ann', { url: `${url}2` });
  const claimed = await context.store.jobs.claim({
    token: 'one',
    leaseMs: 60_000,
    perHost: 2,
    now: context.now(),
  });
  expect(claimed?.job.id).toBe(id);
  if (claimed) {
    await context.store.jobs.end(
      claimed.lease,
      {
        kind: 'failed',
        error: { code: 'page_unreachable', reason: 'dns_not_found', message: 'No.' },
      },
      context.now(),
    );
  }
  while (await processNextEvent(context));
  const deliverAll = async () => {
    for (;;) {
      const next = await claimDelivery(context, []);
      if (next === undefined) return;
      await deliver(context, next, new AbortController().signal);
    }
  };
  receiver.respond = (response) => response.writeHead(500).end(`${mark}-of-the-response`);
  await deliverAll();
  expect(await sendAll()).toBeGreaterThan(0);
  const failures = (await listRecipients(context, 'ann', websiteId)).map((of) => of.lastFailure);
  expect(failures).toMatchObject([{ error: 'not_sent' }]);
  isRefusing = false;
  receiver.respond = (response) => response.writeHead(204).end();
  for (let hours = 0; hours < 3; hours += 1) {
    pass(3_600_000);
    await deliverAll();
    await sendAll();
  }

  const bodies = receiver.received.map(({ body }) => body);
  expect(bodies.length).toBeGreaterThanOrEqual(16);
  expect(mails.length).toBeGreaterThanOrEqual(2);
  const deliveries = await Promise.all(
    webhookIds.map((webhookId) => listDeliveries(context, 'ann', webhookId)),
  );
  expect(deliveries.flatMap(({ rows }) => rows).every(({ attempts }) => attempts === 2)).toBe(true);
  const types = new Set(events.map(({ type }) => type));
  for (const type of ['delivery.failed', 'delivery.succeeded', 'mail.failed', 'mail.sent']) {
    expect(types).toContain(type);
  }
  const written = { bodies, mails, deliveries, events, failures };
  for (const [name, value] of Object.entries(written)) {
    const text = JSON.stringify(value);
    expect(text, name).not.toContain(mark);
    for (const secret of secrets) expect(text, name).not.toContain(secret.slice('whsec_'.length));
    if (name !== 'mails') {
      expect(text, name).not.toContain(recipient.address);
      expect(text, name).not.toContain(token);
    }
  }
});
