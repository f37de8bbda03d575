import type {
  PageSummary,
  RenderDifference,
  RenderFailure,
  RenderingSummary,
} from '../store/report.ts';
import { declareRecord, from } from './declare-record.ts';
import { fieldDataRecord, fieldDataSchemas } from './field-data-record.ts';
import {
  arraySchema,
  booleanSchema,
  countSchema,
  dateTimeSchema,
  enumSchema,
  fieldsSchema,
  integerSchema,
  nullable,
  numberSchema,
  objectSchema,
  orNull,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';
import { renderFailures, speedRecord } from './speed-record.ts';

type Rendered = Extract<RenderingSummary, { readonly status: 'rendered' }>;
type Weight = Rendered['weight'];

const loadedWeight = declareRecord<Weight>()(
  'What a page loaded, uncompressed heads of responses included.',
  {
    requests: countSchema('How many requests it sent, at most 300.'),
    bytes: numberSchema('What was received, in bytes.', 0),
    by_type: arraySchema('The same by type, the heaviest first.', refTo('WeightOfType')),
    other_domains: arraySchema(
      'The same by domain, without that of the page; the heaviest first, at most 30.',
      refTo('WeightOfDomain'),
    ),
    other_domains_count: countSchema('How many other domains there are.'),
  },
);

const storedCookie = declareRecord<Rendered['cookies'][number]>()('A cookie without its value.', {
  name: stringSchema('Its name.'),
  domain: stringSchema('The domain that it is for; with a leading dot also for subdomains.'),
  expires: nullable(
    numberSchema('In milliseconds since 1970; `null` if it ends with the session.', 0),
  ),
  secure: booleanSchema('Whether it is sent over https only.'),
  http_only: booleanSchema('Whether scripts cannot read it.'),
  same_site: nullable(
    enumSchema<'Strict' | 'Lax' | 'None'>('When other sites send it; `null` if it does not say.', {
      Strict: 'never',
      Lax: 'with links',
      None: 'always',
    }),
  ),
});

/** A rendering that failed has the same members as one that did not. */
const notRendered = {
  reason: null,
  message: null,
  finalUrl: null,
  ms: null,
  requests: null,
  isBusy: false,
  scriptErrors: [],
  differences: [],
  weight: null,
  cookies: [],
};

function withAllMembers(rendering: RenderingSummary) {
  return { ...notRendered, ...rendering };
}

const declaredRendering = declareRecord<ReturnType<typeof withAllMembers>>()(
  'What came of rendering the page in a browser.',
  {
    status: enumSchema<'rendered' | 'failed'>('Whether the page was rendered.', {
      rendered: 'the checks are about the page as its scripts built it',
      failed: 'the checks are about the HTML of the server',
    }),
    reason: nullable(
      enumSchema<RenderFailure>('Why it was not rendered; `null` if it was.', renderFailures),
    ),
    message: nullable(stringSchema('The reason, in a sentence; `null` if it was rendered.')),
    final_url: nullable(
      stringSchema('The URL of the page after its scripts ran; `null` if it was not rendered.'),
    ),
    ms: nullable(
      numberSchema('How long it took, in milliseconds; `null` if it was not rendered.', 0),
    ),
    requests: nullable(
      countSchema('How many requests the page sent in the browser; `null` if it was not rendered.'),
    ),
    busy: from(
      booleanSchema('Whether the page still sent requests when its time was over.'),
      ({ isBusy }) => isBusy,
    ),
    script_errors: arraySchema(
      'The first errors that scripts did not catch, at most 10.',
      stringSchema('The message, cut to 300 characters.', 300),
    ),
    differences: arraySchema(
      'What scripts change of the HTML of the server.',
      refTo('RenderDifference'),
    ),
    weight: from(
      refOrNull('What the page loaded; `null` if it was not rendered.', 'LoadedWeight'),
      ({ weight }) => weight && loadedWeight.record(weight),
    ),
    cookies: from(
      arraySchema(
        'The cookies that the page set although no one had agreed to any, at most 100.',
        refTo('StoredCookie'),
      ),
      ({ cookies }) => cookies.map(storedCookie.record),
    ),
  },
);

const socialCard = declareRecord<NonNullable<PageSummary['socialCard']>>()(
  'How a social network may show a link to the page. Networks differ in what they show.',
  {
    site: stringSchema('The domain of the page: `example.com`.'),
    title: stringSchema(
      '`og:title`, or else the title or the domain, cut with “…” at about two lines.',
    ),
    description: orNull(
      stringSchema(
        '`og:description`, or else the meta description, cut with “…” at about two lines; `null` without either.',
      ),
    ),
    has_image: booleanSchema('Whether the page names an image for the card.'),
  },
);

const declaredPage = declareRecord<PageSummary>()('Facts about the page.', {
  language: orNull(stringSchema('The declared language, as written; `null` if none is declared.')),
  charset: stringSchema('The encoding used to decode the page.'),
  content_type: orNull(stringSchema('The `Content-Type` header as sent.')),
  search_result: refOrNull(
    'How a search engine may show the page; `null` if the server did not show the page.',
    'SearchResult',
  ),
  social_card: from(
    refOrNull(
      'How a social network may show a link to the page; `null` if the server did not show the page.',
      'SocialCard',
    ),
    ({ socialCard: card }) => card && socialCard.record(card),
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
  oldest_shared_at: from(
    orNull(
      dateTimeSchema(
        'When the oldest result was requested that the report has from another one of the same batch, such as its robots.txt or the status of a link; `null` if it requested everything itself.',
      ),
    ),
    ({ oldestSharedAt = null }) => oldestSharedAt,
  ),
  rendering: from(
    refOrNull(
      'What came of rendering the page in a browser; `null` if it was not rendered.',
      'Rendering',
    ),
    ({ rendering }) => (rendering ? declaredRendering.record(withAllMembers(rendering)) : null),
  ),
  speed: from(
    refOrNull(
      'How fast the page was loaded in a browser; `null` if that was not measured.',
      'Speed',
    ),
    ({ speed }) => (speed ? speedRecord(speed) : null),
  ),
});

/** Facts about a page, as JSON. */
export function pageRecord(page: PageSummary) {
  const { fieldData } = page;
  return {
    ...declaredPage.record(page),
    ...(fieldData && { field_data: fieldDataRecord(fieldData) }),
  };
}

/** A text, a number, or nothing. */
const differing = (description: string): Schema => {
  const text = stringSchema('A text, cut to 300 characters.', 300);
  return { description, anyOf: [text, countSchema('A number.'), { type: 'null' }] };
};

/** The schemas of the facts of a page, by name. */
export const pageFactSchemas = {
  Page: fieldsSchema('Facts about the page.', declaredPage.fields, {
    field_data: refTo('FieldData'),
  }),
  ...fieldDataSchemas,
  Rendering: declaredRendering.schema,
  LoadedWeight: loadedWeight.schema,
  WeightOfType: objectSchema<Weight['byType'][number]>('What a page loaded of one type.', {
    type: stringSchema(
      'As browsers name them: `document`, `script`, `stylesheet`, `image`, `font`, `xhr`, `fetch`, `media`, `other`.',
    ),
    requests: countSchema('How many requests.'),
    bytes: numberSchema('What was received, in bytes.', 0),
  }),
  WeightOfDomain: objectSchema<Weight['otherDomains'][number]>(
    'What a page loaded from another domain.',
    {
      domain: stringSchema('The domain that is registered: `example.com`.'),
      requests: countSchema('How many requests.'),
      bytes: numberSchema('What was received, in bytes.', 0),
    },
  ),
  StoredCookie: storedCookie.schema,
  RenderDifference: objectSchema<RenderDifference>('Something that scripts changed or added.', {
    part: enumSchema<RenderDifference['part']>('What differs.', {
      title: 'the title',
      description: 'the meta description',
      canonical: 'the canonical links',
      robots: 'the robots directives for Google',
      language: 'the declared language',
      h1: 'the main heading',
      words: 'the number of words',
      links: 'the number of URLs of the site that it links to',
      hreflang: 'the number of language versions',
      structured_data: 'the types of structured data',
    }),
    source: differing('In the HTML of the server; `null` if it is missing.'),
    rendered: differing('In the browser; `null` if it is missing.'),
  }),
  PageCounts: objectSchema<PageSummary['counts']>('Counts of the content of a page.', {
    words: countSchema('Words of text.'),
    links: countSchema('Links.'),
    images: countSchema('Images.'),
    headings: countSchema('Headings, `h1` to `h6`.'),
    elements: countSchema('Elements of HTML.'),
  }),
  SearchResult: objectSchema<NonNullable<PageSummary['searchResult']>>(
    'How a search engine may show the page, on a desktop. It may choose other texts of the page for some searches.',
    {
      title: stringSchema(
        'The title, or else the main heading or the domain, cut with “…” at the width of a result.',
      ),
      url: stringSchema('The site and the path: `https://example.com › blog › rye`.'),
      description: orNull(
        stringSchema(
          'The meta description, cut with “…”; `null` if there is none, so that a passage of the page is shown.',
        ),
      ),
    },
  ),
  SocialCard: socialCard.schema,
  Redirect: objectSchema<PageSummary['redirects'][number]>('One redirect.', {
    url: stringSchema('URL that redirected.'),
    status: integerSchema(
      'HTTP status of the redirect; of a page that browsers replace at once, by a refresh after 0 seconds, its status, such as 200.',
      200,
      399,
    ),
    location: stringSchema('Absolute URL of its target.'),
    ms: numberSchema('Duration in milliseconds.', 0),
  }),
} as const satisfies Readonly<Record<string, Schema>>;
