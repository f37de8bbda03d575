/** What a crawler extracts of a page that cheerio has parsed. */
export function extract($, url) {
  const textsOf = (selector) =>
    $(selector)
      .get()
      .map((element) => $(element).text());
  const valuesOf = (selector, name) =>
    $(selector)
      .get()
      .map((element) => $(element).attr(name));
  return {
    url,
    title: $('title').text(),
    description: $('meta[name=description]').attr('content'),
    headings: textsOf('h1, h2'),
    words: $('body').text().split(/\s+/).length,
    links: valuesOf('a[href]', 'href'),
    images: valuesOf('img[src]', 'src'),
  };
}
