import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { schemaTypesKnown } from './schema-types-known.ts';

const of = (body: string) => outcomeOf(schemaTypesKnown, { body });
const script = (json: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(json)}</script>`;
const schema = { '@context': 'https://schema.org' };
const graph = (...nodes: unknown[]) => of(script({ ...schema, '@graph': nodes }));

it('does not apply without structured data of schema.org', async () => {
  expect((await of('<p>')).status).toBe('na');
  expect((await of('<div typeof="foaf:Image">')).status).toBe('na');
  expect((await of(script({ '@type': 'Own' }))).status).toBe('na');
  expect((await graph({ name: 'A' })).status).toBe('na');
});

it('passes types of the vocabulary, as written in any syntax', async () => {
  const body = `${script({ ...schema, '@type': ['Product', 'schema:Car'], name: 'A' })}
    <div itemscope itemtype="http://schema.org/Offer"><i itemprop="price">1</i></div>
    <div vocab="http://schema.org/" typeof="Person"><i property="name">A</i></div>`;
  expect(await of(body)).toMatchObject({
    status: 'pass',
    value: { items: 3, findings: [], superseded: [] },
  });
});

it('fails if no type is known, and suggests similar ones', async () => {
  expect(await graph({ '@type': 'Prodct' })).toMatchObject({
    status: 'fail',
    points: 0,
    summary:
      'The structured data has names that schema.org does not define: the type Prodct (did you mean Product?).',
    evidence: [{ kind: 'html', text: expect.stringContaining('"Prodct"') }],
  });
});

it('warns if only some types are known, with half the points of each item', async () => {
  const outcome = await graph({ '@type': 'product' }, { '@type': 'Offer' }, { '@type': 'MyOwn' });
  expect(outcome).toMatchObject({
    status: 'warn',
    value: { findings: ['the type product (did you mean Product?)', 'the type MyOwn'] },
    evidence: { length: 2 },
  });
  expect(outcome.points).toBeCloseTo(2 / 3);
});

it('warns about properties that are misspelt', async () => {
  const outcome = await graph({
    '@type': 'NewsArticle',
    headline: 'A',
    datepublished: '2026-01-01',
  });
  expect(outcome).toMatchObject({ status: 'warn', points: 0.5 });
  expect(outcome.summary).toContain(
    'the property datepublished of NewsArticle (did you mean datePublished?)',
  );
});

it.each([
  // Google and others read properties that the type, or the whole vocabulary, does not have.
  { '@type': 'Person', price: 1 },
  { '@type': 'Product', shelfNumberOfOurs: 1 },
  { '@type': 'SearchAction', 'query-input': 'required name=q' },
  { '@type': 'SearchAction', 'result-output': 'x' },
  { '@type': 'Product', 'ex:nam': 1 },
  // The old way of extending types.
  { '@type': 'Product/Bicycle' },
  { '@type': 'http://schema.org/Product' },
  { '@type': 'http://www.productontology.org/id/Bicycle' },
  // Superseded words are still schema.org's.
  { '@type': 'Product', reviews: [] },
])('passes %j', async (node) => {
  expect((await graph(node, { '@type': 'Thing' })).status).toBe('pass');
});

it('ignores words of unknown contexts', async () => {
  const node = { '@type': 'Prodct', nam: 'A' };
  const other = { '@context': ['https://schema.org', 'https://example.com/c.jsonld'], ...node };
  expect((await of(script(other))).status).toBe('na');
});

it('suggests words only up to a number of unknown words', async () => {
  const findings = async (words: number) => {
    const unknownProperties = Object.fromEntries(
      Array.from({ length: words }, (_, i) => [`own${i}`, 1]),
    );
    return (await graph({ '@type': 'Thing', ...unknownProperties }, { '@type': 'Prodct' })).value;
  };
  expect(await findings(199)).toMatchObject({
    findings: ['the type Prodct (did you mean Product?)'],
  });
  expect(await findings(200)).toMatchObject({ findings: ['the type Prodct'] });
});

it('warns about types without a vocabulary, if they are schema.org’s', async () => {
  expect(await of(script({ '@type': 'Product', name: 'A' }))).toMatchObject({
    status: 'fail',
    value: { findings: ['the type Product without a vocabulary'] },
  });
  const tag = '<ol typeof="BreadcrumbList">';
  const outcome = await of(`${tag}</ol>${script({ ...schema, '@type': 'Thing' })}`);
  expect(outcome).toMatchObject({
    status: 'warn',
    summary: '1 element has typeof="BreadcrumbList" but no vocab.',
    advice: expect.stringContaining('vocab="https://schema.org/"'),
    evidence: [{ text: tag, line: 1 }],
  });
  const both = await of(`${tag}</ol>${script({ ...schema, '@type': 'Prodct' })}`);
  expect(both.summary).toContain('names that schema.org does not define');
  expect(both.advice).toBeUndefined();
});

it('reports superseded types, and passes them', async () => {
  const outcome = await graph({ '@type': 'UserComments' });
  expect(outcome).toMatchObject({
    status: 'pass',
    value: { superseded: ['UserComments: InteractionCounter'] },
  });
  expect(outcome.summary).toContain('superseded');
});
