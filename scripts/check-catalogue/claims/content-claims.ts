import {
  act,
  google,
  html,
  known,
  lighthouse,
  mdn,
  read,
  type SourceClaims,
} from './source-claim.ts';

const titleLink = google('appearance/title-link');
const snippet = google('appearance/snippet');
const helpful = google('fundamentals/creating-helpful-content');
const dates = google('appearance/publication-dates');
const images = google('appearance/google-images');
const links = google('crawling-indexing/links-crawlable');

/** Of checks about titles, descriptions, text, images and links. */
export const contentClaims: SourceClaims = {
  title: read(act('2779a5'), 'A page has a title element, and the first one is not empty.'),
  'title-placeholder': read(
    titleLink,
    'A title should describe its page, and not be vague, half empty or the same on every page.',
    'The list of placeholders is ours.',
  ),
  'title-length': read(
    titleLink,
    'Titles have no limit, should be concise, and are cut off in search results, mostly to fit the width of the device.',
    'The limits of 10 and 60 characters are ours, the latter by the width of a typical result on a desktop.',
  ),
  'title-multiple': known(
    html('semantics.html#the-title-element'),
    'A document must have no more than one title element.',
  ),
  'meta-description': read(
    lighthouse('seo/meta-description'),
    'A page should have a meta description that is not empty, which search engines can show.',
  ),
  'description-placeholder': read(
    snippet,
    'A description should describe its own page: the same one on many pages does not help.',
    'The list of placeholders, and that a copy of the title is one, are ours.',
  ),
  'description-length': read(
    snippet,
    'Descriptions have no limit and are cut off in search results, mostly to fit the width of the device; two words are too short.',
    'The limits of 50 and 155 characters are ours, the latter by the width of a typical result on a desktop.',
  ),
  'description-multiple': read(
    html('semantics.html#meta-description'),
    'A document must not have more than one meta element with the name description.',
  ),
  'meta-outside-head': read(
    google('crawling-indexing/valid-page-metadata'),
    'Google reads metadata such as canonical and hreflang links in the head; robots meta tags it follows in the body, too.',
    'That metadata which React streams is only a warning follows from the documentation of Next.js: bots that run scripts read it.',
  ),
  'head-broken': read(
    google('crawling-indexing/valid-page-metadata'),
    'An element that is not allowed in the head ends it, and Google ignores the elements after it.',
  ),
  viewport: read(
    mdn('Web/HTML/Reference/Elements/meta/name/viewport'),
    'With width=device-width, phones lay out a page in their own width.',
    'That fixed widths from 980 pixels on have no benefit is our conclusion from the default of phones.',
  ),
  'url-format': read(
    google('crawling-indexing/url-structure'),
    'URLs should have readable words, hyphens instead of underscores, one case, and no parameters that change nothing.',
    'The limit of 150 characters is ours, and so are spaces, double slashes and the names of session IDs.',
  ),
  h1: read(
    mdn(
      'Web/HTML/Reference/Elements/Heading_Elements#avoid_using_multiple_h1_elements_on_one_page',
    ),
    'A page should generally have one h1 that says what it is about; several are allowed, but not best practice.',
  ),
  'heading-length': read(
    'https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels.html',
    'Headings should be clear and descriptive, and need not be long: a word can be enough.',
    'The limit of 120 characters is ours.',
  ),
  'keywords-in-content': read(
    titleLink,
    'Google may replace a title that does not say what the page is about.',
    'That most words of the title should appear in the text is ours.',
  ),
  'keyword-density': read(
    google('essentials/spam-policies#keyword-stuffing'),
    'Filling a page with repeated keywords to manipulate search results is spam.',
  ),
  words: read(
    google('fundamentals/creating-helpful-content#self-assess-your-content'),
    'Content should describe its topic substantially; Google prefers no number of words.',
    'The limit of 100 words, and that it is for articles alone, are ours.',
  ),
  'blank-page': read(
    google('crawling-indexing/http-network-errors#soft-404-errors'),
    'A page with a status of success and no content is treated as a soft 404.',
    'Search engines show none of it, so the limit of 20 is ours.',
  ),
  'placeholder-page': read(
    helpful,
    'Content should be original and useful to people.',
    'That an announcement is neither, the phrases, and the limits of 100 and 20 words are ours.',
  ),
  'js-dependent': read(
    google('crawling-indexing/javascript/javascript-seo-basics'),
    'Rendering on the server helps visitors and crawlers, and not all bots can run JavaScript.',
  ),
  'lorem-ipsum': read(
    helpful,
    'Content should be original and useful to people.',
    'That filler text is neither is our conclusion.',
  ),
  'garbled-text': known(
    'https://www.w3.org/International/questions/qa-what-is-encoding',
    'Text that is read in another encoding than that in which it was saved shows wrong characters.',
    'That up to 5 places are a warning is ours.',
  ),
  'article-author': known(
    google('appearance/structured-data/article#author-bp'),
    'The author of an article should be in its structured data, with a name and a URL.',
    'That a name in a meta tag or in the text is enough is ours.',
  ),
  'article-date': read(
    dates,
    'An article should show a date prominently, and state it in its structured data.',
    'That one of both is enough is ours.',
  ),
  'soft-404-text': read(
    google('crawling-indexing/http-network-errors#soft-404-errors'),
    'A page with a status of success whose content suggests an error is a soft 404.',
    'The phrases and the numbers of words that distinguish such pages from articles are ours.',
  ),
  readability: known(
    'https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests',
    'With Flesch’s formula, 60 to 70 is plain English, and below 30 is best understood by university graduates.',
  ),
  'image-size-attrs': known(
    'https://web.dev/articles/optimize-cls#images-without-dimensions',
    'Images with width and height let browsers reserve their space, so that the layout does not shift.',
  ),
  'image-format': read(
    'https://web.dev/articles/choose-the-right-image-format',
    'Newer formats such as WebP compress better than JPEG, PNG and GIF, and should be used where possible.',
    'That images of up to 64 pixels need none is ours.',
  ),
  'image-srcset': known(
    html('images.html#srcset-attributes'),
    'A candidate in srcset is a URL with a width or a density, and sizes has lengths with a unit.',
  ),
  'image-weight': read(
    lighthouse('performance/uses-optimized-images'),
    'Images that could be compressed further make a page slower.',
    'The limits of 100 kB and 500 kB are ours: Lighthouse compares each image with a compressed copy.',
  ),
  'image-lazy': read(
    'https://web.dev/articles/browser-level-image-lazy-loading',
    'Images below the first screen should load lazily, and those on it should not.',
    'The limits of 5 and 10 images are ours.',
  ),
  'max-image-preview': known(
    google('appearance/google-discover'),
    'Google Discover shows large images only with max-image-preview:large or AMP, and they draw more visits.',
    'That only articles are checked is ours.',
  ),
  'picture-img': read(images, 'A picture element needs an img element with src as its fallback.'),
  'images-broken': read(
    images,
    'Google finds images by the src of img elements.',
    'That they should exist is our conclusion; only a sample is requested.',
  ),
  'links-crawlable': read(
    links,
    'Google can only follow a link that is an <a> element with an href that resolves to a web address.',
  ),
  'links-none': read(
    links,
    'Google finds new pages by links.',
    'That every page should have one is our conclusion.',
  ),
  'link-text': read(
    lighthouse('seo/link-text'),
    'Texts such as “click here” and “learn more” do not say where a link leads.',
    'Other languages and further words are ours.',
  ),
  'links-localhost': known(
    'https://www.rfc-editor.org/rfc/rfc1918',
    'The private address ranges cannot be reached from the public internet.',
    'localhost and other private names are from further RFCs.',
  ),
  'links-broken': read(
    links,
    'The href of a link should resolve to an address that crawlers can request.',
    'Only a sample is requested.',
  ),
  'links-broken-external': read(
    links,
    'The href of a link should resolve to an address that crawlers can request.',
    'Only a sample is requested.',
  ),
  'links-redirect': read(
    google('crawling-indexing/consolidate-duplicate-urls'),
    'Within a site, link to the canonical URL instead of a duplicate.',
    'That a URL which redirects for good is not the one to link to is our conclusion.',
  ),
  'links-contact': known(
    mdn('Web/HTML/Reference/Elements/a#linking_to_an_email_address'),
    'A link with mailto: or tel: opens a message or a call to what follows.',
    'Which numbers and addresses cannot work is from RFC 3966 and RFC 6068.',
  ),
  'links-http': read(
    'https://developers.google.com/search/blog/2015/12/indexing-https-pages-by-default',
    'Google prefers the https version of a page if, among others, it does not link to http URLs of its own host.',
  ),
  'links-count': read(
    links,
    'Links should not be chained up next to each other.',
    'The limit of 400 links is ours: Google states none.',
  ),
  'link-nofollow-internal': read(
    google('crawling-indexing/qualify-outbound-links'),
    'Links with nofollow, ugc or sponsored are generally not followed; for pages of the own site, use robots.txt or noindex.',
  ),
  'links-bookmark': known(
    html('browsing-the-web.html#scrolling-to-a-fragment'),
    'A fragment leads to the element with this id.',
  ),
  'hidden-links': known(
    google('essentials/spam-policies#hidden-text-and-links'),
    'Links that only search engines see, for example outside of the screen or in a font of size 0, are spam; menus, tabs and text for screen readers are not.',
    'Which are certain is ours: several to other sites, without nofollow, about a topic such as gambling that is not that of the page; or links to at least 8 sites outside of the screen.',
  ),
  'article-dates-agree': read(
    dates,
    'The date that visitors see and that of the structured data should be the same.',
    'The tolerance of 7 days is ours.',
  ),
  'article-dates-possible': read(
    dates,
    'Dates of publication and of the last change should not be in the future.',
    'One day of tolerance for time zones is ours.',
  ),
  'title-year': read(
    titleLink,
    'A title with the year of an earlier edition is obsolete, and Google may replace it.',
    'That the URL is compared is ours.',
  ),
  'copyright-year': read(
    'https://credibility.stanford.edu/guidelines/index.html',
    'A site is more credible if it was updated recently, or at least shows that it was reviewed.',
    'That the year of the copyright shows it, and the limit of 2 years, are ours.',
  ),
};
