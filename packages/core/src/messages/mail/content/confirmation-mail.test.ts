import { expect, it } from 'vitest';
import { confirmationMail } from './confirmation-mail.tsx';
import { mailSettings } from './fixtures/mails.ts';

const confirmUrl = 'https://seo.example/sitegrade/mail/confirm/abc';
const { brand } = mailSettings;

it('says what it is about, and that nothing else is sent', () => {
  const { subject, text } = confirmationMail({ domain: 'example.com', confirmUrl, brand });
  expect(subject).toBe('Confirm alerts about example.com');
  expect(text).toMatchInlineSnapshot(`
    "Do you want alerts about example.com?

    Someone who checks the website example.com with Example SEO has added this
    address, for mails about it: when it has new problems or does not respond, for
    example, or with a summary of its week.

    Nothing else is sent to this address unless you confirm.

    Confirm:
    https://seo.example/sitegrade/mail/confirm/abc

    If you do not want these mails, or do not know what this is, ignore this mail.
    "
  `);
});

it('has one link', () => {
  const { html, text } = confirmationMail({ domain: 'example.com', confirmUrl, brand });
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([confirmUrl]);
  expect(text.match(/https?:/g)).toHaveLength(1);
});
