import { google, known, read, type SourceClaims } from './source-claim.ts';

const policies = google('appearance/structured-data/sd-policies');
const bots = 'https://developers.openai.com/api/docs/bots';

/** Of checks about structured data, link previews and AI search. */
export const structuredDataClaims: SourceClaims = {
  'structured-data-present': read(
    google('appearance/structured-data/intro-structured-data'),
    'Structured data helps Google understand a page, and can make it eligible for rich results.',
    'Google requires none, so that none is a warning.',
  ),
  'json-ld-valid': known(
    'https://support.google.com/webmasters/answer/9166415',
    'Google cannot read structured data with a syntax error, and reports it as unparsable.',
  ),
  'schema-types-known': known(
    'https://schema.org/docs/full.html',
    'The vocabulary has these types, which are written in this way.',
  ),
  'rich-results': known(
    google('appearance/structured-data/search-gallery'),
    'Each kind of rich result has its own page, which lists the properties that it requires.',
  ),
  'structured-data-values': known(
    'https://support.google.com/webmasters/answer/13300873',
    'Values of the wrong type or format, such as prices, dates and URLs, are errors of structured data.',
  ),
  'structured-data-references': known(
    'https://www.w3.org/TR/json-ld11/#node-identifiers',
    'An @id identifies a node, so that other nodes can refer to it.',
    'That an item of the same page should be there is our conclusion.',
  ),
  'structured-data-identity': known(
    'https://www.w3.org/TR/json-ld11/#node-identifiers',
    'Nodes with the same @id are the same node.',
    'Which properties a thing can have only one of is ours.',
  ),
  'same-as': read(
    'https://schema.org/sameAs',
    'sameAs is the URL of a page that unambiguously identifies the item.',
    'The list of placeholders is ours.',
  ),
  'rating-own-organization': read(
    google('appearance/structured-data/review-snippet#self-serving'),
    'Pages with ratings that an organization controls about itself get no stars for them.',
  ),
  'product-data-agrees': read(
    policies,
    'Structured data must be a true representation of the content of the page.',
    'That places which contradict each other cannot all be true is our conclusion; the tolerances of 1 % and half a star are ours.',
  ),
  'rich-results-indexable': read(
    policies,
    'Pages with structured data must not be blocked by noindex or robots.txt.',
  ),
  'breadcrumb-markup': known(
    google('appearance/structured-data/breadcrumb'),
    'With a BreadcrumbList, Google can show where a page is in the hierarchy of its site.',
    'That a visible breadcrumb should have one is ours, and a matter of choice.',
  ),
  'video-structured-data': read(
    google('appearance/structured-data/video'),
    'A page about a video can describe it as a VideoObject, with name, thumbnailUrl and uploadDate.',
  ),
  'phone-agrees': read(
    policies,
    'Structured data should not have content that visitors of the page cannot see.',
    'That only the home page is compared is ours.',
  ),
  'languages-agree': known(
    'https://ogp.me/#optional',
    'og:locale is the locale in which the tags are written.',
    'That all declarations should name the same language is our conclusion.',
  ),
  'open-graph': known(
    'https://ogp.me/',
    'og:title, og:type, og:image and og:url are required for every page.',
  ),
  'og-url': read('https://ogp.me/', 'og:url is the canonical URL of the page, and identifies it.'),
  'og-image': read(
    'https://developers.facebook.com/docs/sharing/webmasters/images',
    'The smallest image that Facebook allows has 200 × 200 pixels; at least 1200 × 630 are recommended.',
  ),
  'og-image-fetch': read(
    'https://developers.facebook.com/docs/sharing/webmasters/images',
    'The smallest image that Facebook allows has 200 × 200 pixels; at least 1200 × 630 are recommended.',
  ),
  'twitter-card': known(
    'https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image',
    'twitter:card names the kind of card, and its title, text and image can come from Open Graph.',
  ),
  'social-links': known(
    google('appearance/structured-data/organization'),
    'sameAs of an organization can list its profiles on other sites.',
    'That the page should link to them is ours, and no fault.',
  ),
  'snippet-allowed': read(
    google('crawling-indexing/robots-meta-tag#nosnippet'),
    'nosnippet and max-snippet:0 keep the text of a page out of search results and of AI answers of Google.',
  ),
  'ai-search-crawlers': read(
    bots,
    'Sites that do not allow OAI-SearchBot are not shown in answers of ChatGPT search; training is a separate setting.',
    'The crawlers of other companies are from their own pages.',
  ),
  'ai-user-agents': read(
    'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler',
    'Claude-User opens pages when people ask Claude, and obeys robots.txt; the crawler for training has another name.',
    'The agents of other companies are from their own pages.',
  ),
  'ai-assistant-page': read(
    bots,
    'ChatGPT-User opens pages when people ask for them, from published addresses.',
    'That it should get the page of a browser, and the limit of 50 percent of its words, are ours.',
  ),
  'ai-training-crawlers': read(
    bots,
    'GPTBot collects content for training, and robots.txt can refuse it.',
    'The crawlers of other companies are from their own pages.',
  ),
  'archive-crawlers': known(
    'https://archive.org/details/archive.org_bot',
    'The Internet Archive crawls with the user agent archive.org_bot.',
  ),
  'content-signals': known(
    'https://contentsignals.org/',
    'A Content-Signal line in robots.txt states yes or no for search, ai-input and ai-train.',
  ),
  'ai-opt-outs': known(
    'https://contentsignals.org/',
    'ai-train=yes in a Content-Signal line allows training.',
    'That other opt-outs of a page contradict it is our conclusion.',
  ),
  'markdown-version': read(
    'https://llmstxt.org/',
    'A page can offer a Markdown version of itself, and name it with a link of the type text/markdown.',
    'That its URL must be valid is our conclusion.',
  ),
  'llms-txt': read(
    'https://llmstxt.org/',
    'llms.txt is Markdown, of which only the first heading is required: the name of the site.',
  ),
};
