import { memoize } from '../memoize.ts';
import type { Entities, Entity } from './entities.ts';
import { isA } from './page-entities.ts';
import type { ItemValue } from './structured-item.ts';
import {
  type Enumeration,
  isCurrency,
  isDate,
  isDuration,
  isEnumeration,
  isMember,
  isMissingValue,
  isUrl,
  numberOf,
} from './value-formats.ts';
import { kindsOf } from './vocabulary.ts';

/** The formats of values that Google documents. */
type Format = 'price' | 'currency' | 'date' | 'duration' | 'number' | 'count' | 'url' | Enumeration;

/** What is wrong with a value of a format, in words that complete "…, which ". */
const faults = {
  price: 'is not a number such as 12.50',
  currency: 'is not a currency code such as EUR',
  date: 'is not a date such as 2026-05-31',
  duration: 'is not a duration such as PT1H30M',
  number: 'is not a number such as 4.5',
  count: 'is not a number above zero',
  url: 'is not a URL',
  availability: 'is not a value such as https://schema.org/InStock',
  itemCondition: 'is not a value such as https://schema.org/NewCondition',
  eventStatus: 'is not a value such as https://schema.org/EventScheduled',
  eventAttendanceMode: 'is not a value such as https://schema.org/OnlineEventAttendanceMode',
} as const satisfies Readonly<Record<Format, string>>;

/** A row: properties of a type, and the format of their values. */
interface ValueRule {
  readonly type: string;
  readonly properties: readonly string[];
  readonly format: Format;
}

const dates = ['datePublished', 'dateModified', 'dateCreated'];
/** Types whose dates Google shows. Works of art and books may have dates such as "c. 1850". */
const dated = ['Article', 'WebPage', 'Review', 'VideoObject', 'Recipe', 'Comment', 'Question'];

/**
 * The formats of the values in Google's rich results, from the pages in `rich-result-types.ts`, as of
 * 2025-09. Values that have other forms for a reason are left out: opening hours, phone numbers,
 * identifiers.
 */
const valueRules: readonly ValueRule[] = [
  { type: 'Offer', properties: ['price', 'lowPrice', 'highPrice'], format: 'price' },
  { type: 'Offer', properties: ['priceCurrency'], format: 'currency' },
  { type: 'Offer', properties: ['availability'], format: 'availability' },
  { type: 'Offer', properties: ['itemCondition'], format: 'itemCondition' },
  { type: 'Offer', properties: ['priceValidUntil', 'validFrom', 'validThrough'], format: 'date' },
  { type: 'Offer', properties: ['url'], format: 'url' },
  { type: 'PriceSpecification', properties: ['price', 'minPrice', 'maxPrice'], format: 'price' },
  { type: 'PriceSpecification', properties: ['priceCurrency'], format: 'currency' },
  { type: 'MonetaryAmount', properties: ['currency'], format: 'currency' },
  { type: 'AggregateRating', properties: ['ratingCount', 'reviewCount'], format: 'count' },
  { type: 'Event', properties: ['startDate', 'endDate', 'previousStartDate'], format: 'date' },
  { type: 'Event', properties: ['eventStatus'], format: 'eventStatus' },
  { type: 'Event', properties: ['eventAttendanceMode'], format: 'eventAttendanceMode' },
  { type: 'JobPosting', properties: ['datePosted', 'validThrough'], format: 'date' },
  ...dated.map((type) => ({ type, properties: dates, format: 'date' as const })),
  { type: 'VideoObject', properties: ['uploadDate', 'expires'], format: 'date' },
  { type: 'MediaObject', properties: ['duration'], format: 'duration' },
  { type: 'MediaObject', properties: ['contentUrl', 'embedUrl'], format: 'url' },
  { type: 'CreativeWork', properties: ['thumbnailUrl'], format: 'url' },
  { type: 'HowTo', properties: ['totalTime', 'prepTime'], format: 'duration' },
  { type: 'Recipe', properties: ['cookTime'], format: 'duration' },
  { type: 'Thing', properties: ['url', 'image', 'sameAs'], format: 'url' },
  { type: 'Organization', properties: ['logo'], format: 'url' },
  { type: 'ListItem', properties: ['item'], format: 'url' },
];

/** A value that Google cannot read. */
export interface ValueFault {
  readonly entity: Entity;
  /** The first type of the entity. */
  readonly type: string;
  readonly property: string;
  readonly value: string;
  /** Completes "…, which ". */
  readonly reason: string;
}

/** What values are compared with. */
interface ValuePage {
  /** The base URL of the page. */
  readonly base: string;
  /** Whether a URL has a private address, which the page itself does not have. */
  readonly isPrivate: (url: string) => boolean;
  readonly now: Date;
}

/** Texts that search results show as they are. Descriptions may be HTML, such as those of jobs. */
const shownTexts = ['name', 'headline'] as const;

/** What HTML reads as one character, and JSON does not. */
const htmlEntity = /&(?:amp|quot|lt|gt|apos|nbsp|#\d{2,6}|#x[\da-f]{2,5});/i;

/** The values of one property that are checked. */
const maxValues = 50;

/** The values of an entity that have a rule, and those that Google cannot read. */
interface CheckedValues {
  readonly checked: number;
  readonly faults: readonly ValueFault[];
}

/**
 * Checks the values of an entity. Values that are items, and those of Microdata and RDFa that are not
 * known, count as correct.
 *
 * @param ratings - The {@link reviewRatingsOf} the page.
 */
export function checkValuesOf(
  entity: Entity,
  ratings: ReadonlySet<Entity>,
  { base, isPrivate, now }: ValuePage,
): CheckedValues {
  let checked = 0;
  const found: ValueFault[] = [];
  const check = (property: string, format: Format, reasonOf: ReasonOf) => {
    const values = entity.properties.get(property) ?? [];
    for (const value of values.length > maxValues ? values.slice(0, maxValues) : values) {
      const text = textOf(value, format);
      if (text === null) continue;
      checked += 1;
      const reason = isMissingValue(text) ? 'a program did not fill in' : reasonOf(text);
      if (reason === null) continue;
      found.push({ entity, type: nameOf(entity), property, value: text, reason });
    }
  };
  for (const { property, format } of formatsOf(entity)) {
    if (!entity.properties.has(property)) continue;
    check(property, format, (text) => {
      if (!isValid(text, format, base)) return faults[format];
      if (format === 'url' && isPrivate(text.trim())) return 'has a private address';
      return property === 'priceValidUntil' && isPast(text, now)
        ? 'is over, so that search engines may not show the offer'
        : null;
    });
  }
  if (isA(entity, 'Event') && endsBefore(entity)) {
    check('endDate', 'date', () => 'is before its startDate');
  }
  for (const property of shownTexts) {
    for (const value of (entity.properties.get(property) ?? []).slice(0, maxValues)) {
      const text = textOf(value, 'date');
      const at = text?.search(htmlEntity) ?? -1;
      if (text === null || at < 0) continue;
      checked += 1;
      const reason = 'has an entity of HTML, which is shown as it is written';
      const around = text.slice(Math.max(0, at - 20));
      found.push({ entity, type: nameOf(entity), property, value: around, reason });
    }
  }
  if (entity.names !== null) {
    const [name, value] = entity.names;
    const reason = `is another name than “${name.slice(0, 60)}”, although both have the same @id`;
    checked += 1;
    found.push({ entity, type: nameOf(entity), property: 'name', value, reason });
  }
  if (isA(entity, 'AggregateRating') || ratings.has(entity)) {
    const range = rangeOf(entity);
    // A rating of nothing is reported by its count.
    const isCounted = found.every(({ property }) => !/Count$/.test(property));
    check('ratingValue', 'number', (text) => (isCounted ? ratingFault(text, range) : null));
    for (const property of ['bestRating', 'worstRating']) {
      check(property, 'number', (text) => (numberOf(text) === null ? faults.number : null));
    }
  }
  return { checked, faults: found };
}

/** The day of a date; `null` if it is written in another form. */
function dayOf(text: string): string | null {
  return /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text)?.[1] ?? null;
}

/** Whether a date was over before yesterday: somewhere, it may still be yesterday. */
function isPast(text: string, now: Date): boolean {
  const day = dayOf(text);
  return day !== null && Date.parse(day) + 2 * 86_400_000 < now.getTime();
}

/** Whether an event ends on a day before it starts. */
function endsBefore({ properties }: Entity): boolean {
  const [start, end] = ['startDate', 'endDate'].map((property) => {
    const [value, ...others] = properties.get(property) ?? [];
    const text = value === undefined || others.length > 0 ? null : textOf(value, 'date');
    return text === null ? null : dayOf(text);
  });
  return Boolean(start && end && end < start);
}

interface PropertyFormat {
  readonly property: string;
  readonly format: Format;
}

/** The properties of an entity that have a rule, with the format of the first one. */
function formatsOf({ types }: Entity): readonly PropertyFormat[] {
  const kinds = kindsOf(types);
  return types.size === 1 ? formatsOfType(kinds) : formatsOfKinds(kinds);
}

/** {@link formatsOfKinds} of one type of schema.org, which has the same set of kinds each time. */
const formatsOfType = memoize(formatsOfKinds);

function formatsOfKinds(kinds: ReadonlySet<string>): readonly PropertyFormat[] {
  const formats = new Map<string, Format>();
  for (const { type, properties, format } of valueRules) {
    if (!kinds.has(type)) continue;
    for (const name of properties) if (!formats.has(name)) formats.set(name, format);
  }
  return [...formats].map(([property, format]) => ({ property, format }));
}

type ReasonOf = (text: string) => string | null;

/** The ratings of reviews. Fact checks have their own scales. */
export function reviewRatingsOf(entities: Entities): ReadonlySet<Entity> {
  const ratings = new Set<Entity>();
  for (const entity of entities.all) {
    const values = entity.properties.get('reviewRating');
    if (values === undefined || !isA(entity, 'Review')) continue;
    if (isA(entity, 'ClaimReview') || isA(entity, 'MediaReview')) continue;
    for (const value of values) {
      const rating = entities.of(value);
      if (rating !== null) ratings.add(rating);
    }
  }
  return ratings;
}

/** Members of enumerations may be references to schema.org; other references are entities. */
function textOf(value: ItemValue, format: Format): string | null {
  if (value.kind === 'text') return value.text;
  return value.kind === 'reference' && isEnumeration(format) ? value.id : null;
}

function nameOf({ types }: Entity): string {
  const [first = 'Thing'] = types;
  return first;
}

function isValid(text: string, format: Format, base: string): boolean {
  switch (format) {
    case 'price':
      return (numberOf(text) ?? -1) >= 0;
    case 'number':
      return numberOf(text) !== null;
    case 'count':
      return (numberOf(text) ?? 0) > 0;
    case 'currency':
      return isCurrency(text);
    case 'date':
      return isDate(text);
    case 'duration':
      return isDuration(text);
    case 'url':
      return isUrl(text, base);
    default:
      return isMember(text, format);
  }
}

interface Range {
  readonly worst: number;
  readonly best: number;
}

/**
 * The range of a rating. Without limits it is 1 to 5.
 * @see https://developers.google.com/search/docs/appearance/structured-data/review-snippet
 */
function rangeOf({ properties }: Entity): Range {
  const limit = (name: string) => {
    const [value] = properties.get(name) ?? [];
    return value?.kind === 'text' ? numberOf(value.text) : null;
  };
  const unknown = (name: string) => properties.get(name)?.some(({ kind }) => kind !== 'text');
  return {
    worst: limit('worstRating') ?? (unknown('worstRating') ? Number.NEGATIVE_INFINITY : 1),
    best: limit('bestRating') ?? (unknown('bestRating') ? Number.POSITIVE_INFINITY : 5),
  };
}

/** Google reads fractions and percentages, too, and knows their range. */
const fraction = /^\d{1,9}(?:\.\d{1,9})?\s?(?:%|\/\s?\d{1,9}(?:\.\d{1,9})?)$/;

function ratingFault(text: string, { worst, best }: Range): string | null {
  if (fraction.test(text.trim())) return null;
  const value = numberOf(text);
  if (value === null) return faults.number;
  if (value >= worst && value <= best) return null;
  return `is not between ${worst} and ${best}`;
}
