import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { MailContent } from '../../../context/send-mail.ts';
import {
  anyText,
  findingWith,
  longest,
  messageOf,
  texts,
  typical,
} from '../../alerts/fixtures/alert-messages.ts';
import { mailFindingsOf } from '../../alerts/mail-findings.ts';
import { alertMail } from './alert-mail.tsx';
import { confirmationMail } from './confirmation-mail.tsx';
import { digestMail } from './digest-mail.tsx';
import { digestWith, mailSettings } from './fixtures/mails.ts';

const { unsubscribeUrl } = mailSettings;

/** Each mail, with a text in all that others write. */
const mailsWith: Readonly<Record<string, (text: string) => MailContent>> = {
  alert: (text) => alertMail(messageOf(text, text), settingsWith(text)),
  digest: (text) =>
    digestMail(
      digestWith({
        website: { id: 1, domain: text },
        newFindings: { total: 1, rows: [findingWith({ summary: text, url: text, quote: text })] },
        fixed: { total: 1, rows: [{ check: 'title', title: text, count: 1 }] },
      }),
      settingsWith(text),
    ),
  confirmation: (text) =>
    confirmationMail({
      domain: text,
      confirmUrl: 'https://seo.example/confirm/abc',
      brand: settingsWith(text).brand,
    }),
};

const settingsWith = (name: string) => ({
  ...mailSettings,
  brand: { name, accent: '#ffee00' },
});

/** The elements of a document with the names of their attributes, its links, and its text. */
function read(html: string) {
  const elements: string[] = [];
  const links: string[] = [];
  const attributes: string[] = [];
  let text = '';
  const parser = new Parser({
    onopentag(name, found) {
      elements.push([name, ...Object.keys(found)].join(' '));
      attributes.push(...Object.keys(found));
      if (found.href !== undefined) links.push(found.href);
    },
    ontext: (data) => {
      text += data;
    },
  });
  parser.end(html);
  return { elements, links, attributes, text };
}

describe.each(Object.entries(mailsWith))('the mail: %s', (_name, mailWith) => {
  it.each([
    '<script>alert(1)</script>',
    '</title></style><img src=x onerror=alert(1)>',
    '"\'><a href="javascript:alert(1)">',
    '&lt;b&gt;<!-- ]]>',
    'data:text/html,<b>',
  ])('shows hostile texts as they are: %s', (hostile) => {
    const usual = read(mailWith('harmless').html);
    const found = read(mailWith(hostile).html);
    expect(found.elements).toEqual(usual.elements);
    expect(found.links).toEqual(usual.links);
    expect(found.text).toContain(hostile);
    expect(mailWith(hostile).text).toContain(hostile);
  });

  it('keeps each text on its line, and its direction', () => {
    const hostile = 'a\r\nBcc: eve@example.com\u2028b\u202ec\u2066d\u0000e\u0085f';
    const { subject, text, html } = mailWith(hostile);
    const shown = 'a Bcc: eve@example.com bcd e f';
    expect(subject).toContain(shown);
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    expect(html).toContain(shown);
    expect(text).toContain(shown);
    expect(text + html).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  });

  it('has a subject of at most 200 characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { subject } = mailWith(text.repeat(50));
        expect(subject.length).toBeLessThanOrEqual(200);
        expect(subject).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
      }),
    );
  });

  it('loads nothing, and links to the web only', () => {
    const { attributes, elements, links } = read(mailWith('x').html);
    expect(attributes).not.toEqual(expect.arrayContaining(['src']));
    expect(elements.join('\n')).not.toMatch(/^(?:script|link|img|svg|object|iframe|form)\b/m);
    expect(mailWith('x').html).not.toMatch(/url\(|@import/);
    expect(links.filter((link) => !/^https?:/.test(link))).toEqual([]);
  });

  it('has the accent of the brand, darkened until it is legible', () => {
    const html = mailWith('x').html.replace(/<style>.*<\/style>/s, '');
    expect(html).not.toContain('#ffee00');
    expect(html).toMatch(/<a class="button"[^>]*background-color:#[67]\w{5};color:#ffffff/);
  });
});

it('has lines of at most 78 characters, except URLs', () => {
  const { text } = alertMail(typical, mailSettings);
  const lines = text.split('\n').filter((line) => !line.includes('https:'));
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
});

// Gmail cuts a mail after 102 KB: its footer would be missing.
it.each(texts)('has less than 100 KB, however long its texts of %j are', (text) => {
  const { data, ...message } = longest(text);
  for (const length of [300, 8_000]) {
    const rows =
      data.new_findings?.rows.map((finding, index) => ({
        ...finding,
        check: `check-${index >> 1}`,
        url: `https://example.com/${index}?`.padEnd(length, '&'),
      })) ?? [];
    const new_findings = mailFindingsOf(rows, 10);
    const { html } = alertMail({ ...message, data: { ...data, new_findings } }, mailSettings);
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(html).toContain(unsubscribeUrl);
  }
});
