import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linksContact } from './links-contact.ts';

const of = (body: string) => outcomeOf(linksContact, { body });
const link = (href: string, attributes = '') => `<a href="${href}" ${attributes}>Contact</a>`;

it('warns about some links, and fails all of them', async () => {
  const good = link('mailto:ann@example.com');
  expect(await of(`${good}\n${link('mailto:ann.example.com')}${good}${good}`)).toEqual({
    status: 'warn',
    summary:
      '1 of 4 links to phone numbers and email addresses cannot work: an email address has no @, or nothing on one side of it.',
    value: { links: 4, broken: 1, faults: ['no-at-sign'] },
    evidence: [{ kind: 'html', text: '<a href="mailto:ann.example.com" >', line: 2, column: 1 }],
    points: 0.646,
  });
  expect(await of(link('tel:'))).toMatchObject({ status: 'fail', points: 0 });
});

it.each([
  ['mailto:', 'empty'],
  ['tel: ', 'empty'],
  ['mailto:undefined', 'no-at-sign'],
  ['mailto:www.example.com', 'no-at-sign'],
  ['mailto:info@', 'no-at-sign'],
  ['mailto:@example.com?subject=Hello', 'no-at-sign'],
  ['tel:Call us now', 'no-number'],
  ['tel:undefined', 'no-number'],
  ['tel:+', 'no-number'],
  ['tel:info@example.com', 'no-number'],
  ['mailto:mailto:ann@example.com', 'two-schemes'],
  ['mailto: mailto:ann@example.com', 'two-schemes'],
  ['mailto:http://example.com/contact', 'two-schemes'],
  ['tel:tel:+4930123456', 'two-schemes'],
  ['TEL:https://wa.me/4930123456', 'two-schemes'],
  ['http://mailto:ann@example.com', 'web-address'],
  ['https:/mailto:ann@example.com', 'web-address'],
  ['http://tel:+4930123456', 'web-address'],
  ['/mailto:ann@example.com', 'web-address'],
  ['mailto;ann@example.com', 'misspelt'],
  ['mai\nlto\t\n:', 'empty'],
  ['te\tl\n:', 'empty'],
  ['\tht\ntp://te\nl\t:+49', 'web-address'],
  ['malito:ann@example.com', 'misspelt'],
  ['http://info@example.com', 'http-address'],
  ['https://ann.baker@example.co.uk/', 'http-address'],
])('finds %s', async (href, fault) => {
  expect(await of(link(href))).toMatchObject({ status: 'fail', value: { faults: [fault] } });
});

it('finds an address without a scheme if it is also the text', async () => {
  const [address, text] = ['ann@example.com', 'Mail: Ann@example.com'];
  expect(await of(`<a href="${address}">${text}</a>`)).toMatchObject({
    value: { faults: ['no-scheme'] },
  });
  expect((await of(`<a href="${address}">Ann</a>`)).status).toBe('na');
});

it.each([
  'mailto:ann@example.com',
  'MAILTO:ann@example.com?subject=Hello%20there',
  'mailto:ann@example.com,bob@example.com',
  'mailto:ann@example.com;bob@example.com',
  'mailto:ann@example.com; ',
  'mailto:Ann%20Baker%20%3Cann@example.com%3E',
  'mailto:%61nn%40example.com',
  'mailto:&#97;nn&#64;example.com',
  'mailto:?subject=Look&amp;body=https://example.com/',
  'mailto:?to=ann@example.com',
  'mailto:ann(at)example.com',
  'mailto:ann at example dot com',
  'mailto:ann[ät]example.com',
  'mailto:ann_AT_example_DOT_com',
  'mailto:{{ user.email }}',
  'mailto:\x24{email}',
  'mailto:ann@bücher.example',
  'mailto:ann%',
  'tel:+49-30-123456',
  'tel: 030 / 123456',
  'tel:%2B4930123456',
  'tel:(030)%20123',
  'tel:1-800-FLOWERS',
  'tel:FLOWERS',
  'tel:112',
  'tel:*#06#',
  'tel:۰۲۱۱۲۳۴۵',
  'tel:٠١٢٣',
  'tel:+1-555-0100;ext=12',
  'tel:{{phone}}',
])('passes %s', async (href) => {
  expect(await of(link(href))).toMatchObject({ status: 'pass', value: { links: 1, broken: 0 } });
});

it.each([
  ['a handler', link('mailto:', 'onclick="mail(this)"')],
  ['data for a script', link('mailto:', 'data-user="ann" data-host="example.com"')],
  ['a class for one', link('mailto:info', 'class="spam-protect"')],
  ['a binding', link('tel:', ':href="phone"')],
])('passes a link that a script fills in, by %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '',
  link('/contact'),
  link('/cdn-cgi/l/email-protection#a1b2'),
  link('/@ann@example.com'),
  link('https://example.com/mailto:ann'),
  link('https://git@example.com/repository.git'),
  link('mailto.php?to=ann@example.com'),
  '<a href="logo@2x.png">logo@2x.png</a>',
  '<a href="release@1.2.3">release@1.2.3</a>',
  '<a href="tel:" hidden>Call</a>',
  '<template><a href="mailto:">Mail</a></template>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});
