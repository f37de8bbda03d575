const words =
  'a page of words without any meaning at all for anyone who happens to read them'.split(' ');

/** A typical page of about this size: headings, paragraphs, links, lists, a table. */
export function makePage(bytes: number): Buffer {
  const parts = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page to be read</title>',
    '<meta name="description" content="Made for a measurement."><link rel="canonical" href="/">',
    '<meta name="viewport" content="width=device-width"></head><body><h1>A page</h1>',
  ];
  let size = parts.join('').length;
  for (let index = 0; size < bytes; index++) {
    const part = sectionOf(index);
    parts.push(part);
    size += part.length;
  }
  return Buffer.from(`${parts.join('')}</body></html>`);
}

function sectionOf(index: number): string {
  const text = Array.from({ length: 30 }, (_, at) => words[(index + at * 7) % words.length]);
  const links = Array.from(
    { length: 5 },
    (_, at) =>
      `<li class="item i${at}"><a href="/p/${index}-${at}?x=1&amp;y=2">${text[at]}</a></li>`,
  );
  return `<section class="s${index % 9}" id="s${index}"><h2>Part ${index}</h2><p>${text.join(' ')} &ndash; <em>${text[3]}</em></p>
<ul>${links.join('')}</ul><img src="/i/${index % 20}.png" alt="${text[1]}" width="10" height="10">
<table><tr><td>${index}<td>${text[2]}</table><script>var a${index} = "<b>" + ${index};</script></section>\n`;
}
