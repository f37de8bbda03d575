import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { plaintextEmail } from './plaintext-email.ts';

const of = (body: string) => outcomeOf(plaintextEmail, { body });

it.each([
  ['an image for sharp screens', '<p>logo@2x.png</p>'],
  ['a handle', '<p>Follow @bakery or @bakery.example on Mastodon</p>'],
  ['a placeholder address', '<p>name@example.com, you@domain.com</p>'],
  ['a field that shows what to enter', '<input placeholder="me@bakery.org">'],
  ['a link that shares the page', '<a href="mailto:?subject=Bread">Share</a>'],
  ['a handle in a link', '<a href="https://medium.com/@bakery.org">Blog</a>'],
  ['an at sign in prose', '<p>2 rolls @ 3.50 each, @ home.</p>'],
  ['a version', '<p>npm install bread@1.2.3 and rye@latest</p>'],
  ['a login for a shell', '<code>ssh root@localhost</code>'],
  ['a protected address', '<p>info@<span class="nospam">spam.</span>bakery.org</p>'],
  ['one with a hidden part', '<p>info@<i style="display:none">x</i>bakery.org</p>'],
  ['one with a reversed part', '<p><bdo dir=rtl>ofni</bdo>@bakery.org</p>'],
  ['something without a local part', '<p>...@bakery.org</p>'],
])('passes %s', async (_what, body) => {
  expect(await of(body)).toMatchObject({ status: 'pass', value: [] });
});

it.each([
  ['in the text', '<p>Write to Jo.Baker+shop@bakery.co.uk.</p>', 'jo.baker+shop@bakery.co.uk'],
  ['in an element', '<p>To:<b>jo@bakery.org</b>.</p>', 'jo@bakery.org'],
  ['that may break', '<p>jo@<wbr>bakery.org</p>', 'jo@bakery.org'],
  ['after a protected one', '<p>a@<b>b.</b>c.org, jo@bakery.org</p>', 'jo@bakery.org'],
  ['in parentheses', '<p>(jo@bakery.org)</p>', 'jo@bakery.org'],
  ['in a link', '<a href="MAILTO:jo@bakery.org?subject=Rye">Mail</a>', 'jo@bakery.org'],
  ['in a link that escapes it', '<a href="mailto:jo%40bakery.org">Mail</a>', 'jo@bakery.org'],
])('warns about one %s', async (_where, body, address) => {
  expect(await of(body)).toMatchObject({ status: 'warn', value: [address] });
});

it('names each once, and quotes the links', async () => {
  const link = '<a href="mailto:jo@bakery.org">';
  expect(await of(`<p>jo@bakery.org</p>\n${link}jo@bakery.org</a>`)).toMatchObject({
    summary: 'The page shows 1 email address that spam bots can collect.',
    evidence: [{ text: link, line: 2, column: 1 }],
  });
});

it('ignores invalid escapes', async () => {
  expect((await of('<a href="mailto:%E0%A4%A@bakery.org">Mail</a>')).status).toBe('warn');
});

it('reads the beginning of a long mailto link', async () => {
  const addresses = Array.from({ length: 100 }, (_, at) => `name${at}@mail.org`).join(',');
  const { summary } = await outcomeOf(plaintextEmail, {
    body: `<a href="mailto:${addresses}">x</a>`,
  });
  expect(summary).toMatch(/^Links of the page contain 3\d email addresses/);
});
