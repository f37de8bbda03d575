import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Mail } from '@sitegrade/core';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { MailServer } from './mail-server.ts';
import { createMailer } from './send-mail.ts';

/** A mail as a mail server gets it. */
interface Received {
  readonly from: string | undefined;
  readonly to: readonly string[];
  readonly mail: Email;
}

const sender = { name: 'SEO reports', address: 'seo@example.com' };
const mail: Mail = {
  to: 'ann@example.com',
  subject: 'example.com: 3 new findings, score 71 (−8)',
  text: 'The text: “ä”.\n.\nIts end.',
  html: '<!doctype html><html lang="en"><body><p>The text: “ä”.</p></body></html>',
  messageId: '<m_1.abc@seo.example>',
  headers: {
    'List-Unsubscribe': `<https://seo.example/sitegrade/mail/${'a'.repeat(80)}/unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  },
};

const certificates = new URL('../../../examples/sample-site/src/certificate/', import.meta.url);
const tls = {
  key: readFileSync(new URL('key.pem', certificates)),
  cert: readFileSync(new URL('cert.pem', certificates)),
};

const closings: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A mail server on this machine, without TLS unless it is wanted. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    ...options,
    async onData(stream, { envelope }, done) {
      try {
        const parsed = await PostalMime.parse(await text(stream));
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : undefined,
          to: envelope.rcptTo.map(({ address }) => address),
          mail: parsed,
        });
        done();
      } catch {
        // The client has closed the connection.
      }
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closings.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { received, server, at: at(server.server.address() as AddressInfo) };
}

const at = ({ port }: AddressInfo, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  isSecure: false,
  login: undefined,
  ...more,
});

/** Sends mails until the test ends. */
function mailerFor(server: MailServer, timeoutMs?: number) {
  const mailer = createMailer(server, sender, timeoutMs);
  closings.push(() => mailer.close());
  return (changes: Partial<Mail> = {}, signal = new AbortController().signal) =>
    mailer.sendMail({ ...mail, ...changes }, signal);
}

describe('a mail', () => {
  it('arrives with both of its parts, its headers and its id', async () => {
    const { received, at } = await startMailServer();
    await mailerFor(at)();
    const [found] = received;
    expect(found?.from).toBe('seo@example.com');
    expect(found?.to).toEqual(['ann@example.com']);
    expect(found?.mail).toMatchObject({
      from: sender,
      to: [{ name: '', address: 'ann@example.com' }],
      subject: mail.subject,
      messageId: mail.messageId,
    });
    expect(found?.mail.text?.trimEnd()).toBe(mail.text);
    expect(found?.mail.html?.trimEnd()).toBe(mail.html);
    const headers = new Map(found?.mail.headers.map(({ key, value }) => [key, value]));
    for (const [name, value] of Object.entries(mail.headers)) {
      expect(headers.get(name.toLowerCase())).toBe(value);
    }
    expect(headers.get('content-type')).toMatch(/^multipart\/alternative;/);
    expect([...headers.keys()].sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
  });

  it.each([
    ['a line break', 'a\r\nBcc: eve@example.com\r\n\r\nA text'],
    ['a Unicode line break', 'a\u2028Bcc: eve@example.com'],
    ['any length', '日'.repeat(200)],
  ])('has a subject in one header: with %s', async (_what, subject) => {
    const { received, at } = await startMailServer();
    await mailerFor(at)({ subject });
    const headers = received[0]?.mail.headers.map(({ key }) => key) ?? [];
    expect(headers.filter((key) => key === 'subject')).toHaveLength(1);
    expect(headers).not.toContain('bcc');
    expect(received[0]?.to).toEqual(['ann@example.com']);
    expect(received[0]?.mail.text?.trimEnd()).toBe(mail.text);
    expect(received[0]?.mail.subject?.replace(/\s+/g, ' ')).toBe(subject.replace(/\s+/g, ' '));
  });

  it.each([
    'ann@example.com, eve@example.com',
    'ann@example.com;eve@example.com',
    'ann@example.com\r\nRCPT TO:<eve@example.com>',
    'ann@example.com>\r\nRCPT TO:<eve@example.com',
    'Eve <eve@example.com>',
    'all: ann@example.com, eve@example.com;',
  ])('reaches no second recipient: %j', async (to) => {
    const { received, at } = await startMailServer();
    // As one recipient, each is not an address.
    await expect(mailerFor(at)({ to })).rejects.toMatchObject({ isPermanent: true });
    expect(received).toEqual([]);
  });

  it('reads no file and no URL', async () => {
    const { received, at } = await startMailServer();
    const file = { path: import.meta.filename };
    await expect(mailerFor(at)({ text: file as unknown as string })).rejects.toThrow(
      'File access rejected',
    );
    const url = { href: 'http://127.0.0.1:1/' };
    await expect(mailerFor(at)({ html: url as unknown as string })).rejects.toThrow(
      'Url access rejected',
    );
    expect(received).toEqual([]);
  });
});

describe('the connections', () => {
  it('are used again, and are at most four', async () => {
    const { received, server, at } = await startMailServer();
    let [open, most, all] = [0, 0, 0];
    server.onConnect = (_session, done) => {
      [open, all] = [open + 1, all + 1];
      most = Math.max(most, open);
      done();
    };
    server.onClose = () => {
      open -= 1;
    };
    const send = mailerFor(at);
    await Promise.all(Array.from({ length: 20 }, () => send()));
    await send();
    expect(received).toHaveLength(21);
    expect([most, all]).toEqual([4, 4]);
  });

  it('are closed at the end, also of what is being sent', async () => {
    let closed = () => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { at } = await startMailServer({ onRcptTo: begun, onClose: closed });
    const mailer = createMailer(at, sender);
    const sending = mailer.sendMail(mail, new AbortController().signal);
    const failed = expect(sending).rejects.toMatchObject({ code: 'ECONNECTION' });
    await hasBegun;
    await mailer.close();
    await failed;
    await isClosed;
    await expect(mailer.sendMail(mail, new AbortController().signal)).rejects.toThrow('closed');
  });
});

describe('a mail that is not sent', () => {
  /** A server that refuses the recipient with a code. */
  const refusing = (responseCode: number, text = 'No such user here') =>
    startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error(text), { responseCode })),
    });

  it.each([550, 551, 553])('fails for good with %i to its recipient', async (code) => {
    const { at } = await refusing(code);
    const sending = mailerFor(at)();
    await expect(sending).rejects.toMatchObject({ isPermanent: true, code: 'EENVELOPE' });
    await expect(sending).rejects.toHaveProperty('status', `${code}`);
  });

  it.each(['5.1.1 No such user', '5.2.1 Mailbox disabled'])(
    'fails for good with %s',
    async (text) => {
      const { at } = await refusing(550, text);
      const status = `550 ${text.slice(0, 5)}`;
      await expect(mailerFor(at)()).rejects.toMatchObject({ isPermanent: true, status });
    },
  );

  it.each([
    [554, '5.7.1 Relay access denied'],
    [550, '5.7.1 Client host rejected'],
    [554, 'No'],
  ])('is tried again with %i %s, which is not about its recipient', async (code, text) => {
    const { at } = await refusing(code, text);
    await expect(mailerFor(at)()).rejects.not.toHaveProperty('isPermanent');
  });

  it.each([450, 451, 452])('is tried again with %i to its recipient', async (code) => {
    const { at } = await refusing(code);
    const sending = mailerFor(at)();
    await expect(sending).rejects.not.toHaveProperty('isPermanent');
    await expect(sending).rejects.not.toHaveProperty('isUnavailable');
  });

  it('waits for a mail server that closes with 421 on any command', async () => {
    const { at } = await refusing(421);
    const sending = mailerFor(at)();
    await expect(sending).rejects.toMatchObject({ isUnavailable: true, status: '421' });
    await expect(sending).rejects.not.toHaveProperty('isPermanent');
  });

  it('is to blame for a connection that ends after it has begun', async () => {
    const { server, at } = await startMailServer();
    server.onData = (stream) => {
      stream.resume();
      stream.on('end', () => {
        for (const { _socket } of server.connections) _socket.destroy();
      });
    };
    const sending = mailerFor(at)();
    await expect(sending).rejects.toMatchObject({ code: 'ECONNECTION' });
    await expect(sending).rejects.not.toHaveProperty('isUnavailable');
  });

  it('is tried again where the sender or the mail is refused', async () => {
    const refusal = Object.assign(new Error('Not you'), { responseCode: 550 });
    const { at: sender } = await startMailServer({ onMailFrom: (_, __, done) => done(refusal) });
    const sending = mailerFor(sender)();
    await expect(sending).rejects.not.toHaveProperty('isPermanent');
    await expect(sending).rejects.not.toHaveProperty('isUnavailable');
    const { server, at: content } = await startMailServer();
    server.onData = (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(refusal));
    };
    await expect(mailerFor(content)()).rejects.not.toHaveProperty('isPermanent');
  });

  it('waits for a server that is down', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const gone = at(server.address() as AddressInfo);
    server.close();
    await once(server, 'close');
    const sending = mailerFor(gone)();
    await expect(sending).rejects.toMatchObject({ code: 'ESOCKET', isUnavailable: true });
    await expect(sending).rejects.not.toHaveProperty('isPermanent');
  });

  /** A server that sends this when a connection is made, and nothing else. */
  async function startSilentServer(greeting: string) {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      socket.write(greeting);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closings.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
      return undefined;
    });
    return { server, at: at(server.address() as AddressInfo) };
  }

  it.each(['', '220 mail.example.com\r\n'])(
    'waits for a server that hangs, with the greeting %j',
    async (greeting) => {
      const { at } = await startSilentServer(greeting);
      const hangs = { code: 'ETIMEDOUT', isUnavailable: true };
      await expect(mailerFor(at, 50)()).rejects.toMatchObject(hangs);
    },
  );

  it.each(['', '554 No service\r\n', '421 Too busy\r\n', 'Hello\r\n'])(
    'waits for a server that closes connections, with the greeting %j',
    async (greeting) => {
      const { server, at } = await startSilentServer(greeting);
      server.on('connection', (socket) => socket.end());
      await expect(mailerFor(at)()).rejects.toMatchObject({ isUnavailable: true });
    },
  );

  it('ends with its signal', async () => {
    const { server, at } = await startSilentServer('');
    const stop = new AbortController();
    const sending = mailerFor(at)({}, stop.signal);
    const failed = expect(sending).rejects.toMatchObject({ code: 'EABORT' });
    await once(server, 'connection');
    stop.abort();
    await failed;
    await expect(mailerFor(at)({}, AbortSignal.abort())).rejects.toThrow();
  });
});

describe('TLS and logins', () => {
  const login = { user: 'ann', password: 'p@ss:wörd' };

  /** A server that asks for a login, and what it was sent. */
  async function startWithLogin(options: SMTPServerOptions) {
    const logins: unknown[] = [];
    const server = await startMailServer({
      authOptional: false,
      ...options,
      onAuth({ username, password }, _session, done) {
        logins.push({ user: username, password });
        if (password === login.password) done(null, { user: username });
        else done(new Error('Wrong password'));
      },
    });
    return { ...server, logins };
  }

  it('send no password without TLS', async () => {
    const { logins, at } = await startWithLogin({ allowInsecureAuth: true });
    const noTls = { code: 'ETLS', isUnavailable: true };
    await expect(mailerFor({ ...at, login })()).rejects.toMatchObject(noTls);
    expect(logins).toEqual([]);
  });

  it.each([
    ['STARTTLS', false],
    ['TLS from the start', true],
  ])('refuse a certificate that is not trusted, with %s', async (_what, isSecure) => {
    const options = { ...tls, secure: isSecure, disabledCommands: [] };
    const { logins, received, at } = await startWithLogin(options);
    const sending = mailerFor({ ...at, isSecure, login })();
    await expect(sending).rejects.toThrow(/certificate/);
    await expect(sending).rejects.toHaveProperty('isUnavailable', true);
    expect([logins, received]).toEqual([[], []]);
  });

  it('use TLS where the server has it, also without a login', async () => {
    const { received, at } = await startMailServer({ ...tls, disabledCommands: [] });
    await expect(mailerFor(at)()).rejects.toThrow(/certificate/);
    expect(received).toEqual([]);
  });
});
