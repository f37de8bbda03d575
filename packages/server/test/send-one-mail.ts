import { reportMailOutages } from '../src/mail-outages.ts';
import { parseMailServer, parseSender } from '../src/mail-server.ts';
import { createMailer } from '../src/send-mail.ts';

// Sends a mail with the settings of its environment, as a separate process: Node reads NODE_EXTRA_CA_CERTS at its
// start.

const server = parseMailServer(process.env.SMTP_URL ?? '');
const sender = parseSender(process.env.MAIL_FROM ?? '');
if (server === undefined || sender === undefined) throw new Error('The settings are wrong.');
const { sendMail: send, close } = createMailer(server, sender);
const sendMail = reportMailOutages(send, {
  log: (line) => process.stderr.write(`${line}\n`),
  logError: (line, error) => process.stderr.write(`${line} ${String(error)}\n`),
});
const mail = { subject: 'A subject', text: 'A text', html: '<p>A text</p>', headers: {} };
const about = { to: 'ann@example.com', messageId: '<m_1@seo.example>' };
await sendMail({ ...mail, ...about }, new AbortController().signal);
await close();
