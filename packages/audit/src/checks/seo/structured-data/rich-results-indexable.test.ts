import { expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { richResultsIndexable } from './rich-results-indexable.ts';

const noindex = '<meta name=robots content=noindex>';
const item = (type: string, properties = {}) =>
  script({ '@context': 'https://schema.org', '@type': type, name: 'Rye', ...properties });

it('finds a rich result on a page with noindex', async () => {
  expect(await outcomeOf(richResultsIndexable, { head: item('Recipe') + noindex })).toMatchObject({
    status: 'warn',
    summary:
      'The page is marked up as Recipe, but has a robots meta tag with noindex, so that no rich result can appear.',
    evidence: [{ kind: 'html' }, { text: noindex }],
  });
  const header = { head: item('JobPosting'), headers: { 'x-robots-tag': 'noindex' } };
  expect((await outcomeOf(richResultsIndexable, header)).status).toBe('warn');
});

it.each([
  ['a page that can be indexed', item('Recipe')],
  [
    'a variant whose canonical page is another one',
    `${item('Product')}<link rel=canonical href=/other>`,
  ],
])('passes %s', async (_name, head) => {
  expect((await outcomeOf(richResultsIndexable, { head })).status).toBe('pass');
});

it.each([
  ['a search page with the breadcrumbs of its theme', item('BreadcrumbList') + item('WebSite')],
  ['a page of the shop about itself', item('Organization')],
  ['a list of products', item('Product') + item('Product')],
  ['a product that is only mentioned', item('WebPage', { mentions: { '@type': 'Product' } })],
])('does not apply to %s', async (_name, head) => {
  expect((await outcomeOf(richResultsIndexable, { head: head + noindex })).status).toBe('na');
});
