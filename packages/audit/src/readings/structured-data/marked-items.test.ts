import { describe, expect, it } from 'vitest';
import { foreign, known, loose, namesOf, readData, script } from './fixtures/structured-page.ts';

describe('Microdata and RDFa', () => {
  it('reads types, properties and what is inside of what, after JSON-LD', async () => {
    const { items } = await readData(
      `${script({ '@context': 'https://schema.org', '@type': 'WebSite' })}
      <div itemscope itemtype="https://schema.org/Product http://example.com/Own"><b itemprop="name">A</b>
      <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><i itemprop="price">1</i></div></div>`,
    );
    expect(
      items.map(({ types, foreignTypes, parent, properties }) => [
        types.join(),
        foreignTypes.join(),
        parent,
        [...properties.keys()],
      ]),
    ).toEqual([
      ['WebSite', '', null, []],
      ['Product', 'http://example.com/Own', null, ['name', 'offers']],
      ['Offer', '', 1, ['price']],
    ]);
  });

  it.each([
    ['<div vocab="https://schema.org/" typeof="Product">', known('Product')],
    ['<div typeof="schema:Product">', known('Product')],
    ['<div typeof="Product">', loose('Product')],
    ['<div vocab="http://example.com/" typeof="Product">', foreign('Product')],
    ['<div typeof="foaf:Image">', foreign('foaf:Image')],
    [
      '<div itemscope itemtype="http://data-vocabulary.org/Breadcrumb">',
      foreign('http://data-vocabulary.org/Breadcrumb'),
    ],
    ['<div itemscope itemtype="Product">', loose('Product')],
    ['<div itemscope>', known()],
  ])('reads %s', async (html, expected) => {
    const { items } = await readData(html);
    expect(items.map(namesOf)).toEqual([expected]);
  });

  it('omits properties of other vocabularies', async () => {
    const { items } = await readData(
      '<div itemscope itemtype="http://example.com/A"><b itemprop="name http://schema.org/url">A</b></div>',
    );
    expect([...(items[0]?.properties.keys() ?? [])]).toEqual(['url']);
  });

  it.each([
    [
      `<div itemscope itemtype="http://schema.org/A"><b itemprop="${Array.from({ length: 100 }, (_, i) => `p${i}`).join(' ')}">`,
      false,
    ],
    ['<div itemscope itemtype="http://schema.org/Product" itemref="more">', false],
    ['<div itemscope itemtype="http://schema.org/Product">', true],
    ['<div vocab="http://schema.org/" typeof="Product">', true],
    ['<div typeof="schema:Product">', false],
  ])('reports whether all properties of %s are known: %s', async (html, complete) => {
    expect((await readData(html)).items[0]?.complete).toBe(complete);
  });
});
