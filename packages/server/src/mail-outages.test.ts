import { expect, it } from 'vitest';
import { reportMailOutages } from './mail-outages.ts';

const mail = {
  to: 'ann@example.com',
  subject: 's',
  text: 't',
  html: 'h',
  messageId: '<m>',
  headers: {},
};

/** Attempts to send a mail, each of which ends as given, and what is logged of it. */
async function logOf(ends: readonly (object | undefined)[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const left = [...ends];
  const send = reportMailOutages(
    async () => {
      const end = left.shift();
      if (end) throw Object.assign(new Error('To ann@example.com: no'), end);
    },
    {
      log: (line) => lines.push(line),
      logError: (line, error) => lines.push(`${line} ${String(error)}`),
    },
  );
  for (const end of ends) {
    const sent = send(mail, new AbortController().signal);
    if (end) await expect(sent).rejects.toMatchObject(end);
    else await sent;
  }
  return lines;
}

const unavailable = (code: string, more: object = {}) => ({ isUnavailable: true, code, ...more });

it('an outage is logged once for each cause, without an address, and when it is over', async () => {
  const refused = unavailable('EAUTH', { status: '535 5.7.8' });
  const down = unavailable('ESOCKET', { originalCode: 'ECONNREFUSED' });
  expect(await logOf([refused, refused, down, down, undefined, undefined, refused])).toEqual([
    expect.stringMatching(/^Mails wait: .*user and the password in SMTP_URL.* Error: EAUTH 535 5/),
    expect.stringMatching(/^Mails wait: .*host and the port of SMTP_URL.* Error: ECONNREFUSED$/),
    'The mail server of SMTP_URL takes mails again',
    expect.stringMatching(/^Mails wait: .* Error: EAUTH 535 5\.7\.8$/),
  ]);
});

it('causes that alternate are logged once each', async () => {
  const [login, down] = [unavailable('EAUTH'), unavailable('ECONNECTION')];
  expect(await logOf([login, down, login, down, login])).toEqual([
    expect.stringMatching(/Error: EAUTH$/),
    expect.stringMatching(/Error: ECONNECTION$/),
  ]);
});

it.each([
  ['CERT_HAS_EXPIRED', /has expired\. Renew it/],
  ['CERT_NOT_YET_VALID', /not valid yet\. Check the clocks/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name\. Use the name/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /Use smtp:\/\/.*STARTTLS/],
])('%s is logged with what to do', async (originalCode, remedy) => {
  const [line] = await logOf([unavailable('ESOCKET', { originalCode })]);
  expect(line).toMatch(remedy);
  expect(line).toContain('SMTP_URL');
});

it('a mail that fails by itself is not an outage', async () => {
  expect(await logOf([{ isPermanent: true }, { code: 'EMESSAGE' }, undefined])).toEqual([]);
});
