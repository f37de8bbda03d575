/** Pages with as many facts as possible of one kind. */
export const hostileShapes: Readonly<Record<string, () => string>> = {
  'Han characters': () =>
    text(110_000, (at) => String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000))),
  'rare Han characters': () =>
    text(55_000, (at) => String.fromCodePoint(0x20000 + ((at * 7_919) % 40_000))),
  kana: () => text(110_000, (at) => String.fromCharCode(0x3041 + ((at * 7_919) % 190))),
  'Thai characters': () => text(110_000, (at) => String.fromCharCode(0xe01 + ((at * 7_919) % 46))),
  'Hindi words': () => text(30_000, (at) => `${String.fromCharCode(0x905 + (at % 50))}ि${at} `),
  'Arabic words': () => text(20_000, (at) => `${'ابتثجحخ'[at % 7]}${at} `),
  'different words': () => text(20_000, (at) => `w${at.toString(36)} `),
  'one word': () => text(110_000, () => 'a'),
  'soft hyphens': () => text(55_000, (at) => `${at % 10}\u00ad`),
  sentences: () => text(5_000, (at) => `The flour of the mill is not far from number ${at}. `),
  'words of five letters': () => text(20_000, (at) => (at % 9 === 0 ? 'there. ' : 'queue ')),
  'full stops': () => text(110_000, () => '.'),
  'at signs': () => text(110_000, () => '@'),
  'email addresses': () => text(10_000, (at) => `${at}@b.org `),
  filler: () => text(5_000, () => 'lorem ipsum dolor sit amet '),
  'lines of words': () => list(60_000, (at) => `<p>w${at % 997}`),
  'mailto links': () => list(10_000, (at) => `<a href="mailto:a${at}@b.org">Write ${at}</a>`),
  links: () => list(10_000, (at) => `<a href="/p/${at}">Page ${at}</a>`),
  'links to one page': () => list(10_000, () => '<a href="/">x</a>'),
  'links with long texts': () => list(5_000, (at) => `<a href="/${at}">${'long '.repeat(200)}</a>`),
  'links without names': () => list(10_000, (at) => `<a href="/p/${at}"></a>`),
  'links to other hosts': () => list(10_000, (at) => `<a href="http://h${at}.org/?q=${at}">h</a>`),
  'links to IP addresses': () =>
    list(10_000, (at) => `<a href="http://10.0.${at >> 8}.${at & 255}/">h</a>`),
  'links to IPv6 addresses': () =>
    list(10_000, (at) => `<a href="http://[fe80::${at.toString(16)}]/">h</a>`),
  'links to profiles': () => list(10_000, (at) => `<a href="https://x.com/u${at}">u</a>`),
  'bookmarks to nothing': () => list(10_000, (at) => `<a href="#b${at}">b</a>`),
  bookmarks: () => list(10_000, (at) => `<a href="#%62${at}" id="b${at}">b</a>`),
  'links of scripts': () => list(10_000, () => '<a href=" j a v a script:void(0)">b</a>'),
  'long links': () => list(5_000, (at) => `<a href="/${'a b'.repeat(300)}${at}">b</a>`),
  'labelled links': () =>
    `<p id=l>label</p>${list(10_000, () => `<a href=/x aria-labelledby="${'l '.repeat(100)}"></a>`)}`,
  headings: () => list(12_000, (at) => `<h1>Heading ${at}</h1>`),
  'headings of all levels': () =>
    list(12_000, (at) => `<h${(at % 6) + 1}>H ${at}</h${(at % 6) + 1}>`),
  'long headings': () => list(3_000, () => `<h1>${'ä'.repeat(2_000)}</h1>`),
  'headings by role': () => list(12_000, (at) => `<p role=heading aria-level=${at % 7}>H</p>`),
  'empty headings': () => list(12_000, () => '<h2></h2>'),
  titles: () => list(5_000, (at) => `<title>Title ${at} ${'word '.repeat(100)}</title>`),
  images: () => list(10_000, (at) => `<img src="/i/${at}.jpg">`),
  'images of one name': () => list(10_000, () => '<img src="a.jpg" alt="a.jpg" width=1 height=1>'),
  'images with long texts': () => list(3_000, () => `<img src=a alt="${'long '.repeat(400)}">`),
  pictures: () =>
    list(
      10_000,
      (at) => `<picture><source srcset="${at}.webp 1x, b 2x"><img src=${at}.jpg></picture>`,
    ),
  'image buttons': () => list(10_000, () => '<input type=image src=a>'),
  frames: () => list(10_000, (at) => `<iframe src="http://h${at}.org/"></iframe>`),
  forms: () => list(10_000, (at) => `<form action="http://h${at}.org/"></form>`),
  scripts: () => list(10_000, (at) => `<script src="http://h${at}.org/s.js"></script>`),
  'types of white space': () =>
    list(5_000, () => `<script type="${' '.repeat(2_000)}!">x</script>`),
  'style sheets': () =>
    head(10_000, (at) => `<link rel=stylesheet href="http://h${at}.org/s.css">`),
  preloads: () => head(10_000, (at) => `<link rel=preload as=font href="/${at}">`),
  'language versions': () =>
    head(10_000, (at) => `<link rel=alternate hreflang=en-${at} href="/${at}">`),
  'good language versions': () =>
    head(10_000, (at) => `<link rel=alternate hreflang=de href="https://h${at}.org/">`),
  'canonical links': () => head(10_000, (at) => `<link rel=canonical href="/${at}#a">`),
  'next pages': () => head(10_000, (at) => `<link rel=next href="/${at}">`),
  icons: () => head(10_000, (at) => `<link rel=icon href="/${at}">`),
  'metas of robots': () =>
    head(5_000, () => `<meta name=robots content="${'noindex, index, '.repeat(120)}">`),
  descriptions: () => head(5_000, () => `<meta name=description content="${'word '.repeat(300)}">`),
  viewports: () => head(5_000, () => `<meta name=viewport content="${'width=1,'.repeat(200)}">`),
  refreshes: () => head(10_000, (at) => `<meta http-equiv=refresh content="${at}; url=/${at}">`),
  policies: () =>
    head(
      3_000,
      () => `<meta http-equiv=content-security-policy content="${'script-src a; '.repeat(130)}">`,
    ),
  'preview images': () =>
    head(10_000, (at) => `<meta property=og:image content="https://h/${at}.svg">`),
  'preview tags': () =>
    head(10_000, (at) => `<meta property="${'og:x'.repeat(20)}${at}" content=x>`),
  'tags of many words': () =>
    head(3_000, () => `<meta property="${'og:x '.repeat(390)}" content=x>`),
  'metas in the body': () =>
    list(10_000, () => '<meta name=robots content=none><link rel=canonical href=/>'),
  languages: () => list(10_000, (at) => `<p lang=en-x-${at}>x`),
  identifiers: () => list(10_000, (at) => `<p id=i${at >> 1}>`),
  'obsolete elements': () => list(10_000, () => '<font>x</font>'),
  items: () =>
    list(
      10_000,
      (at) => `<p itemscope itemtype=https://schema.org/Product><b itemprop=p${at}>x</b></p>`,
    ),
  'items of RDFa': () =>
    list(
      10_000,
      () => '<p vocab=https://schema.org/ typeof="Product Offer"><b property=name>x</b></p>',
    ),
  tabs: () => text(20_000, () => '<b role=tab>'),
  buttons: () => text(20_000, () => '<button>x'),
  'fields named by others': () =>
    `${text(20_000, () => '<input aria-labelledby="a b c d">')}<b id=a>x</b><b id=b>y</b>`,
  'lists with items elsewhere': () =>
    text(12_000, (at) => `<div id=i${at} role=list aria-owns="i${at + 1} i${at + 2} i1">`),
  'footers in footers': () => text(20_000, () => '<footer>x'),
  'images of many sizes': () =>
    text(12_000, (at) => `<img src=a srcset="a${at} ${at}w,b 2w" sizes="(a) 1px, 3px">`),
  'tables in tables': () => text(20_000, () => '<table><tr><td>'),
  players: () => text(20_000, () => '<video><track>'),
  'structured data': () =>
    jsonLd(60, () => JSON.stringify(list(2_500, (at) => `{"@type":"Product","name":"${at}"},`))),
  'nodes of structured data': () =>
    jsonLd(
      50,
      () =>
        `[${'{"@context":"https://schema.org","@type":"Product","name":"x"},'.repeat(3_000)}{}]`,
    ),
  'nested structured data': () => jsonLd(50, () => '{"@graph":['.repeat(15_000)),
  'nested nodes': () =>
    jsonLd(10, () => `${'{"@type":"Thing","a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  'brackets as structured data': () => jsonLd(50, () => '['.repeat(190_000)),
  'types of structured data': () =>
    jsonLd(
      50,
      () => `{"@context":"https://schema.org","@type":[${'"Prodct",'.repeat(15_000)}"A"]}`,
    ),
  'properties of structured data': () =>
    jsonLd(50, () => `{"@type":"Product",${list(9_000, (at) => `"property${at}":1,`)}"a":1}`),
  'faulty structured data': () => jsonLd(50, () => `[${'1,'.repeat(90_000)}]`),
};

function list(length: number, part: (at: number) => string): string {
  return Array.from({ length }, (_, at) => part(at)).join('');
}

function text(length: number, part: (at: number) => string): string {
  return `<!doctype html><html lang=en><title>Flour of the mill</title><p>${list(length, part)}`;
}

function head(length: number, part: (at: number) => string): string {
  return `<!doctype html><html lang=en><head>${list(length, part)}</head><body>x`;
}

function jsonLd(length: number, part: () => string): string {
  const written = part();
  return list(length, () => `<script type=application/ld+json>${written}</script>`);
}
