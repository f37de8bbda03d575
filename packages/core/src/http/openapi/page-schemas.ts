import type { pageRecord } from '../../records/report-record.ts';
import type { PageSummary } from '../../store/report.ts';
import {
  arraySchema,
  countSchema,
  integerSchema,
  numberSchema,
  objectSchema,
  orNull,
  type RequiredProperties,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

const pageMembers: RequiredProperties<ReturnType<typeof pageRecord>> = {
  language: orNull({
    description: 'The declared language, as written; `null` if none is declared.',
    type: 'string',
  }),
  charset: stringSchema('The encoding used to decode the page.'),
  content_type: orNull({ description: 'The `Content-Type` header as sent.', type: 'string' }),
  search_result: refOrNull(
    'How a search engine may show the page; `null` if the server did not show the page.',
    'SearchResult',
  ),
  social_card: refOrNull(
    'How a social network may show a link to the page; `null` if the server did not show the page.',
    'SocialCard',
  ),
  transfer_bytes: countSchema('Bytes of the page as transferred.'),
  html_bytes: countSchema('Bytes of the page after decompression.'),
  time_to_first_byte_ms: numberSchema(
    'Milliseconds from the DNS lookup to the first byte of the response.',
    0,
  ),
  fetch_ms: numberSchema('Milliseconds from the DNS lookup to the last byte of the page.', 0),
  redirects: arraySchema('The redirects to `final_url`, in order.', refTo('Redirect')),
  counts: refTo('PageCounts'),
  notes: arraySchema(
    'Parts of an unusual page that were not analysed.',
    stringSchema('One part that was not analysed, in words.'),
  ),
};

/** The schemas of the facts of a page, by name. */
export const pageFactSchemas = {
  Page: objectSchema<ReturnType<typeof pageRecord>>('Facts about the page.', pageMembers, {}),
  PageCounts: objectSchema<PageSummary['counts']>(
    'Counts of the content of a page.',
    {
      words: countSchema('Words of text.'),
      links: countSchema('Links.'),
      images: countSchema('Images.'),
      headings: countSchema('Headings, `h1` to `h6`.'),
      elements: countSchema('Elements of HTML.'),
    },
    {},
  ),
  SearchResult: objectSchema<NonNullable<PageSummary['searchResult']>>(
    'How a search engine may show the page, on a desktop. It may choose other texts of the page for some searches.',
    {
      title: stringSchema(
        'The title, or else the main heading or the domain, cut with “…” at the width of a result.',
      ),
      url: stringSchema('The site and the path: `https://example.com › blog › rye`.'),
      description: orNull({
        description:
          'The meta description, cut with “…”; `null` if there is none, so that a passage of the page is shown.',
        type: 'string',
      }),
    },
    {},
  ),
  SocialCard: objectSchema<NonNullable<ReturnType<typeof pageRecord>['social_card']>>(
    'How a social network may show a link to the page. Networks differ in what they show.',
    {
      site: stringSchema('The domain of the page: `example.com`.'),
      title: stringSchema(
        '`og:title`, or else the title or the domain, cut with “…” at about two lines.',
      ),
      description: orNull({
        description:
          '`og:description`, or else the meta description, cut with “…” at about two lines; `null` without either.',
        type: 'string',
      }),
      has_image: { description: 'Whether the page names an image for the card.', type: 'boolean' },
    },
    {},
  ),
  Redirect: objectSchema<PageSummary['redirects'][number]>(
    'One redirect.',
    {
      url: stringSchema('URL that returned the redirect.'),
      status: integerSchema('HTTP status of the redirect.', 300, 399),
      location: stringSchema('Absolute URL of its target.'),
      ms: numberSchema('Duration in milliseconds.', 0),
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;
