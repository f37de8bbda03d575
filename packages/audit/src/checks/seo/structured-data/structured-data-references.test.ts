import { describe, expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { structuredDataReferences } from './structured-data-references.ts';

const article = (publisher: unknown, properties: object = {}) =>
  script({ '@context': 'https://schema.org', '@type': 'Article', publisher, ...properties });
const of = (head: string, more: PageUnderTest = {}) =>
  outcomeOf(structuredDataReferences, { head, ...more });
const organization = script({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': '#org',
  name: 'Ann',
});

describe('a reference to a missing item', () => {
  it.each(['#org', 'https://example.com/page#org', '/page#org', 'page#org'])('%s', async (id) => {
    expect(await of(article({ '@id': id }))).toMatchObject({
      status: 'warn',
      summary: `1 of 1 references in the structured data leads to an item that is missing: publisher is “${id}”.`,
      value: { missing: [id] },
      evidence: [{ kind: 'html' }],
    });
  });

  it('is one in another case', async () => {
    expect((await of(article({ '@id': '#Org' }) + organization)).status).toBe('warn');
  });

  it('is one to the fragment of another page, although the page has such an item', async () => {
    const home = organization.replace('#org', 'https://example.com/#org');
    expect((await of(article({ '@id': 'https://example.com/page#org' }) + home)).status).toBe(
      'warn',
    );
  });
});

it('can be written with the canonical URL of the page', async () => {
  const canonical = '<link rel=canonical href=https://example.com/rye>';
  const reference = article({ '@id': 'https://example.com/rye#org' });
  expect((await of(canonical + reference)).status).toBe('warn');
  expect((await of(canonical + reference + organization)).status).toBe('pass');
});

describe('correct references', () => {
  it.each([
    ['in another block', article({ '@id': '#org' }) + organization],
    ['written in full', article({ '@id': 'https://example.com/page#org' }) + organization],
    ['before the item', organization + article({ '@id': '#org' })],
    ['to a nested item', article({ '@id': '#a' }, { author: { '@id': '#a', '@type': 'Person' } })],
    [
      'to an item without a type',
      article({ '@id': '#org' }) + script({ '@id': '#org', name: 'Ann' }),
    ],
    [
      'to an item of a graph',
      script({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'Article', author: { '@id': '#a' } },
          { '@type': 'Person', '@id': '#a' },
        ],
      }),
    ],
  ])('%s', async (_name, head) => {
    expect((await of(head)).status).toBe('pass');
  });

  it('to an element of the page', async () => {
    const body = '<section id="faq"></section>';
    expect((await of(article({ '@id': '#faq' }), { body })).status).toBe('pass');
    const encoded = { body: '<section id="häufig"></section>' };
    expect((await of(article({ '@id': '#häufig' }), encoded)).status).toBe('pass');
    const written = { body: '<section id="a%20b"></section>' };
    expect((await of(article({ '@id': '#a%20b' }), written)).status).toBe('pass');
  });

  it.each([
    [
      'to the home page, whose items every page refers to',
      article({ '@id': 'https://example.com/#org' }),
    ],
    ['to an item of another site', article({ '@id': 'https://www.wikidata.org/wiki/Q42#a' })],
    ['to this page itself', article({ '@id': 'https://example.com/page' })],
    ['to a name', article({ '@id': 'urn:isbn:1' })],
    ['to a blank node', article({ '@id': '_:b0' })],
    [
      'if a block cannot be read',
      `${article({ '@id': '#org' })}<script type="application/ld+json">{</script>`,
    ],
    [
      'with another base',
      script({
        '@context': { '@vocab': 'https://schema.org/', '@base': 'https://a.example/' },
        '@type': 'Article',
        author: { '@id': '#a' },
      }),
    ],
    [
      'to an item of Microdata',
      `${article({ '@id': '#org' })}</head><p itemscope itemid="#org" itemtype="https://schema.org/Organization">`,
    ],
    ['without JSON-LD', ''],
  ])('%s', async (_name, head) => {
    expect((await of(head)).status).toBe('na');
  });
});

it('finds each of several references to one page, however their fragments are written', async () => {
  const ids = ['page#', 'page#a b', 'page#c', 'page#ä', 'page#org', '/#c', '/#d'];
  const head = article(ids.map((id) => ({ '@id': id })));
  expect(await of(head + organization)).toMatchObject({
    summary: expect.stringMatching(/^3 of 4 /),
    value: { references: 4, missing: ['page#a b', 'page#c', 'page#ä'] },
  });
});

it('does not apply to data that is not read completely', async () => {
  const many = Array.from({ length: 2_001 }, () => ({ '@type': 'Thing', name: 'a' }));
  const graph = script({ '@context': 'https://schema.org', '@graph': many });
  expect((await of(article({ '@id': '#org' }) + graph)).status).toBe('na');
});

it('reports half the points for references that all dangle', async () => {
  const two = article({ '@id': '#org' }, { author: { '@id': '#b' } }) + organization;
  expect(await of(two)).toMatchObject({ points: 0.75 });
});
