import { google, html, known, lighthouse, mdn, read, type SourceClaims } from './source-claim.ts';

const tls = mdn('Web/Security/Practical_implementation_guides/TLS');
const compression = lighthouse('performance/uses-text-compression');
const javascript = google('crawling-indexing/javascript/javascript-seo-basics');
const mixedContent = mdn('Web/Security/Mixed_content');

/** Of checks of performance and security, and of what is left. */
export const technicalClaims: SourceClaims = {
  'files-broken': known(
    javascript,
    'Google renders pages with their scripts and style sheets.',
    'That these should exist is our conclusion; only a sample is requested.',
  ),
  'files-blocked': read(
    google('crawling-indexing/robots/intro'),
    'Do not block files in robots.txt without which Google cannot understand the page.',
    'Which files these are is not visible, so that all are listed.',
  ),
  'http-version': read(
    lighthouse('best-practices/uses-http2'),
    'HTTP/2 delivers the files of a page faster than HTTP/1.1.',
  ),
  'cache-headers': read(
    lighthouse('performance/uses-long-cache-ttl'),
    'Static files should be cached for long, such as a year, if their names change with their content.',
    'The limit of 30 days is ours.',
  ),
  'resource-compression': read(
    compression,
    'Text should be compressed, unless a file has less than 1.4 KiB or would shrink by less than 10 %.',
    'How much a file would shrink is estimated.',
  ),
  compression: read(
    compression,
    'Text should be compressed, unless a file has less than 1.4 KiB or would shrink by less than 10 %.',
    'How much a page would shrink is estimated.',
  ),
  minified: read(
    lighthouse('performance/unminified-javascript'),
    'Minified files are smaller, and faster to load and parse.',
    'That more than 10 % of white space shows a file which is not minified is ours.',
  ),
  'page-weight': read(
    lighthouse('performance/total-byte-weight'),
    'Lighthouse flags pages whose files have more than 5,000 KiB, and advises to stay below 1,600.',
    'The limit of 10,000 KiB for a failure is ours; only a sample of the files is known.',
  ),
  ttfb: read(
    'https://web.dev/articles/ttfb',
    'As a rough guide, the first byte should arrive within 800 milliseconds.',
  ),
  'core-web-vitals': known(
    'https://web.dev/articles/vitals',
    'At the 75th percentile of visits, LCP is within 2.5 seconds, INP within 200 milliseconds and CLS within 0.1; above 4 seconds, 500 milliseconds and 0.25 they are poor.',
    'That a value between both is a warning is ours, and that the site counts where there is no data of the page.',
  ),
  'html-size': read(
    'https://almanac.httparchive.org/en/2024/page-weight',
    'The median page had 18 kB of HTML in 2024, as transferred.',
    'The limits of 330 kB and 1 MB are ours.',
  ),
  'inline-svg': known(
    'https://web.dev/articles/svg-optimization',
    'SVG should be optimized, and not contain more than it shows.',
    'That large ones belong into files, and the limit of 50,000 characters, are ours.',
  ),
  'dom-size': read(
    lighthouse('performance/dom-size'),
    'Lighthouse warns when the body has more than about 800 elements, and reports an error from about 1,400 on.',
    'The limit of 32 levels is ours.',
  ),
  'request-count': read(
    lighthouse('performance/resource-summary'),
    'Many requests and large transfers make a page slower.',
    'The limits of 80 and 240 files are ours.',
  ),
  'third-party-hosts': read(
    lighthouse('performance/third-party-summary'),
    'Scripts from other domains can make a page significantly slower.',
    'That all files are counted is ours, and no number of them is a fault.',
  ),
  'document-write': known(
    lighthouse('best-practices/no-document-write'),
    'With a slow connection, scripts that document.write() inserts can delay a page by many seconds.',
    'What it writes is not visible here, so that the check has no weight.',
  ),
  'js-render-blocking': read(
    lighthouse('performance/render-blocking-resources'),
    'A script in the head without defer or async delays the first view of the page.',
  ),
  'css-render-blocking': known(
    'https://web.dev/articles/critical-rendering-path/render-blocking-css',
    'Style sheets delay the first view of a page until they have loaded, except for those of another medium.',
    'The limit of 3 is ours.',
  ),
  'inline-css': read(
    mdn('Web/HTML/Reference/Global_attributes/style'),
    'Styles should be in separate files, and the style attribute is mainly for quick styling.',
    'The limits of a tenth of the elements and of 20 are ours.',
  ),
  'font-display': read(
    lighthouse('performance/font-display'),
    'With font-display: swap, in the URL for Google Fonts, text is visible while its font loads.',
  ),
  'font-preconnect': read(
    lighthouse('performance/uses-rel-preconnect'),
    'preconnect to important other servers saves time before their files are requested.',
  ),
  'resource-hints': read(
    mdn('Web/HTML/Reference/Attributes/rel/preload'),
    'A preload needs href and as, and crossorigin for fonts.',
  ),
  'lcp-image-lazy': read(
    'https://web.dev/articles/lcp-lazy-loading',
    'Images on the first screen that load lazily make the largest one appear later.',
    'That it is the first image of more than 150 pixels is a guess of ours, so that the check has no weight.',
  ),
  https: read(tls, 'All requests and responses should be sent over https.'),
  'http-to-https': read(
    tls,
    'http should redirect to the same URL with https, and to another host only after that.',
  ),
  tls: known(
    'https://www.rfc-editor.org/rfc/rfc8996',
    'TLS 1.0 and 1.1 are deprecated and must not be used.',
  ),
  'tls-certificate-days': known(
    'https://letsencrypt.org/docs/integration-guide/',
    'Certificates should be renewed automatically, when a third of their lifetime is left.',
    'The limit of 14 days is ours.',
  ),
  'mixed-content': read(
    mixedContent,
    'Pages over https should load nothing over http: browsers block such files, or load them over https.',
  ),
  'form-insecure': read(
    mixedContent,
    'What is sent over http can be read and changed on the way.',
    'That forms should be sent over https is our conclusion.',
  ),
  hsts: read(
    mdn(
      'Web/Security/Practical_implementation_guides/TLS#http_strict_transport_security_implementation',
    ),
    'Strict-Transport-Security should have a max-age of at least six months.',
  ),
  csp: known(
    mdn('Web/HTTP/Guides/CSP'),
    'A Content-Security-Policy with nonces or hashes protects against injected scripts.',
    'Which policies can be bypassed is from Google’s CSP Evaluator.',
  ),
  clickjacking: read(
    mdn('Web/Security/Attacks/Clickjacking'),
    'frame-ancestors, or the older X-Frame-Options, keeps other sites from embedding a page to capture clicks.',
  ),
  nosniff: read(
    mdn('Web/HTTP/Reference/Headers/X-Content-Type-Options'),
    'With nosniff, browsers use the media type that the server states.',
  ),
  'referrer-policy': read(
    mdn('Web/HTTP/Reference/Headers/Referrer-Policy'),
    'unsafe-url and some older policies send other sites the full URL; the default sends them only the origin.',
  ),
  cookies: read(
    mdn('Web/Security/Practical_implementation_guides/Cookies'),
    'All cookies should have Secure and SameSite, and those that scripts do not need HttpOnly.',
    'Which cookies hold a session is recognised by their names: the list is ours.',
  ),
  'cors-credentials': read(
    'https://codeql.github.com/codeql-query-help/javascript/js-cors-misconfiguration-for-credentials/',
    'An origin copied from the request, and “null”, let attackers read responses to requests with credentials.',
    'Whether the page has anything for one visitor only is not visible.',
  ),
  'server-signature': read(
    'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html#server',
    'The Server and X-Powered-By headers should be removed, or not say which software is used.',
    'That only versions count is ours.',
  ),
  'permissions-policy': read(
    mdn('Web/HTTP/Reference/Headers/Permissions-Policy'),
    'Permissions-Policy limits which features of the browser a page and its frames may use.',
    'Nothing requires it, so that only one in an outdated syntax is a finding.',
  ),
  'cross-origin-isolation': read(
    mdn('Web/HTTP/Reference/Headers/Cross-Origin-Opener-Policy'),
    'Cross-Origin-Opener-Policy separates a page from the pages of other sites that open it.',
    'Nothing requires it, so that the check never fails.',
  ),
  'unsafe-cross-origin': read(
    mdn('Web/HTML/Reference/Attributes/rel/noopener'),
    'Without noopener, an opened page can control the one that opened it; links to a new tab imply it.',
  ),
  sri: read(
    mdn('Web/Security/Subresource_Integrity'),
    'With integrity, browsers reject files that were changed, and those of other origins need CORS.',
  ),
  'vulnerable-libraries': read(
    'https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/',
    'Components with known vulnerabilities are a risk, and should be updated or removed.',
    'Which versions are vulnerable is from published advisories.',
  ),
  'security-txt': known(
    'https://www.rfc-editor.org/rfc/rfc9116',
    'The file has at least one Contact, a URI, with https for the web, and exactly one Expires, a date to come.',
  ),
  'exposed-secrets': read(
    'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
    'Secrets that are hardcoded leak, and have to be revoked when they may have been exposed.',
    'The formats of keys are from the services that issue them.',
  ),
  'tracker-consent': known(
    'https://www.edpb.europa.eu/our-work-tools/our-documents/guidelines/guidelines-22023-technical-scope-art-53-eprivacy-directive_en',
    'Reading from and storing on the devices of visitors needs their consent, also for tracking without cookies.',
    'Which scripts are trackers, and which pages are for visitors in Europe, is ours.',
  ),
  'tracking-cookies': known(
    'https://eur-lex.europa.eu/eli/dir/2002/58/2009-12-19',
    'Cookies that are not strictly necessary need the consent of visitors.',
    'Which cookies are of trackers, and which pages are for visitors in Europe, is ours.',
  ),
  'privacy-link': known(
    'https://support.google.com/analytics/answer/7318509',
    'Sites with Google Analytics must have a privacy policy that says so.',
    'That forms for personal data need one, too, is from privacy law.',
  ),
  doctype: read(
    lighthouse('best-practices/doctype'),
    'Without the HTML doctype, browsers switch to quirks mode.',
  ),
  favicon: read(
    google('appearance/favicon-in-search'),
    'A link element on the home page names the icon that search results can show.',
    'That /favicon.ico is enough is what browsers do.',
  ),
  'deprecated-html': known(
    html('obsolete.html#non-conforming-features'),
    'These elements are obsolete and must not be used.',
  ),
  'duplicate-id': known(html('dom.html#the-id-attribute'), 'An id must be unique in its document.'),
  iframes: known(
    'https://web.dev/articles/iframe-lazy-loading',
    'Frames cost data and time, and those further down should load lazily.',
    'The limits of 4 and 30 frames are ours.',
  ),
  'plaintext-email': read(
    'https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/',
    'Bots collect email addresses from pages to send spam.',
  ),
  'imprint-link': known(
    'https://www.gesetze-im-internet.de/ddg/__5.html',
    'Commercial services in Germany must make their name, address and contact easy to find.',
    'Which pages are for visitors in Germany or Austria is ours.',
  ),
  'shop-links': known(
    'https://support.google.com/merchants/answer/6363310',
    'Shops must show how to contact them, and how returns and refunds work.',
    'That links to both should be on every page is ours.',
  ),
};
