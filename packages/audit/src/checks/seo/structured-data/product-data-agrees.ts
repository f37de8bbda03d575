import type { Outcome } from '../../../outcome.ts';
import type { MetaFact, PageFacts } from '../../../page/page-facts.ts';
import { tagEvidence, tagsEvidence } from '../../../readings/evidence.ts';
import { metasByName } from '../../../readings/metas-by-name.ts';
import { isA, pageEntitiesOf, textsOf } from '../../../readings/structured-data/page-entities.ts';
import { structuredDataOf } from '../../../readings/structured-data/read-structured-data.ts';
import type { StructuredItem } from '../../../readings/structured-data/structured-item.ts';
import { numberOf } from '../../../readings/structured-data/value-formats.ts';
import type { Check } from '../../check.ts';

/** Entities that are read at most. */
const mostEntities = 1_000;

/** @remarks The tolerance of 1 % is ours: prices that differ by less may be rounded. */
const roundedShare = 0.01;
/** @remarks The tolerance of half a star is ours: ratings that differ by less may be rounded to whole stars. */
const roundedStars = 0.5;

/**
 * The price and the rating of the product of a page are the same wherever programs read them.
 *
 * @remarks That places which contradict each other cannot all be true is our conclusion.
 */
export const productDataAgrees: Check = {
  id: 'product-data-agrees',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title: 'Price and rating are the same in all data of the product',
  advice:
    'Take the price and the rating in JSON-LD, in Microdata and in the meta tags from the same field of your shop, or let only one theme or plugin write them.',
  why: 'Search results may show another price or rating than the page, which disappoints buyers who click.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  run: ({ page }): Outcome => {
    const pairs = [pricesOf(page), ratingsOf(page)].filter((pair) => pair !== null);
    if (pairs.length === 0) {
      const summary = 'The page does not state the price or rating of one product twice.';
      return { status: 'na', summary };
    }
    const [different] = pairs.filter(({ differ }) => differ);
    if (different === undefined) {
      return { status: 'pass', summary: 'The data of the product states the same values.' };
    }
    return { status: 'warn', summary: different.summary, evidence: different.evidence };
  },
};

interface Pair {
  readonly differ: boolean;
  readonly summary: string;
  readonly evidence: NonNullable<Outcome['evidence']>;
}

/** The prices in the structured data of a product, and in the meta tags for link previews and catalogues. */
function pricesOf(page: PageFacts): Pair | null {
  const stated = metasNamed(page, priceTags);
  const [meta] = stated;
  if (meta === undefined) return null;
  const all = pageEntitiesOf(page).all.slice(0, mostEntities);
  const [product, ...others] = all.filter((entity) => entity.top && isA(entity, 'Product'));
  if (product === undefined || others.length > 0) return null;
  // Net prices have another value.
  if (all.some(({ properties }) => properties.has('valueAddedTaxIncluded'))) return null;
  const values = (names: readonly string[]) =>
    all.flatMap((entity) => names.flatMap((name) => textsOf(entity, name)));
  const prices = values(priceProperties).map(numberOf);
  const inTags = stated.map(({ content }) => numberOf(content ?? ''));
  // The check `structured-data-values` reports prices that are not numbers; they may be the same.
  const isKnown = [...prices, ...inTags].every((price) => price !== null && price > 0);
  if (!isKnown || prices.length === 0 || inTags.length === 0) return null;
  const currencies = values(['priceCurrency', 'currency']).map((text) => text.toUpperCase());
  const [currency] = metasNamed(page, currencyTags);
  const currencyInTag = currency?.content?.trim().toUpperCase();
  if (currencyInTag !== undefined && currencies.length > 0 && !currencies.includes(currencyInTag))
    return null;
  const known = prices.map(Number);
  const [low, high] = [
    Math.min(...known) * (1 - roundedShare),
    Math.max(...known) * (1 + roundedShare),
  ];
  // One of the prices of variants, of sales and of members.
  const differ = inTags.map(Number).every((price) => price < low || price > high);
  const summary = `The price is ${inTags[0]} in ${nameOf(meta)}, but ${known[0]} in the structured data.`;
  return { differ, summary, evidence: [tagEvidence(meta), tagEvidence(product.item.tag())] };
}

const priceProperties = ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'];
const priceTags = [
  'product:price:amount',
  'product:sale_price:amount',
  'product:original_price:amount',
  'og:price:amount',
];
const currencyTags = ['product:price:currency', 'og:price:currency'];

/** The meta tags with one of these names, in source order. */
function metasNamed(page: PageFacts, names: readonly string[]): readonly MetaFact[] {
  const found = names.flatMap((name) => metasByName(page).get(name) ?? []);
  return found.length > 1
    ? found.toSorted((a, b) => a.line - b.line || a.column - b.column)
    : found;
}

function nameOf({ property, name }: MetaFact): string {
  return (property ?? name ?? '').trim().toLowerCase();
}

/** The ratings of one thing in JSON-LD and in Microdata. */
function ratingsOf(page: PageFacts): Pair | null {
  const { items } = structuredDataOf(page);
  const ratings = items.filter(({ types }) => types.includes('AggregateRating'));
  const [json, ...otherJson] = ratings.filter(({ syntax }) => syntax === 'json-ld');
  const [marked, ...otherMarked] = ratings.filter(({ syntax }) => syntax === 'microdata');
  if (json === undefined || marked === undefined) return null;
  if (otherJson.length + otherMarked.length > 0) return null;
  const typeOf = ({ parent }: StructuredItem) => items[parent ?? -1]?.types[0];
  if (typeOf(json) === undefined || typeOf(json) !== typeOf(marked)) return null;
  const numberIn = ({ properties }: StructuredItem, name: string) => {
    const [value] = properties.get(name) ?? [];
    return value?.kind === 'text' ? numberOf(value.text) : null;
  };
  const [jsonRating, markedRating] = [
    numberIn(json, 'ratingValue'),
    numberIn(marked, 'ratingValue'),
  ];
  const best = (item: StructuredItem) => numberIn(item, 'bestRating') ?? 5;
  if (jsonRating === null || markedRating === null || best(json) !== best(marked)) return null;
  const summary = `The rating is ${jsonRating} in JSON-LD, but ${markedRating} in Microdata.`;
  const differ = Math.abs(jsonRating - markedRating) > (roundedStars * best(json)) / 5;
  return { differ, summary, evidence: tagsEvidence([json.tag(), marked.tag()]) };
}
