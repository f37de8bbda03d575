import { knownTag } from '../tokens/tags.ts';
import { attributeOf, type TagToken } from '../tokens/token.ts';
import { attribute, has, valueIn } from './attributes.ts';
import type { CollectedItem, ElementContext, TextTarget } from './collected.ts';
import { factCharacters } from './fact-budget.ts';

/** Values of an item that are kept. */
const valueLimit = 100;

/**
 * Properties whose values have a format. The texts of others would take much memory without a check that needs them.
 */
const formatted = new Set(
  `price lowPrice highPrice minPrice maxPrice priceCurrency currency priceValidUntil availability
  itemCondition validFrom validThrough ratingValue bestRating worstRating ratingCount reviewCount startDate
  endDate previousStartDate eventStatus eventAttendanceMode datePosted datePublished dateModified dateCreated
  uploadDate expires duration totalTime prepTime cookTime`.split(/\s+/),
);
/** Properties whose values are URLs, which only attributes have. */
const urls = new Set('url image logo sameAs thumbnailUrl contentUrl embedUrl'.split(' '));

/** The attribute with the value of an element, by tag. Other elements have their text as the value. */
const valueAttributes = new Map(
  Object.entries({
    meta: 'content',
    audio: 'src',
    embed: 'src',
    iframe: 'src',
    img: 'src',
    source: 'src',
    track: 'src',
    video: 'src',
    a: 'href',
    area: 'href',
    link: 'href',
    object: 'data',
    data: 'value',
    meter: 'value',
    time: 'datetime',
  }).map(([tag, name]) => [knownTag(tag), name] as const),
);
const time = knownTag('time');

/**
 * Keeps the value of a Microdata property, as the HTML standard defines it, except that `content`
 * counts on any element: Google reads it.
 *
 * @returns the value if it is the element's text, which follows; otherwise `null`.
 * @see https://html.spec.whatwg.org/multipage/microdata.html#values
 */
export function keepItemValue(
  token: TagToken,
  name: string,
  item: CollectedItem,
  { collected, indexed, reserve }: ElementContext,
): TextTarget | null {
  const isUrl = urls.has(name);
  if (!isUrl && !formatted.has(name)) return null;
  // The value of such an element is the item that it begins.
  if (has(indexed, attribute.itemscope) || item.values.length >= valueLimit) return null;
  const text = attributeValueOf(token, indexed);
  if (text === null && isUrl) return null;
  const value = { name, text: text ?? '' };
  if (!reserve(collected.items, name.length + value.text.length, factCharacters)) return null;
  item.values.push(value);
  return text === null ? value : null;
}

function attributeValueOf(token: TagToken, indexed: ElementContext['indexed']): string | null {
  const content = attributeOf(token, 'content');
  if (content !== null) return content;
  const name = valueAttributes.get(token.tag);
  if (name === undefined) return null;
  const value =
    name === 'href' ? valueIn(token, indexed, attribute.href) : attributeOf(token, name);
  return token.tag === time ? value : (value ?? '');
}
