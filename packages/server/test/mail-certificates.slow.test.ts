import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('send-one-mail.ts', import.meta.url));
const pathOf = (file: string) =>
  fileURLToPath(new URL(`../../../examples/sample-site/src/certificate/${file}`, import.meta.url));

const tlsPathOf = (file: string) =>
  fileURLToPath(new URL(`../../audit/src/fetch/fixtures/tls/${file}`, import.meta.url));

/** Runs the script that sends a mail to a mail server on this machine, whose authority it trusts. */
async function send(
  options: ConstructorParameters<typeof SMTPServer>[0],
  { authority, scheme, login }: { authority: string; scheme: string; login: string },
  expectEnd: (sending: Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const server = new SMTPServer({ logger: false, ...options });
  server.on('error', () => {});
  server.listen(0, 'localhost');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  try {
    const env = {
      ...process.env,
      NODE_EXTRA_CA_CERTS: authority,
      SMTP_URL: `${scheme}://${login}@localhost:${port}`,
      MAIL_FROM: 'SEO reports <seo@example.com>',
    };
    const args = ['--conditions=@sitegrade/source', '--import', 'tsx', script];
    await expectEnd(promisify(execFile)(process.execPath, args, { env }));
  } finally {
    await new Promise<void>((resolve) => server.close(resolve));
  }
}

it.each([
  ['STARTTLS', false, 'smtp', false],
  ['TLS from the start', true, 'smtps', false],
  ['a login that is refused', true, 'smtps', true],
])(
  'logs in where NODE_EXTRA_CA_CERTS trusts the certificate, with %s',
  async (_what, secure, scheme, isRefused) => {
    const logins: unknown[] = [];
    const recipients: string[] = [];
    // A mail that waits until the operator has corrected the password.
    const unavailable = {
      stderr: expect.stringMatching(/code: 'EAUTH'[\s\S]*isUnavailable: true/),
    };
    await send(
      {
        key: readFileSync(pathOf('key.pem')),
        cert: readFileSync(pathOf('cert.pem')),
        secure,
        onAuth({ username, password }, _session, done) {
          logins.push([username, password]);
          if (isRefused) done(new Error('Wrong password'));
          else done(null, { user: username });
        },
        onRcptTo({ address }, _session, done) {
          recipients.push(address);
          done();
        },
        onData(stream, _session, done) {
          stream.resume().on('end', () => done());
        },
      },
      { authority: pathOf('cert.pem'), scheme, login: 'seo%40example.com:p%40ss%3Aw%C3%B6rd' },
      (sending) => (isRefused ? expect(sending).rejects.toMatchObject(unavailable) : sending),
    );
    expect(logins).toEqual([['seo@example.com', 'p@ss:wörd']]);
    expect(recipients).toEqual(isRefused ? [] : ['ann@example.com']);
  },
);

/** The authority of these certificates is trusted. */
it.each([
  ['has expired', 'expired.pem', 'smtp', [], /Mails wait: .*has expired\. Renew it.*SMTP_URL/],
  ['is signed by itself', 'self-signed.pem', 'smtp', [], /Mails wait: .*NODE_EXTRA_CA_CERTS/],
  ['is for another name', 'good.pem', 'smtp', [], /Mails wait: .*another host name.*SMTP_URL/],
  ['has expired', 'expired.pem', 'smtps', [], /Mails wait: .*has expired\. Renew it.*SMTP_URL/],
  ['is not offered', 'good.pem', 'smtp', ['STARTTLS'], /Mails wait: .*no STARTTLS.*SMTP_URL/],
  ['is not there from the start', 'good.pem', 'smtps', 'plain', /Use smtp:\/\/ in SMTP_URL/],
] as const)(
  'sends no password where the certificate or TLS %s (%s, %s), and says what to do',
  async (_what, certificate, scheme, disabled, line) => {
    const logins: unknown[] = [];
    await send(
      {
        key: readFileSync(tlsPathOf('server.key')),
        cert: readFileSync(tlsPathOf(certificate)),
        secure: scheme === 'smtps' && disabled !== 'plain',
        disabledCommands: disabled === 'plain' ? [] : [...disabled],
        allowInsecureAuth: true,
        onAuth({ username }, _session, done) {
          logins.push(username);
          done(null, { user: username });
        },
      },
      { authority: tlsPathOf('ca.pem'), scheme, login: 'ann:secret' },
      (sending) => expect(sending).rejects.toMatchObject({ stderr: expect.stringMatching(line) }),
    );
    expect(logins).toEqual([]);
  },
);
