import { expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { phoneAgrees } from './phone-agrees.ts';

const bakery = (properties: object) =>
  script({
    '@context': 'https://schema.org',
    '@type': 'Bakery',
    url: 'https://www.example.com/',
    ...properties,
  });
const link = (href: string, text = 'Call') => `<a href="tel:${href}">${text}</a>`;
const url = 'https://www.example.com/';
const of = (telephone: unknown, body: string) =>
  outcomeOf(phoneAgrees, { url, head: bakery({ telephone }), body });

it('finds a number that the page does not show', async () => {
  expect(await of('+49 30 1234567', link('+49 30 7654321'))).toMatchObject({
    status: 'warn',
    summary:
      'The structured data gives the phone number +49 30 1234567; the page shows only others.',
    evidence: [{ kind: 'html' }, { text: '<a href="tel:+49 30 7654321">' }],
  });
});

it.each([
  ['the national form', '+49 30 1234567', link('0301234567')],
  ['the text', '+49 30 1234567', `${link('+1800555000')} Phone: (030) 12&#8239;34-567`],
  ['one of two links', '+49 30 1234567', link('+49 30 7654321') + link('+49 30 1234567')],
  ['an extension', '+1 800 555-1234 ext. 12', link('+18005551234')],
  ['an extension in the link', '+1 800 555 1234', link('+18005551234;ext=12')],
  ['letters', '1-800-FLOWERS', link('18003569377')],
  ['Arabic digits', '+20 2 1204567', `${link('+20000000')} ٠٢ ١٢٠٤٥٦٧`],
  ['wide digits', '+81 3 1234 5678', `${link('+20000000')} ０３－１２３４－５６７８`],
  ['one of several', ['+49 30 1111111', '+49 30 1234567'], link('030 1234567')],
])('passes %s', async (_name, telephone, body) => {
  expect((await of(telephone, body)).status).toBe('pass');
});

it('reads contact points', async () => {
  const head = bakery({
    telephone: '+49 30 1111111',
    contactPoint: { '@type': 'ContactPoint', telephone: '+49 30 7654321' },
  });
  expect((await outcomeOf(phoneAgrees, { url, head, body: link('+49 30 7654321') })).status).toBe(
    'pass',
  );
});

it.each([
  ['no phone on the page', bakery({ telephone: '+49 30 1234567' }), ''],
  [
    'a hidden link',
    bakery({ telephone: '+49 30 1234567' }),
    `<div hidden>${link('+49307654321')}</div>`,
  ],
  ['a short code', bakery({ telephone: '112' }), link('+49307654321')],
  [
    'an entry of a directory, which shows its own number and the other after a click',
    bakery({ url: 'https://example.com/bakeries/ann', telephone: '+49 30 1234567' }),
    link('+49800000000'),
  ],
  [
    'a business with its own website',
    bakery({ url: 'https://ann.example', telephone: '+49 30 1234567' }),
    link('+49800000000'),
  ],
  ['no structured data', '', link('+49800000000')],
])('does not apply to %s', async (_name, head, body) => {
  expect((await outcomeOf(phoneAgrees, { url, head, body })).status).toBe('na');
});

it('knows the publisher of the website', async () => {
  const head = script({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', url: 'https://example.com/', publisher: { '@id': '#ann' } },
      { '@type': 'Organization', '@id': '#ann', telephone: '+49 30 1234567' },
    ],
  });
  expect((await outcomeOf(phoneAgrees, { url, head, body: link('+49307654321') })).status).toBe(
    'warn',
  );
});

it('passes the number of a branch', async () => {
  const branch = {
    '@context': 'https://schema.org',
    '@type': 'Bakery',
    '@id': '#a',
    telephone: '+49 30 7654321',
  };
  const head = bakery({ telephone: '+49 800 1111111' }) + script(branch);
  const body = link('+49307654321');
  expect((await outcomeOf(phoneAgrees, { url, head, body })).status).toBe('pass');
});

it('does not apply to a page of a person, with a direct number', async () => {
  const head = bakery({ telephone: '+49 30 1234-0' });
  const body = link('+49 30 1234-15');
  const page = { url: `${url}team/ann`, head, body };
  expect((await outcomeOf(phoneAgrees, page)).status).toBe('na');
});

it.each(['de', 'de/', 'pt-br/'])('applies to the home page in a language, %s', async (path) => {
  const head = bakery({ telephone: '+49 30 1234567' });
  const page = { url: url + path, head, body: link('+49307654321') };
  expect((await outcomeOf(phoneAgrees, page)).status).toBe('warn');
});
