import { google, html, known, mdn, read, type SourceClaims } from './source-claim.ts';

const canonical = google('crawling-indexing/consolidate-duplicate-urls');
const versions = google('specialty/international/localized-versions');
const buildSitemap = google('crawling-indexing/sitemaps/build-sitemap');
const robotsMeta = google('crawling-indexing/robots-meta-tag');
const robotsTxt = 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec';
const statusCodes = 'https://developers.google.com/crawling/docs/troubleshooting/http-status-codes';

/** Of checks about indexing, robots.txt, canonical links, languages and sitemaps. */
export const indexingClaims: SourceClaims = {
  'page-served': read(
    statusCodes,
    'Google indexes what a page responds with only if its status is one of success, and treats refusals as errors.',
    'What counts as a refusal, a login or a placeholder of this report is ours.',
  ),
  'http-status': read(
    statusCodes,
    'Content with a status of success may be indexed, and pages with an error status are not.',
  ),
  'indexable-meta': read(
    robotsMeta,
    'noindex in a robots meta tag, or none, keeps a page out of search results, and so does a past unavailable_after; the strictest rule applies.',
  ),
  'indexable-header': read(
    google('crawling-indexing/robots-meta-tag#xrobotstag'),
    'Every rule of a robots meta tag can be sent as an X-Robots-Tag header, also for a single crawler.',
  ),
  'indexable-robots-txt': read(
    robotsTxt,
    'Google does not crawl what the most specific matching rule of robots.txt disallows.',
    'Which other search engines count, and for how much, is ours.',
  ),
  'robots-directive-conflict': read(
    robotsMeta,
    'Of robots rules that contradict each other, the more restrictive one applies.',
  ),
  'noindex-blocked': read(
    google('crawling-indexing/block-indexing'),
    'noindex works only if robots.txt lets the crawler fetch the page.',
  ),
  'robots-txt-fetch': read(
    robotsTxt,
    'Google follows at least five redirects to robots.txt, ignores what comes after 500 KiB, and treats most 4xx statuses as if there were no file.',
  ),
  'robots-txt-content-type': known(
    'https://www.rfc-editor.org/rfc/rfc9309.html#name-access-method',
    'robots.txt must be a UTF-8 file of the media type text/plain.',
  ),
  'robots-txt-valid': known(
    'https://www.rfc-editor.org/rfc/rfc9309.html#name-specification',
    'A group starts with user-agent lines, its rules allow or disallow paths, and other lines such as sitemaps may follow.',
    'That a sitemap needs an absolute URL is from Google and sitemaps.org.',
  ),
  redirects: read(
    google('crawling-indexing/site-move-with-url-changes'),
    'Redirect to the final URL directly, and otherwise keep chains short: ideally no more than 3 and fewer than 5.',
    'That one redirect is fine, and another one that leads to https, is ours.',
  ),
  'redirect-type': read(
    google('crawling-indexing/301-redirects'),
    'For a page that has moved for good, a permanent redirect on the server (301 or 308) is recommended; 302, 303 and 307 are temporary.',
  ),
  'content-type': read(
    mdn('Web/HTTP/Reference/Headers/Content-Type'),
    'The Content-Type header tells browsers the media type of a response, and without it they may guess.',
  ),
  'html-size-limit': read(
    google('crawling-indexing/googlebot'),
    'Googlebot reads the first 2 MB of a file, counted without compression, and ignores the rest.',
  ),
  'not-found-status': read(
    google('crawling-indexing/http-network-errors#soft-404-errors'),
    'A page that does not exist should have status 404 or 410; with a status of success it is a soft 404.',
  ),
  'phone-page': known(
    google('crawling-indexing/mobile/mobile-sites-mobile-first-indexing'),
    'Google indexes the version for phones, which should have the same content, robots tags, titles and structured data as that for computers.',
    'That at least 50 percent of the words are the same content is ours, and so is that the canonical link is compared.',
  ),

  canonical: read(
    canonical,
    'A canonical link belongs into the head, should be absolute, and should not contradict other ways to name the canonical URL.',
  ),
  'canonical-missing': read(
    canonical,
    'Naming a canonical URL is encouraged but not required: without one, Google chooses a URL itself.',
  ),
  'canonical-other': read(
    canonical,
    'A canonical link is a strong signal for the URL that should appear in search results instead of its duplicates.',
  ),
  'canonical-fragment': read(
    canonical,
    'A URL with a fragment should not be canonical, as Google generally does not support fragments.',
  ),
  'canonical-attributes': read(
    canonical,
    'A canonical link with hreflang, lang, media or type is not used for canonicalization.',
  ),
  'canonical-https': known(
    canonical,
    'Google prefers https pages as canonical, unless signals contradict it, such as a canonical link to http.',
    'That this costs little if http redirects back is our conclusion.',
  ),
  'canonical-mismatch': read(
    canonical,
    'Use either the link element or the header, and do not name different canonical URLs with them.',
  ),
  'canonical-target': known(
    google('crawling-indexing/canonicalization-troubleshooting'),
    'Google may choose another canonical URL than the declared one, for example if that one redirects, has an error or cannot be indexed.',
  ),
  'www-canonical-host': read(
    canonical,
    'Redirects are a strong signal for which of several URLs of a page is canonical.',
    'That a site should use one of its hosts is our conclusion.',
  ),
  'hreflang-valid': read(
    versions,
    'An hreflang code is a language of ISO 639-1, with an optional country of ISO 3166-1, and its URL is absolute.',
  ),
  'hreflang-self': read(versions, 'Each language version must list itself and all others.'),
  'hreflang-x-default': read(
    versions,
    'x-default is recommended for a page for visitors whose language has no version.',
  ),
  'hreflang-duplicate': read(
    versions,
    'The list has one link for each version of the page.',
    'That two URLs for one code are a fault is our conclusion.',
  ),
  'hreflang-vs-lang': read(
    'https://www.w3.org/International/questions/qa-html-language-declarations',
    'The lang attribute of the html element declares the language of the text of the page.',
    'That it should agree with the hreflang of the page is our conclusion.',
  ),
  'hreflang-vs-canonical': read(
    canonical,
    'With hreflang links, the canonical page should be one in the same language.',
  ),
  'hreflang-return': read(
    versions,
    'Versions that do not point to each other may be ignored: if one links to another, that one must link back.',
  ),
  pagination: known(
    google('specialty/ecommerce/pagination-and-incremental-page-loading'),
    'Pages of a sequence should be linked with <a href>, and Google no longer uses rel="next" and rel="prev".',
  ),
  'sitemap-present': read(
    buildSitemap,
    'A sitemap in robots.txt tells search engines which URLs of a site matter.',
    'Google says elsewhere that small sites whose pages are linked need none, so that none is a warning.',
  ),
  'sitemap-valid': read(
    'https://www.sitemaps.org/protocol.html',
    'A sitemap has at most 50,000 absolute URLs of its own host and 50 MB, and larger ones need an index.',
  ),
  'sitemap-contains-url': read(
    buildSitemap,
    'A sitemap should list the URLs that are to appear in search results.',
  ),
  'sitemap-lastmod': read(
    google('crawling-indexing/sitemaps/build-sitemap#additional-notes-about-xml-sitemaps'),
    'Google uses lastmod if it is consistently and verifiably right, and it should be that of the last significant change.',
    'That equal dates of 20 pages or more are wrong is ours.',
  ),
  'sitemap-page-date': read(
    buildSitemap,
    'Google compares lastmod with the last change of the page.',
    'The tolerance of 30 days is ours.',
  ),
  charset: known(
    html('semantics.html#charset'),
    'The encoding must be UTF-8, declared by a header, a byte order mark or a meta element in the first 1,024 bytes.',
    'That 10 bytes which cannot be decoded make the declaration wrong is ours.',
  ),
};
