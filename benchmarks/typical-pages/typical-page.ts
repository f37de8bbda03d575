import { createRandom, type Random } from './random.ts';

// Pages like those of real sites: sizes, elements, attributes, scripts and words are about those of 73 real pages of 21
// to 400 KB, and so is what reading and checking them costs. They are generated, so that everybody measures the same ones.

const functionWords =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do'.split(
    ' ',
  );
const onsets = 'b c d f g h j l m n p r s t v w br cl dr fl gr pl sh st th tr'.split(' ');
const vowels = 'a e i o u ai ea ou'.split(' ');
const endings = 'n r s t l ng nd st ment tion ly er ing ed al'.split(' ');

/** Sizes in bytes, from the smallest of real pages to the largest. */
const sizes = [
  21_000, 31_000, 38_000, 45_000, 56_000, 64_000, 72_000, 80_000, 92_000, 103_000, 145_000, 180_000,
  239_000, 398_000,
];

/** The page of this number: numbers that follow each other have different sizes. */
export function typicalPage(number: number): string {
  const random = createRandom(number + 1);
  const bytes = sizes[(number * 5) % sizes.length] ?? 100_000;
  const text = textOf(random);
  const blocks = [
    () => navigation(random, text),
    () => article(random, text),
    () => cards(random, text),
    () => `<script>${code(random, 3_400)}</script>\n`,
    () => `<script type="module" src="/js/${random.below(3)}.js" defer></script>\n`,
    () => form(random, text),
    () => icon(random),
    () => `<style>${css(random, 1_500)}</style>\n`,
    () => `<script type="application/json">${json(random, text)}</script>\n`,
  ];
  const title = text(7);
  const parts = [head(random, text, title), `<h1>${title}</h1>`];
  let size = parts.join('').length;
  for (let at = 0; size < bytes; at++) {
    const part = blocks[at % blocks.length]?.() ?? '';
    parts.push(part);
    size += part.length;
  }
  return `${parts.join('')}</main><footer><p>${text(20)}</p></footer></body></html>`;
}

type Text = (words: number) => string;

/** Makes sentences: half of the words are frequent ones. */
function textOf(random: Random): Text {
  const rare = Array.from({ length: 300 }, () =>
    Array.from(
      { length: 1 + random.below(2) },
      () => random.of(onsets) + random.of(vowels) + random.of(endings),
    ).join(''),
  );
  const word = () => (random.below(2) === 0 ? random.of(functionWords) : random.of(rare));
  return (count) => {
    const words = Array.from({ length: count }, (_, at) =>
      at % 14 === 13 ? `${word()}.` : word(),
    ).join(' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
}

function head(random: Random, text: Text, title: string): string {
  const many = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => of(at)).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="${text(22)}"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="https://www.shop.example/${random.below(999)}"><link rel="icon" href="/icon.png">
${many(3, (at) => `<link rel="stylesheet" href="/css/${at}.css?v=${random.below(9_999)}">`)}
${many(6, (at) => `<link rel="alternate" hreflang="${['en', 'de', 'fr', 'it', 'es', 'nl'][at]}" href="https://www.shop.example/${at}/">`)}
${many(12, (at) => `<meta property="og:${['title', 'type', 'url', 'image', 'site_name', 'locale'][at % 6]}" content="${text(4)}">`)}
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"${title}","datePublished":"2026-0${1 + random.below(9)}-01","author":{"@type":"Person","name":"Ada"}}</script>
</head><body class="home page-${random.below(99)}"><main>`;
}

function navigation(random: Random, text: Text): string {
  const items = Array.from(
    { length: 18 },
    () =>
      `<li class="nav-item level-${random.below(3)}" data-id="${random.below(9_999)}"><a class="nav-link" href="/${random.of(onsets)}/${random.below(9_999)}?ref=nav&amp;p=${random.below(9)}" title="${text(2)}"><span>${text(2)}</span></a></li>`,
  );
  return `<nav aria-label="${text(1)}"><div class="menu"><ul class="nav" role="list">${items.join('\n      ')}</ul></div></nav>\n`;
}

function article(random: Random, text: Text): string {
  const paragraphs = Array.from(
    { length: 6 },
    () =>
      `    <p class="text">${text(34)} <a href="https://www.site-${random.below(6)}.example/${random.below(3)}" rel="noopener" target="_blank">${text(3)}</a> &mdash; <em>${text(4)}</em>.</p>\n`,
  );
  return `<article id="a${random.below(99_999)}" class="post"><h2>${text(5)}</h2>\n${paragraphs.join('')}</article>\n`;
}

function cards(random: Random, text: Text): string {
  const card =
    () => `<div class="card card--wide" data-tracking='{"id":${random.below(99_999)},"pos":${random.below(20)}}'>
  <div class="card__media"><a href="/item/${random.below(9_999)}"><img class="lazy" src="/img/${random.below(5)}.jpg" alt="${text(3)}" width="320" height="240" loading="lazy" srcset="/img/1-320.jpg 320w, /img/1-640.jpg 640w"></a></div>
  <div class="card__body"><h3><a href="/item/${random.below(9_999)}">${text(4)}</a></h3><div class="price"><span>${random.below(99)}.00</span></div></div>
</div>
`;
  return `<section class="grid">${Array.from({ length: 4 }, card).join('')}</section>\n`;
}

function form(random: Random, text: Text): string {
  const id = `f${random.below(99_999)}`;
  return `<form action="/search" method="get" role="search"><label for="${id}">${text(2)}</label>
<input id="${id}" type="text" name="q" placeholder="${text(2)}" autocomplete="off"><input type="hidden" name="t" value="${random.below(99_999)}"><button type="submit" class="btn">${text(1)}</button></form>\n`;
}

function icon(random: Random): string {
  const path = Array.from({ length: 40 }, () => `L${random.below(24)} ${random.below(24)}`);
  return `<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M0 0${path.join('')}z"/></svg>\n`;
}

function code(random: Random, length: number): string {
  const parts: string[] = [];
  for (let size = 0; size < length; ) {
    const name = random.of(onsets) + random.of(vowels) + random.below(99);
    const part = `var ${name}=function(e,t){if(e.length>${random.below(99)})return t["${name}"]||(e.push({id:"${random.below(999_999)}",url:"/${name}?x="+t}),!0)};window.dataLayer.push(["set",${name}(e,${random.below(9)})]);`;
    parts.push(part);
    size += part.length;
  }
  return parts.join('');
}

function css(random: Random, length: number): string {
  const rule = () =>
    `.${random.of(onsets)}${random.below(99)}-item>li:hover{color:#${100 + random.below(899)};margin:${random.below(40)}px 0;display:flex}`;
  return Array.from({ length: Math.ceil(length / 60) }, rule).join('');
}

function json(random: Random, text: Text): string {
  const items = Array.from({ length: 12 }, () => ({
    id: random.below(99_999),
    name: text(3),
    url: `/item/${random.below(999)}`,
    tags: [text(1), text(1)],
  }));
  return JSON.stringify({ page: random.below(99), items });
}
