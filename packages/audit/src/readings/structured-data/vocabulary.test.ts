import { expect, it } from 'vitest';
import {
  isSchemaProperty,
  isSchemaType,
  isTypeOf,
  replacementTypeOf,
  similarProperty,
  similarType,
} from './vocabulary.ts';

it('finds types, including data types and names that begin with a digit', () => {
  for (const type of ['Thing', 'Product', '3DModel', 'DayOfWeek', 'URL', 'Role', 'Patient']) {
    expect([type, isSchemaType(type)]).toEqual([type, true]);
  }
  for (const type of ['product', 'Products', 'NewsItem', '', 'constructor', '__proto__']) {
    expect([type, isSchemaType(type)]).toEqual([type, false]);
  }
});

it('finds subtypes over several levels', () => {
  expect(isTypeOf('DaySpa', 'Organization')).toBe(true);
  expect(isTypeOf('DaySpa', 'Place')).toBe(true);
  expect(isTypeOf('NewsArticle', 'Article')).toBe(true);
  expect(isTypeOf('Article', 'Article')).toBe(true);
  expect(isTypeOf('Article', 'NewsArticle')).toBe(false);
  expect(isTypeOf('Nothing', 'Nothing')).toBe(false);
});

it('returns the replacement of a superseded type', () => {
  expect(replacementTypeOf('UserComments')).toBe('InteractionCounter');
  expect(replacementTypeOf('Product')).toBeNull();
});

it('finds properties of any type', () => {
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
])('suggests for the type %s: %s', (name, similar) => {
  expect(similarType(name)).toBe(similar);
});

it('suggests only properties of the type and its supertypes', () => {
  expect(similarProperty('datePublishd', ['NewsArticle'])).toBe('datePublished');
  expect(similarProperty('sameas', ['NewsArticle'])).toBe('sameAs');
  expect(similarProperty('offres', ['Product'])).toBe('offers');
  expect(similarProperty('offres', ['Brand'])).toBe(null);
  expect(similarProperty('tags', ['Article'])).toBeNull();
});
