/**
 * What somebody collects with cheerio to check a page by hand: 33 selectors, a fraction of the facts of sitegrade.
 *
 * @param {string} entry - `cheerio`, or `cheerio/slim`.
 * @returns a function of the text of a page.
 */
export async function cheerioFacts(entry) {
  const { load } = await import(entry);
  return (html) => factsOf(load(html));
}

function factsOf($) {
  const attributes = (selector, name) =>
    $(selector)
      .get()
      .map((element) => $(element).attr(name));
  const texts = (selector) =>
    $(selector)
      .get()
      .map((element) => $(element).text().trim());
  const count = (selector) => $(selector).length;
  return {
    language: $('html').attr('lang'),
    titles: texts('head title'),
    descriptions: attributes('meta[name="description"]', 'content'),
    robots: attributes('meta[name="robots"], meta[name="googlebot"]', 'content'),
    viewport: attributes('meta[name="viewport"]', 'content'),
    charset: attributes('meta[charset]', 'charset'),
    refresh: attributes('meta[http-equiv="refresh"]', 'content'),
    canonical: attributes('link[rel~="canonical"]', 'href'),
    icons: attributes('link[rel~="icon"]', 'href'),
    alternates: attributes('link[rel~="alternate"][hreflang]', 'href'),
    languages: attributes('link[rel~="alternate"][hreflang]', 'hreflang'),
    openGraph: attributes('meta[property^="og:"]', 'content'),
    twitter: attributes('meta[name^="twitter:"]', 'content'),
    styles: attributes('link[rel~="stylesheet"]', 'href'),
    scripts: attributes('script[src]', 'src'),
    inlineScripts: count('script:not([src])'),
    blocking: count('head script[src]:not([async]):not([defer]):not([type="module"])'),
    data: texts('script[type="application/ld+json"]'),
    base: attributes('base[href]', 'href'),
    h1: texts('h1'),
    headings: texts('h2, h3, h4, h5, h6'),
    links: attributes('a[href]', 'href'),
    linkTexts: texts('a[href]'),
    nofollow: count('a[rel~="nofollow"]'),
    newWindows: count('a[target="_blank"]:not([rel~="noopener"])'),
    images: attributes('img', 'src'),
    alternatives: attributes('img', 'alt'),
    unsized: count('img:not([width]), img:not([height])'),
    lazy: count('img[loading="lazy"]'),
    frames: count('iframe:not([title])'),
    fields: attributes('input:not([type="hidden"]), select, textarea', 'id'),
    labels: attributes('label[for]', 'for'),
    words: $('body').clone().find('script, style, noscript').remove().end().text().split(/\s+/)
      .length,
  };
}
