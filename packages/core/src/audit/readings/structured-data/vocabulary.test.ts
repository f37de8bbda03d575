import { expect, it } from 'vitest';
import {
  isSchemaProperty,
  isSchemaType,
  isTypeOf,
  replacementTypeOf,
  similarProperty,
  similarType,
} from './vocabulary.ts';

it('knows types, also those that are data or begin with a digit', () => {
  for (const type of ['Thing', 'Product', '3DModel', 'DayOfWeek', 'URL', 'Role', 'Patient']) {
    expect([type, isSchemaType(type)]).toEqual([type, true]);
  }
  for (const type of ['product', 'Products', 'NewsItem', '', 'constructor', '__proto__']) {
    expect([type, isSchemaType(type)]).toEqual([type, false]);
  }
});

it('knows what is below what, over several supertypes', () => {
  expect(isTypeOf('DaySpa', 'Organization')).toBe(true);
  expect(isTypeOf('DaySpa', 'Place')).toBe(true);
  expect(isTypeOf('NewsArticle', 'Article')).toBe(true);
  expect(isTypeOf('Article', 'Article')).toBe(true);
  expect(isTypeOf('Article', 'NewsArticle')).toBe(false);
  expect(isTypeOf('Nothing', 'Nothing')).toBe(false);
});

it('knows what has superseded a type', () => {
  expect(replacementTypeOf('UserComments')).toBe('InteractionCounter');
  expect(replacementTypeOf('Product')).toBeNull();
});

it('knows properties, whatever type has them', () => {
  expect(isSchemaProperty('datePublished')).toBe(true);
  expect(isSchemaProperty('DatePublished')).toBe(false);
});

it.each([
  ['product', 'Product'],
  ['Breadcrumblist', 'BreadcrumbList'],
  ['NewsArticel', 'NewsArticle'],
  ['Organisation', 'Organization'],
  ['Prodct', 'Product'],
  ['Productt', 'Product'],
  ['NewsItem', null],
  ['Perxon1', null],
  ['Pxyduct', null],
  ['Cat', null],
  ['Xy', null],
])('finds for the type %s: %s', (name, similar) => {
  expect(similarType(name)).toBe(similar);
});

it('finds a property of the type and of those above it, and of no others', () => {
  expect(similarProperty('datePublishd', ['NewsArticle'])).toBe('datePublished');
  expect(similarProperty('sameas', ['NewsArticle'])).toBe('sameAs');
  expect(similarProperty('offres', ['Product'])).toBe('offers');
  expect(similarProperty('offres', ['Brand'])).toBe(null);
  expect(similarProperty('tags', ['Article'])).toBeNull();
});
