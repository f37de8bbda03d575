import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { getRecipient } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import Fastify from 'fastify';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { processNextEvent } from '../../core/src/messages/alerts/process-events.ts';
import { mailContext } from '../../core/src/messages/mail/fixtures/mail-context.ts';
import { createMailer } from './send-mail.ts';

/** A mail server on this machine, and what it has received. */
async function startMailServer() {
  const mails: Email[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    closeTimeout: 1,
    async onData(stream, _session, done) {
      mails.push(await PostalMime.parse(await text(stream)));
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer(
    { host: '127.0.0.1', port, isSecure: false, login: undefined },
    { name: 'SEO reports', address: 'seo@example.com' },
  );
  onTestFinished(() => mailer.close());
  return { mails, sendMail: mailer.sendMail };
}

const fromMail = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' };
const multipart =
  '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';

/** The body that the header names (RFC 8058, 3.2), in both encodings that the RFC allows. */
it.each([
  ['application/x-www-form-urlencoded', (field: string) => field, {}],
  ['application/x-www-form-urlencoded', (field: string) => field, fromMail],
  ['multipart/form-data; boundary=b', () => multipart, fromMail],
] as const)(
  'the headers of a mail that arrived unsubscribe with one click, as %s',
  async (type, body, headers) => {
    const { mails, sendMail } = await startMailServer();
    const { context, newWebsite, newRecipient, sendAll } = mailContext({ sendMail });
    const app = Fastify({ pluginTimeout: 0 });
    app.register(sitegradePlugin, { context, pages: true, authenticate: async () => null });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    const websiteId = await newWebsite();
    const { recipient } = await newRecipient(websiteId, { events: ['report.created'] });
    const report = async () => {
      const created = newReport({ ownerId: 'ann', createdAt: context.now() });
      await context.store.reports.create(created);
      while (await processNextEvent(context));
      await sendAll();
    };
    await report();

    const received = new Map(mails[0]?.headers.map(({ key, value }) => [key, value]));
    const field = received.get('list-unsubscribe-post') ?? '';
    expect(field).toBe('List-Unsubscribe=One-Click');
    const [, link = ''] = /^<(https:[^<>]+)>$/.exec(received.get('list-unsubscribe') ?? '') ?? [];
    // The proxy in front of the server ends TLS.
    const response = await fetch(url + new URL(link).pathname, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': type, ...headers },
      body: body(field),
    });
    expect(response.status).toBe(200);
    expect(await getRecipient(context, 'ann', websiteId, recipient.id)).toMatchObject({
      state: 'unsubscribed',
    });
    await report();
    expect(mails).toHaveLength(1);
  },
);
