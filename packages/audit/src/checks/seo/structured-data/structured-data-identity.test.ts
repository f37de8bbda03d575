import { expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { structuredDataIdentity } from './structured-data-identity.ts';

const item = (type: unknown, properties: object = {}) =>
  script({ '@context': 'https://schema.org', '@type': type, '@id': '#a', ...properties });
const of = (...items: readonly string[]) =>
  outcomeOf(structuredDataIdentity, { head: items.join('') });
const named = (name: unknown, url: unknown) => item('Organization', { name, url });

it('finds two kinds of things with one @id', async () => {
  expect(await of(item('Organization'), item('WebSite'))).toMatchObject({
    status: 'warn',
    summary: 'Items with the @id “#a” are different things: Organization and WebSite.',
    evidence: [{ kind: 'html' }, { kind: 'html' }],
  });
  expect((await of(item(['Bakery', 'Place']), item('WebSite'))).status).toBe('warn');
  expect((await of(item('ImageObject'), item('Corporation'))).status).toBe('warn');
  expect((await of(item('Person'), item('Corporation'), item('WebSite'))).status).toBe('warn');
});

it('finds two organizations with one @id', async () => {
  const [ann, bob] = [
    named('Ann’s bakery', 'https://ann.example/'),
    named('Bob', 'https://bob.example/'),
  ];
  expect(await of(ann, bob)).toMatchObject({
    status: 'warn',
    summary: expect.stringContaining('“Ann’s bakery” (ann.example) and “Bob” (bob.example)'),
  });
});

it.each([
  ['a page and its article', [item('WebPage'), item('Article')]],
  ['a page and its product', [item('ItemPage'), item('Product')]],
  [
    'things without an @id',
    [
      script({
        '@context': 'https://schema.org',
        '@graph': [{ '@type': 'WebSite' }, { '@type': 'Person' }],
      }),
      item('Person'),
      item('Person'),
    ],
  ],
  ['a subtype', [item('Organization'), item('Bakery')]],
  ['several types in one item', [item(['Organization', 'Person']), item('Person')]],
  ['an artist that is a brand', [item('Person'), item('Organization')]],
  ['a service that is a product', [item('Product'), item('LocalBusiness')]],
  ['a ticket', [item('Product'), item('Event')]],
  [
    'a shorter name',
    [named('Ann', 'https://ann.example/'), named('Ann GmbH', 'https://anngmbh.example/')],
  ],
  [
    'a name in another language',
    [named('Köln', 'https://www.koeln.example/'), named('Cologne', 'https://koeln.example/en')],
  ],
  [
    'another URL',
    [named('Ann’s bakery', 'https://ann.example/'), named('Anns Bakery', 'https://old.example/')],
  ],
  [
    'an item that only adds to the other',
    [named('Ann', 'https://ann.example/'), item('Organization', { logo: '/a.png' })],
  ],
  [
    'names in a list',
    [named(['Ann', 'Anna'], 'https://ann.example/'), named('Bob', 'https://bob.example/')],
  ],
])('passes %s', async (_name, items) => {
  expect((await of(...items)).status).toBe('pass');
});

it('does not apply without a shared @id', async () => {
  expect((await of(item('Organization'))).status).toBe('na');
  expect((await of(item('Organization'), item('WebSite', { '@id': '#b' }))).status).toBe('na');
  const reference = script({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    publisher: { '@id': '#a' },
  });
  expect((await of(item('Organization'), reference)).status).toBe('na');
});
