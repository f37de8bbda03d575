/** A word of the trade, explained for people who have never heard of it. */
export interface GlossaryEntry {
  readonly word: string;
  /** Finds the word in a text, in all of its forms. */
  readonly find: RegExp;
  /** What it means, in one sentence. */
  readonly meaning: string;
}

/** The words that findings explain, by alphabet. */
export const glossary: readonly GlossaryEntry[] = [
  {
    word: 'Absolute URL',
    find: /\b(?:absolute|relative) URLs?\b/i,
    meaning: 'A complete address with https:// and the domain. A relative one leaves them out.',
  },
  {
    word: 'Access key',
    find: /\baccess ?keys?\b/i,
    meaning: 'A key that, pressed with Alt or another key, leads to one element of the page.',
  },
  {
    word: 'Alt text',
    find: /\balt\b|\balternative texts?\b/i,
    meaning:
      'A description of an image in words, for people who cannot see it. Visitors do not see it.',
  },
  {
    word: 'ARIA',
    find: /\baria\b|\brole="|\broles?\b(?= (?:attribute|that|requires|which)|[.,])/i,
    meaning:
      'Attributes in HTML, such as role and aria-label, that tell screen readers what an element is.',
  },
  {
    word: 'Audio description',
    find: /\baudio descriptions?\b/i,
    meaning: 'A voice that says what a video shows, for people who cannot see it.',
  },
  {
    word: 'AVIF and WebP',
    find: /\b(?:AVIF|WebP)\b/i,
    meaning: 'Formats for images whose files are smaller than JPEG and PNG of the same quality.',
  },
  {
    word: 'Breadcrumb',
    find: /\bbreadcrumbs?\b|\bBreadcrumbList\b/i,
    meaning: 'A line of links that shows where a page belongs on the site: Home › Bread › Rye.',
  },
  {
    word: 'Brotli and gzip',
    find: /\b(?:Brotli|gzip)\b/i,
    meaning: 'Ways to make text smaller before the server sends it. Browsers unpack it again.',
  },
  {
    word: 'Cache',
    find: /\bcach(?:e|es|ed|ing)\b|\bCache-Control\b/i,
    meaning: 'A copy of what was loaded once, so that it need not be loaded or made again.',
  },
  {
    word: 'Canonical link',
    find: /\bcanonical(?:ization)?\b/i,
    meaning:
      'Tells search engines which URL to show if the same page can be reached by several ones.',
  },
  {
    word: 'Captions',
    find: /\bcaptions?\b/i,
    meaning: 'The words of a video as text in it, for people who cannot hear the sound.',
  },
  {
    word: 'CDN',
    find: /\bCDNs?\b/,
    meaning: 'A network of servers in many places, which sends files from one near each visitor.',
  },
  {
    word: 'Certificate',
    find: /\bcertificates?\b|\bcertbot\b/i,
    meaning:
      'A file that proves to browsers that they are connected to the real site, for some time.',
  },
  {
    word: 'CMS',
    find: /\bCMS\b|\bcontent management systems?\b/i,
    meaning: 'The software that a site is edited with, such as WordPress.',
  },
  {
    word: 'Content-Security-Policy (CSP)',
    find: /\bContent-Security-Policy\b|\bCSP\b/i,
    meaning: 'A header that tells browsers which scripts and files a page may load and run.',
  },
  {
    word: 'Content-Signal',
    find: /\bContent-Signals?\b/i,
    meaning: 'A line in robots.txt that says whether content may be used for search and for AI.',
  },
  {
    word: 'Cookie',
    find: /\b(?:cookies?|Set-Cookie|HttpOnly|SameSite)\b/i,
    meaning: 'A small text that a site stores in the browser, such as to keep a visitor logged in.',
  },
  {
    word: 'CORS',
    find: /\bCORS\b|\bAccess-Control-|\bcrossorigin\b/i,
    meaning: 'Rules by which a server tells browsers which other sites may read what it sends.',
  },
  {
    word: 'Crawler',
    find: /\bcrawl(?:er|ers|s|ed|ing)?\b|\bbots?\b|\bGooglebot\b|\bGPTBot\b/i,
    meaning:
      'A program that opens pages by itself, such as to fill a search engine or to train AI.',
  },
  {
    word: 'CSS and style sheets',
    find: /\bCSS\b|\bstyle ?sheets?\b/i,
    meaning: 'Files that tell browsers what a page looks like: colours, fonts, places.',
  },
  {
    word: 'Defer and async',
    find: /\b(?:defer|async)\b/,
    meaning:
      'Attributes of a script that let the browser show the page before the script has loaded.',
  },
  {
    word: 'Doctype',
    find: /\bdoctype\b/i,
    meaning: 'The first line of a page, by which browsers know that it follows today’s HTML.',
  },
  {
    word: 'Encoding and UTF-8',
    find: /\bUTF-8\b|\bencodings?\b|\bcharset\b/i,
    meaning: 'How letters are stored as numbers. UTF-8 has the letters of all languages.',
  },
  {
    word: 'Favicon',
    find: /\bfavicons?\b/i,
    meaning: 'The small picture of a site, in the tabs of browsers and in search results.',
  },
  {
    word: 'First byte',
    find: /\bfirst byte\b|\bTTFB\b/i,
    meaning: 'The moment when the server begins to send the page, after it was asked for it.',
  },
  {
    word: 'Flesch',
    find: /\bFlesch\b/i,
    meaning:
      'A score for how easy a text is to read, from the length of its sentences and words: 100 is very easy.',
  },
  {
    word: 'Focus',
    find: /\bfocus(?:ed|able)?\b/i,
    meaning: 'Marks the element that the keyboard works on. The Tab key moves it to the next one.',
  },
  {
    word: 'Fragment',
    find: /\bfragments?\b/i,
    meaning: 'The end of a URL from # on, which leads to a part of the page.',
  },
  {
    word: 'Frame',
    find: /\b(?:i?frames?(?!-)|iframe|frameset)\b/i,
    meaning: 'A part of a page that shows another page, such as a map or a video.',
  },
  {
    word: 'Hash',
    find: /\bhash(?:es)?\b/i,
    meaning: 'A short text computed from a file. If the file changes, it is another one.',
  },
  {
    word: 'Head',
    find: /<head>/i,
    meaning:
      'The part of a page that visitors do not see, with texts for browsers and search engines.',
  },
  {
    word: 'Header',
    find: /\b(?:response|HTTP|Link|Refresh) headers?\b|\b(?:Content-(?:Type|Language)|X-[A-Z][\w-]+|Strict-Transport-Security|Referrer-Policy|Permissions-Policy|Cross-Origin-[\w-]+) ?(?:headers?)?/,
    meaning: 'A line that the server sends along with a page, for browsers and search engines.',
  },
  {
    word: 'hreflang',
    find: /\bhreflang\b|\bx-default\b/i,
    meaning:
      'Names the language of another version of a page, so that people get the one they read.',
  },
  {
    word: 'HSTS',
    find: /\bHSTS\b|\bStrict-Transport-Security\b/i,
    meaning: 'A header that makes browsers use only the encrypted version of a site from then on.',
  },
  {
    word: 'HTTP/2 and HTTP/3',
    find: /\bHTTP\/[23]\b/i,
    meaning: 'Newer ways for browsers to fetch files, many at once over one connection.',
  },
  {
    word: 'HTTPS',
    find: /\bhttps\b(?!:\/\/)/i,
    meaning: 'The encrypted way to load pages. Addresses with http:// are not encrypted.',
  },
  {
    word: 'Imprint',
    find: /\bimprints?\b|\bImpressum\b/i,
    meaning: 'A page with the name, address and contact of the owner of a site.',
  },
  {
    word: 'Index',
    find: /\bindex(?:es|ed|ing)?\b(?!\.)/i,
    meaning: 'The collection of pages that a search engine knows and can show in its results.',
  },
  {
    word: 'JSON-LD',
    find: /\bJSON-LD\b/i,
    meaning: 'A way to write structured data into a page, in a script that visitors do not see.',
  },
  {
    word: 'Landmark',
    find: /\blandmarks?\b|<(?:main|nav)>/i,
    meaning:
      'A marked part of a page, such as its menu or main content, that screen readers jump to.',
  },
  {
    word: 'Lazy loading',
    find: /\blazy\b|\blazily\b/i,
    meaning: 'Images and frames are loaded only when visitors scroll to them.',
  },
  {
    word: 'llms.txt',
    find: /\bllms\.txt\b/i,
    meaning: 'A file with an overview of a site for AI tools.',
  },
  {
    word: 'Lorem ipsum',
    find: /\blorem ipsum\b/i,
    meaning: 'Meaningless words that designers use until the real text is written.',
  },
  {
    word: 'Markdown',
    find: /\bMarkdown\b/i,
    meaning: 'A way to write text with headings, lists and links that is readable as it stands.',
  },
  {
    word: 'Meta description',
    find: /\bmeta descriptions?\b|\bname="description"/i,
    meaning: 'A short text about a page, which visitors do not see and search results often show.',
  },
  {
    word: 'Meta refresh',
    find: /\bmeta refresh\b|\bRefresh header\b/i,
    meaning:
      'An instruction to browsers to reload a page, or to open another one, after some time.',
  },
  {
    word: 'Microdata',
    find: /\bMicrodata\b/i,
    meaning: 'A way to write structured data, in attributes of the visible text.',
  },
  {
    word: 'Minify',
    find: /\bminif(?:y|ied|ies)\b/i,
    meaning: 'To remove the spaces and comments that only developers need.',
  },
  {
    word: 'nofollow',
    find: /\bnofollow\b/i,
    meaning: 'Asks search engines not to follow a link.',
  },
  {
    word: 'noindex',
    find: /\bnoindex\b/i,
    meaning: 'Asks search engines to leave a page out of their results.',
  },
  {
    word: 'nonce',
    find: /\bnonces?\b/i,
    meaning: 'A random text, new in each response, by which browsers know the scripts of the page.',
  },
  {
    word: 'nosniff',
    find: /\bnosniff\b|\bX-Content-Type-Options\b/i,
    meaning: 'A header by which browsers trust the file type that the server states.',
  },
  {
    word: 'Open Graph',
    find: /\bOpen Graph\b|\bog:\w+/i,
    meaning: 'Tags with the title, text and picture that appear when someone shares a page.',
  },
  {
    word: 'Origin',
    find: /\borigins?\b/i,
    meaning: 'The first part of an address: https:// and the domain.',
  },
  {
    word: 'Permissions-Policy',
    find: /\bPermissions-Policy\b/i,
    meaning: 'A header that limits which features a page may use, such as the camera.',
  },
  {
    word: 'Placeholder',
    find: /\bplaceholders?\b/i,
    meaning: 'A text that stands in for another one: for the real text, or in an empty form field.',
  },
  {
    word: 'Plug-in',
    find: /\bplug-ins?\b/i,
    meaning:
      'A program within the browser, such as Flash, that showed content. Browsers dropped them.',
  },
  {
    word: 'Preload and preconnect',
    find: /\bpre(?:load|connect)\b/i,
    meaning: 'Hints that let browsers load a file, or contact a server, before the page needs it.',
  },
  {
    word: 'Redirect',
    find: /\bredirect(?:s|ed|ing|ion|ions)?\b/i,
    meaning: 'A response that sends browsers and search engines on to another URL.',
  },
  {
    word: 'Referrer-Policy',
    find: /\bReferrer-Policy\b/i,
    meaning: 'A header that decides how much of the address of a page other sites learn.',
  },
  {
    word: 'Rich results',
    find: /\brich results?\b/i,
    meaning: 'Search results with extras such as a picture, a price or stars.',
  },
  {
    word: 'robots meta tag',
    find: /\brobots meta tags?\b|\bmeta name="robots"|\bX-Robots-Tag\b|\bRobots directives?\b/i,
    meaning: 'Instructions of a page to search engines: whether to show it, and how.',
  },
  {
    word: 'robots.txt',
    find: /\brobots\.txt\b/i,
    meaning: 'A file that tells search engines and other crawlers which pages they may open.',
  },
  {
    word: 'schema.org',
    find: /\bschema\.org\b/i,
    meaning: 'The common vocabulary for structured data, such as Product, price and rating.',
  },
  {
    word: 'Screen reader',
    find: /\bscreen readers?\b|\bassistive technolog(?:y|ies)\b/i,
    meaning: 'A program that reads pages aloud, for people who cannot see them.',
  },
  {
    word: 'security.txt',
    find: /\bsecurity\.txt\b/i,
    meaning: 'A file that says where to report security holes of a site.',
  },
  {
    word: 'Session ID',
    find: /\bsession IDs?\b/i,
    meaning: 'A number by which a site recognises a visitor from page to page.',
  },
  {
    word: 'Sitemap',
    find: /\bsitemaps?\b/i,
    meaning: 'A file with the URLs of the pages that search engines should know.',
  },
  {
    word: 'Skip link',
    find: /\bskip links?\b|\bpast the menus\b/i,
    meaning:
      'A link at the top of a page that takes people with a keyboard straight to its content.',
  },
  {
    word: 'Soft 404',
    find: /\bsoft 404s?\b/i,
    meaning: 'An error page that the server sends as if it were a page with content.',
  },
  {
    word: 'srcset',
    find: /\bsrcset\b/i,
    meaning:
      'A list of sizes of one image, from which browsers choose the one that fits the screen.',
  },
  {
    word: 'Status',
    find: /\bstatus(?:es)? [1-5]\d\d\b|\bHTTP [1-5]\d\d\b|\((?:301|302|404|410)\)/i,
    meaning:
      'The number of a response: 200 is fine, 301 has moved for good, 404 is missing, 500 is a fault of the server.',
  },
  {
    word: 'Structured data',
    find: /\bstructured data\b|\bsameAs\b/i,
    meaning:
      'A description of what a page is about, in a form that search engines can read, such as a price.',
  },
  {
    word: 'SVG',
    find: /\bSVGs?\b|<svg/i,
    meaning: 'A format for drawings and icons that stay sharp at every size.',
  },
  {
    word: 'tabindex',
    find: /\btabindex\b/i,
    meaning: 'An attribute that changes the order in which the Tab key moves through a page.',
  },
  {
    word: 'TLS',
    find: /\bTLS\b/,
    meaning: 'The encryption of the connection between browser and server.',
  },
  {
    word: 'Tracker',
    find: /\btrackers?\b|\btracking\b/i,
    meaning: 'A script or cookie that records what visitors do, often across many sites.',
  },
  {
    word: 'Transcript',
    find: /\btranscripts?\b/i,
    meaning: 'All that is said in a recording, as text.',
  },
  {
    word: 'Twitter card',
    find: /\btwitter:\w+|\bX can show a card\b/i,
    meaning: 'Tags that tell X how to show a page that someone shares.',
  },
  {
    word: 'User agent',
    find: /\buser[ -]agents?\b/i,
    meaning: 'The name by which a browser or crawler introduces itself to a server.',
  },
  {
    word: 'Viewport',
    find: /\bviewport\b/i,
    meaning: 'The area in which a browser shows a page. A tag of this name fits pages to phones.',
  },
  {
    word: 'www variant',
    find: /\bwww\b(?!\.)/i,
    meaning:
      'The address of a site with www. in front, which may lead to another server than without.',
  },
  {
    word: 'X-Frame-Options',
    find: /\bX-Frame-Options\b|\bframe-ancestors\b/i,
    meaning: 'A header that decides which sites may show the page within one of theirs.',
  },
];

/** The entries of the words in some texts, by alphabet. */
export function wordsIn(texts: readonly (string | null | undefined)[]): readonly GlossaryEntry[] {
  const text = texts.filter(Boolean).join('\n');
  return glossary.filter(({ find }) => find.test(text));
}
