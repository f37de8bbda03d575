import { describe, expect, it } from 'vitest';
import { foreign, known, loose, namesOf, readData, script } from './fixtures/structured-page.ts';

const itemsOf = async (json: unknown) => (await readData(script(json))).items;

describe('JSON-LD', () => {
  it.each([
    'https://schema.org',
    'http://schema.org/',
    'HTTP://www.Schema.org',
    'https://schema.org/#',
    'schema.org',
    '//schema.org/',
    'https://schema.org/docs/jsonldcontext.jsonld',
    ' https://schema.org ',
  ])('recognises the context %j', async (context) => {
    const [item] = await itemsOf({ '@context': context, '@type': 'Product', name: 'A' });
    expect(item && namesOf(item)).toEqual(known('Product'));
    expect([...(item?.properties.keys() ?? [])]).toEqual(['name']);
  });

  it.each([
    [{ '@vocab': 'https://schema.org/' }, 'Product', known('Product')],
    [{ '@vocab': 'http://schema.org/' }, 'Product', known('Product')],
    [{ '@vocab': 'https://example.com/' }, 'Product', foreign('Product')],
    [['https://schema.org', { ex: 'https://example.com/' }], 'ex:Thing', foreign('ex:Thing')],
    [['https://schema.org', { '@language': 'de' }], 'Product', known('Product')],
    [{ s: 'http://schema.org/' }, 's:Product', known('Product')],
    [{ s: { '@id': 'http://schema.org/' } }, 's:Product', known('Product')],
    [{ Ware: 'http://schema.org/Product' }, 'Ware', known('Product')],
    [{ s: 'http://schema.org/', Ware: 's:Product' }, 'Ware', known('Product')],
    [{ schema: 'https://example.com/' }, 'schema:Product', foreign('schema:Product')],
    ['https://schema.org', 'schema:Product', known('Product')],
    ['https://schema.org', 'https://schema.org/Product', known('Product')],
    ['https://schema.org', 'http://pending.schema.org/Product', known('Product')],
    [
      'https://schema.org',
      'https://notschema.org/Product',
      foreign('https://notschema.org/Product'),
    ],
    ['https://schema.org', 'gr:Offering', foreign('gr:Offering')],
    ['https://example.com/context.jsonld', 'Product', foreign('Product')],
    [{ Ware: `http://schema.org/${'x'.repeat(500)}` }, 'Ware', foreign('Ware')],
    [{ http: 'http://schema.org/' }, 'http://example.com/A', foreign('http://example.com/A')],
    [
      [
        'https://schema.org',
        Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`t${i}`, 'x:'])),
      ],
      'Product',
      foreign('Product'),
    ],
    [['https://schema.org', 'https://example.com/c.jsonld'], 'Product', foreign('Product')],
    [null, 'Product', loose('Product')],
    [undefined, 'Product', loose('Product')],
    [undefined, 'http://schema.org/Product', known('Product')],
    [
      'https://schema.org',
      ['Product', 'Car', 'ex:Own'],
      { ...known('Product', 'Car'), foreignTypes: ['ex:Own'] },
    ],
  ])('in the context %j, reads the type %j as %j', async (context, type, expected) => {
    const [item] = await itemsOf({ '@context': context, '@type': type, name: 'A' });
    expect(item && namesOf(item)).toEqual(expected);
  });

  it('reads lists, graphs, nested nodes and contexts within', async () => {
    const items = await itemsOf([
      {
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'WebPage', '@id': '#page', author: { '@id': '#me' } },
          { '@type': 'Article', publisher: [{ '@type': 'Organization' }, { '@type': 'Person' }] },
        ],
      },
      {
        '@context': { '@vocab': 'https://example.com/' },
        '@type': 'Product',
        inner: {
          '@context': 'https://schema.org',
          '@type': 'Offer',
        },
      },
    ]);
    expect(items.map(({ types, parent, id }) => [types.join(), parent, id])).toEqual([
      ['WebPage', null, '#page'],
      ['Article', null, null],
      ['Organization', 1, null],
      ['Person', 1, null],
      ['', null, null],
      ['Offer', 4, null],
    ]);
    expect(items[0]?.properties.get('author')).toEqual([{ kind: 'reference', id: '#me' }]);
    expect(items[1]?.properties.get('publisher')).toEqual([
      { kind: 'item', index: 2 },
      { kind: 'item', index: 3 },
    ]);
  });

  it('keeps values, except empty ones', async () => {
    const [item] = await itemsOf({
      '@context': 'https://schema.org',
      type: 'Product',
      id: '#a',
      name: { '@value': 'A', '@language': 'en' },
      'schema:url': 'https://example.com',
      image: { '@list': ['a.png', 'b.png'] },
      sku: 0,
      isFamilyFriendly: false,
      description: ' ',
      brand: null,
      offers: [],
      'ex:own': 'x',
    });
    expect(item).toMatchObject({ types: ['Product'], id: '#a' });
    expect(Object.fromEntries(item?.properties ?? [])).toEqual({
      name: [{ kind: 'text', text: 'A' }],
      url: [{ kind: 'text', text: 'https://example.com' }],
      image: [
        { kind: 'text', text: 'a.png' },
        { kind: 'text', text: 'b.png' },
      ],
      sku: [{ kind: 'text', text: '0' }],
      isFamilyFriendly: [{ kind: 'text', text: 'false' }],
    });
  });

  it('reads @included nodes as top-level items', async () => {
    const items = await itemsOf({
      '@context': 'https://schema.org',
      '@type': 'Article',
      '@included': [{ '@type': 'Person' }],
    });
    expect(items.map(({ types, parent }) => [types, parent])).toEqual([
      [['Person'], null],
      [['Article'], null],
    ]);
  });

  it('merges the values of a property that has two names', async () => {
    const [item] = await itemsOf({
      '@context': 'https://schema.org',
      '@type': Array.from({ length: 30 }, (_, index) => `T${index}`),
      name: 'A',
      'schema:name': ['B'],
    });
    expect(item?.properties.get('name')).toHaveLength(2);
    expect(item?.types).toHaveLength(20);
  });

  it('adds a reversed property to the other item', async () => {
    const [place, event] = await itemsOf({
      '@context': 'https://schema.org',
      '@type': 'Place',
      '@reverse': { location: { '@type': 'Event', name: 'A' } },
    });
    expect(place?.types).toEqual(['Place']);
    expect(event).toMatchObject({ types: ['Event'], parent: null });
    expect([...(event?.properties.keys() ?? [])]).toEqual(['name', 'location']);
  });

  it('returns the position of an item in the page', async () => {
    const html = `<!DOCTYPE html>\r\n<p>é</p>  <script\r\n  type="application/ld+json">[\r\n  {"@type": "A"}, {"@type":\r\n"B"}]</script>`;
    const { items } = await readData(html);
    expect(items.map(({ tag }) => tag())).toEqual([
      { line: 4, column: 3, html: '{"@type": "A"}, {"@type": "B"}]' },
      { line: 4, column: 19, html: '{"@type": "B"}]' },
    ]);
    const inReverse = (await readData(html)).items.toReversed().map(({ tag }) => tag());
    expect(inReverse).toEqual(items.map(({ tag }) => tag()).reverse());
    const [inline] = (await readData(`<p>${script({ '@type': 'A' })}`)).items;
    expect(inline?.tag()).toMatchObject({ line: 1, column: 39 });
  });

  it('returns the position of the script if its start tag is too long', async () => {
    const { items } = await readData(
      `<p><script data-x="${'x'.repeat(400)}" type="application/ld+json">{"@type":"A"}</script>`,
    );
    expect(items[0]?.tag()).toEqual({ line: 1, column: 4, html: '{"@type":"A"}' });
  });

  it('reads no more than 300,000 characters', async () => {
    const block = script({ '@type': 'A', text: 'x'.repeat(150_000 - 30) });
    const { blocks } = await readData(block.repeat(5));
    expect(blocks.map(({ reading }) => reading !== null)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('does not read a truncated block', async () => {
    const { blocks, items } = await readData(
      script(`{"@type": "A", "b": "${'x'.repeat(200_000)}"}`),
    );
    expect(blocks[0]?.reading).toBeNull();
    expect(items).toEqual([]);
  });

  it('returns short, well-formed words', async () => {
    const [item] = await itemsOf(
      `{"@context":"https://schema.org","@type":["\\ud800","${'A'.repeat(500)}"],"\\ud800":1}`,
    );
    expect(item?.types).toEqual(['\ufffd', 'A'.repeat(100)]);
    expect([...(item?.properties.keys() ?? [])]).toEqual(['\ufffd']);
  });
});

it('reads no more than 2,000 items of Microdata and RDFa', async () => {
  const { items } = await readData('<p itemscope></p>'.repeat(3_100));
  expect(items).toHaveLength(2_000);
});
