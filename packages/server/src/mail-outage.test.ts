import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SitegradeEvent } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { processNextEvent } from '../../core/src/messages/alerts/process-events.ts';
import { mailContext } from '../../core/src/messages/mail/fixtures/mail-context.ts';
import { createMailer } from './send-mail.ts';

const minuteMs = 60_000;

/** A mail server on this machine, which can be stopped and started again on its port. */
async function restartableServer() {
  const mails: Email[] = [];
  let server: SMTPServer | undefined;
  let port = 0;
  const stop = () =>
    new Promise<void>((resolve) => {
      if (server === undefined) return resolve();
      server.close(() => resolve());
      server = undefined;
    });
  const start = async () => {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      logger: false,
      // Connections that are kept for other mails are closed at once.
      closeTimeout: 1,
      async onData(stream, _session, done) {
        mails.push(await PostalMime.parse(await text(stream)));
        done();
      },
    });
    server.on('error', () => {});
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    port = (server.server.address() as AddressInfo).port;
  };
  await start();
  onTestFinished(stop);
  return { mails, start, stop, at: { host: '127.0.0.1', port, isSecure: false, login: undefined } };
}

it('mails wait for a mail server that is down for an hour, and arrive once, in order', async () => {
  const server = await restartableServer();
  const mailer = createMailer(server.at, { name: 'SEO reports', address: 'seo@example.com' });
  onTestFinished(() => mailer.close());
  const { context, newWebsite, newRecipient, sendAll, pass, events } = mailContext({
    sendMail: mailer.sendMail,
  });
  await newRecipient(await newWebsite(), {
    address: 'ann@example.org',
    events: ['report.created'],
  });
  const report = async (score: number) => {
    const created = newReport({ ownerId: 'ann', createdAt: context.now(), score });
    await context.store.reports.create(created);
    while (await processNextEvent(context));
    await sendAll();
  };
  const scores = () =>
    server.mails.map(({ subject }) => Number(/score (\d+)/.exec(subject ?? '')?.[1]));
  await report(90);
  expect(scores()).toEqual([90]);

  await server.stop();
  for (let minute = 0; minute < 60; minute += 1) {
    if (minute % 20 === 0) await report(91 + minute / 20);
    pass(minuteMs);
    await sendAll();
  }
  const failures = events.filter(
    (event): event is Extract<SitegradeEvent, { type: 'mail.failed' }> =>
      event.type === 'mail.failed',
  );
  // Each waits, one attempt every five minutes.
  expect(failures.length).toBeGreaterThan(12);
  expect(failures.length).toBeLessThan(36);
  expect(failures.every(({ error, isLast }) => error === 'unavailable' && !isLast)).toBe(true);
  expect(server.mails).toHaveLength(1);

  await server.start();
  for (let minute = 0; minute < 6; minute += 1) {
    pass(minuteMs);
    await sendAll();
  }
  expect(scores().toSorted()).toEqual([90, 91, 92, 93]);
  // One finds that there is a mail server again, then the others follow in order.
  const [, first, ...others] = scores();
  expect(others).toEqual([91, 92, 93].filter((score) => score !== first));
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(4);
});
