import { describe, expect, it } from 'vitest';
import type { PageFacts } from './page-facts.ts';
import { readPage } from './read-page.ts';

const readHtml = (html: string): Promise<PageFacts> =>
  readPage(new TextEncoder().encode(html), 'text/html; charset=utf-8');

const read = (body: string, head = ''): Promise<PageFacts> =>
  readHtml(`<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`);

const link = async (inside: string) => (await read(`<a href=x>${inside}</a>`)).anchors[0];

describe('the accessible text of a link', () => {
  it.each([
    ['plain <b>text</b>', 'plain text', 'plain text'],
    ['<span aria-hidden="true">x</span> open', 'x open', 'open'],
    ['<span hidden>x</span>open', 'open', 'open'],
    ['<span style="color: red; display:none">x</span>open', 'open', 'open'],
    ['<span style="visibility: hidden">x</span>open', 'open', 'open'],
    ['<img hidden alt="x">open', 'open', 'open'],
    ['<span style="display:none-such">x</span>', 'x', 'x'],
    ['<span aria-hidden="false">x</span>', 'x', 'x'],
    ['<span aria-label="Search">🔍</span>', '🔍', 'Search'],
    ['<span aria-label=" ">x</span>', 'x', 'x'],
    ['<i title="Profile"></i>', '', 'Profile'],
    ['<i title="Profile">me</i>', 'me', 'me'],
    ['<img alt="Logo">', 'Logo', 'Logo'],
    ['<img alt="Logo" role="presentation">', 'Logo', ''],
    ['<img alt="Logo" role="none" tabindex="0">', 'Logo', 'Logo'],
    ['<img alt="Logo" aria-hidden="true">', 'Logo', ''],
    ['<img alt="" aria-label="Home">', '', 'Home'],
    ['<img title="Home">', '', 'Home'],
    ['<img alt="Logo" role="none" aria-live="polite">', 'Logo', 'Logo'],
    ['<span inert>x</span> open', 'x open', 'open'],
    ['<input value="Search">', '', 'Search'],
    ['go<input type=submit>on', 'go on', 'go Submit on'],
    ['<input type=reset value="Clear">', '', 'Clear'],
    ['<input type=image alt="Search" value="no">', '', 'Search'],
    ['<input type=password value="secret">', '', ''],
    ['<input type=checkbox value="no" title="Agree">', '', 'Agree'],
    ['<input type=hidden title="no">', '', ''],
    ['<input value="no" aria-label="Search">', '', 'Search'],
    ['<input value="no" hidden>', '', ''],
    ['<video><input value="no"></video>', '', ''],
    ['<area alt="Home"><embed title="Film">', '', 'Home Film'],
    ['<img alt="" title="Home">', '', ''],
    ['<svg aria-label="Cart"><path/></svg>', '', 'Cart'],
    ['<svg aria-label="Cart"/>', '', 'Cart'],
    ['<svg><title>Cart</title></svg>', 'Cart', 'Cart'],
    ['<svg aria-hidden="true"><title>Cart</title></svg>pay', 'Cart pay', 'pay'],
    ['<div aria-label="a"><span aria-label="b">c</span></div>', 'c', 'a'],
    ['<div aria-hidden=true><span aria-label="b">c</span></div>d', 'c d', 'd'],
  ])('%s', async (inside, text, accessibleText) => {
    expect(await link(inside)).toMatchObject({ text, accessibleText });
  });

  it('is not the label of an ancestor', async () => {
    const { anchors } = await read('<h2 aria-label="News"><a href=x>All the news</a></h2>');
    expect(anchors[0]?.accessibleText).toBe('All the news');
  });
});

describe('controls and their labels', () => {
  it('are fields, buttons and elements with such a role', async () => {
    const { controls } = await read(
      '<input type=EMAIL><input type=odd><input type=hidden><select></select><b role="x tab">a</b><b role=main>b</b><x-a id=c></x-a>',
    );
    expect(controls.map(({ element, type }) => [element, type])).toEqual([
      ['input', 'email'],
      ['input', 'text'],
      ['select', null],
      ['b', null],
      ['x-a', null],
    ]);
  });

  it('are the first ones inside the label', async () => {
    const { fieldLabels } = await read(
      '<button>a</button><label>b<input type=hidden><input><input></label><label for=c>d</label>',
    );
    expect(fieldLabels).toMatchObject([
      { control: 1, htmlFor: null, text: 'b' },
      { control: null, htmlFor: 'c', text: 'd' },
    ]);
  });

  it('have no options or values in the text of the label', async () => {
    const { fieldLabels } = await read(
      '<label><select><option>England</select> of <input value=x><img alt=y></label>',
    );
    expect(fieldLabels[0]).toMatchObject({ text: 'of y', accessibleText: 'of y' });
  });

  it.each([
    ['<input disabled>', true],
    ['<input aria-disabled=true>', true],
    ['<input aria-disabled=false>', false],
    ['<fieldset disabled><input></fieldset>', true],
    ['<fieldset><input></fieldset>', false],
    ['<fieldset disabled></fieldset><input>', false],
    ['<div role=group aria-disabled=true><input></div>', true],
  ])('know whether they are disabled: %s', async (body, disabled) => {
    const { controls } = await read(body);
    expect(controls[0]?.disabled).toBe(disabled);
  });
});

it('cuts the text that visitors see in a control to what is compared with its name', async () => {
  const long = 'x'.repeat(500);
  const { anchors } = await read(`<a href=x aria-label=y>${long}</a>`);
  expect(anchors).toMatchObject([{ text: long, visibleLabel: { text: 'x'.repeat(400) } }]);
});

it('lists access keys and positions in the tab order', async () => {
  const { keyboard } = await read(
    '<p tabindex=0></p><p tabindex=-1></p><p tabindex=2></p><p accesskey=s></p>',
  );
  expect(keyboard).toMatchObject([
    { tabindex: 2, accesskey: null },
    { tabindex: null, accesskey: 's' },
  ]);
});

describe('who an element is hidden from', () => {
  it.each([
    ['<img>', 'no'],
    ['<img hidden>', 'all'],
    ['<img style="DISPLAY : NONE !important">', 'all'],
    ['<img aria-hidden="true">', 'readers'],
    ['<div inert><img></div>', 'readers'],
    ['<div inert hidden><img></div>', 'all'],
    ['<div aria-hidden="true"><p><img></div>', 'readers'],
    ['<div hidden><div aria-hidden="true"><img></div></div>', 'all'],
    ['<div aria-hidden="true"><div hidden><img></div></div>', 'all'],
    ['<div hidden></div><img>', 'no'],
    ['<b hidden>a</b><img>', 'no'],
    ['<dialog><img></dialog>', 'all'],
    ['<dialog open><img></dialog>', 'no'],
    ['<div popover><img></div>', 'all'],
    ['<div hidden=until-found><img></div>', 'no'],
    ['<body hidden style="visibility: hidden"><img>', 'no'],
    ['<body aria-hidden=true><img>', 'readers'],
    ['<b hidden><p>a</b><img></p>', 'no'],
    ['<svg aria-hidden="true"><foreignObject><img></foreignObject></svg>', 'readers'],
  ])('%s: %s', async (body, hidden) => {
    const { images } = body.startsWith('<body') ? await readHtml(body) : await read(body);
    expect(images[0]?.hidden).toBe(hidden);
  });
});

describe('whether role="none" removes the semantics of an element', () => {
  it.each([
    ['<img role=none>', true],
    ['<img role="unknown PRESENTATION">', true],
    ['<img>', false],
    ['<img role="img none">', false],
    ['<img role=none tabindex=-1>', false],
    ['<img role=none tabindex=x>', true],
    ['<img role=none aria-label="">', false],
    ['<img role=none ARIA-Live=polite>', false],
    ['<img role=none aria-hidden=false>', true],
    ['<img role=none aria-unknown=x>', true],
  ])('%s: %s', async (body, presentational) => {
    expect((await read(body)).images[0]?.presentational).toBe(presentational);
  });

  it('does not for a link with an href', async () => {
    const { anchors, roles } = await read(
      '<a role=none href=x>a</a><a role=none>b</a><area role=none href=x>',
    );
    expect(anchors.map(({ presentational }) => presentational)).toEqual([false, true]);
    expect(roles.map(({ presentational }) => presentational)).toEqual([false]);
  });
});

describe('elements with a role', () => {
  it('are listed by kind', async () => {
    const { roles } = await read(
      '<div role="heading">a</div><span role="LINK">b</span><i role="img" aria-label="c"></i>' +
        '<i role="unknown image"></i><area href=x alt="d"><area><input type=IMAGE alt="e">' +
        '<button role=link>f</button><p role=note>g</p><a role=link href=x>h</a><h1 role=heading>i</h1>' +
        '<b role="doc-noteref">j</b><i role=doc-cover></i>',
    );
    expect(
      roles.map(({ element, kind, accessibleText, alt }) => [element, kind, accessibleText || alt]),
    ).toEqual([
      ['div', 'heading', 'a'],
      ['span', 'link', 'b'],
      ['i', 'image', null],
      ['i', 'image', null],
      ['area', 'link', 'd'],
      ['input', 'image-button', 'e'],
      ['button', 'link', 'f'],
      ['b', 'link', 'j'],
      ['i', 'image', null],
    ]);
  });

  it('get the labels they refer to from anywhere on the page, and no others', async () => {
    const { labels } = await read(
      '<p id=a>before</p><p id=no>no</p><img aria-labelledby="a b"><p id=b>af<b>ter</b></p><p id=b>2</p>' +
        '<p aria-labelledby="no">',
    );
    expect([...labels]).toEqual([
      ['a', 'before'],
      ['b', 'after'],
    ]);
  });

  it.each([
    ['<p id=a>one <b>two</b></p>', 'one two'],
    ['<p id=a aria-label="label">one</p>', 'label'],
    ['<p id=a aria-label=" ">one</p>', 'one'],
    ['<p id=a title="title"></p>', 'title'],
    ['<p id=a title="title">one</p>', 'one'],
    ['<p id=a>one<b hidden>two</b><b aria-hidden=true>three</b></p>', 'one'],
    ['<p id=a hidden>one <b>two</b></p>', 'one two'],
    ['<div hidden><p id=a><img alt="one"></p></div>', 'one'],
    ['<p id=a><img alt="one" role=none></p>', ''],
    ['<img id=a alt="alt" title="title">', 'alt'],
    ['<img id=a alt="" title="title">', 'title'],
    ['<img id=a aria-label="label" alt="alt">', 'label'],
    ['<input id=a value="one">', 'one'],
    ['<svg id=a><title>one</title></svg>', 'one'],
    ['<svg><title id=a>one</title></svg>', 'one'],
    ['<svg id=a aria-label="one"/>', 'one'],
    ['<p id=a aria-labelledby=b></p><p id=b>no</p>', ''],
    ['<p id=a><b aria-labelledby=b></b></p><p id=b>no</p>', ''],
  ])('are named by %s as %j', async (label, name) => {
    expect((await read(`<img aria-labelledby=a>${label}`)).labels.get('a')).toBe(name);
  });

  it('take the name of an image inside them where they have no other', async () => {
    const { anchors } = await read(
      '<p id=a>one</p><a href=1><img aria-labelledby=" a  b"></a><a href=2><img aria-labelledby=c></a>' +
        '<a href=3><img alt=no role=none></a><a href=4><img aria-labelledby=a hidden></a>' +
        '<a href=5><span aria-hidden=true><img aria-labelledby=a></span></a>' +
        '<a href=6>text<img aria-labelledby=a></a><p id=b hidden>two</p>',
    );
    expect(anchors.map(({ accessibleText }) => accessibleText)).toEqual([
      'one two',
      '',
      '',
      '',
      '',
      'text',
    ]);
    expect(anchors.map(({ text }) => text)).toEqual(['', '', 'no', '', '', 'text']);
  });

  it('take the name of any element inside them where they have no other', async () => {
    const { anchors } = await read(
      '<p id=a>one</p><a href=1><i aria-labelledby=a></i></a><a href=2><i aria-labelledby=a hidden></i></a>' +
        '<a href=3><svg aria-labelledby=b><title id=b>two</title></svg></a>' +
        '<a href=4><i aria-labelledby=a>text</i></a>',
    );
    expect(anchors.map(({ accessibleText }) => accessibleText)).toEqual(['one', '', 'two', 'text']);
  });
});

describe('what a page loads and sends', () => {
  it('is listed with its attributes', async () => {
    const { scripts, frames, forms, media, pictures, images, jsonLd } = await read(
      '<iframe src=f title=t loading=lazy sandbox></iframe><form action=/a method=POST></form>' +
        '<form></form><button formaction=/b></button><button></button><input formaction=/c>' +
        '<picture><source srcset="p.webp 2x" type=image/webp><img src=p.png></picture>' +
        '<picture></picture><video src=v poster=w></video><object data=o></object>',
      '<script src=s async type=module integrity=i crossorigin></script><script defer nomodule></script>' +
        '<script type="Application/LD+JSON; charset=utf-8">{"a":\r\n1}</script><script>x</script>',
    );
    expect(scripts).toMatchObject([
      {
        src: 's',
        async: true,
        defer: false,
        type: 'module',
        integrity: 'i',
        crossorigin: '',
        inHead: true,
      },
      { src: null, async: false, defer: true, nomodule: true },
      { type: 'Application/LD+JSON; charset=utf-8' },
      { src: null, type: null },
    ]);
    expect(jsonLd).toMatchObject([{ text: '{"a":\n1}', truncated: false }]);
    expect(frames).toMatchObject([{ src: 'f', title: 't', loading: 'lazy', sandbox: '' }]);
    expect(forms.map(({ element, action, method }) => [element, action, method])).toEqual([
      ['form', '/a', 'POST'],
      ['form', null, null],
      ['button', '/b', null],
      ['input', '/c', null],
    ]);
    expect(media).toMatchObject([
      { element: 'source', srcset: 'p.webp 2x', type: 'image/webp', inPicture: true },
      { element: 'video', src: 'v', poster: 'w', inPicture: false },
      { element: 'object', src: 'o' },
    ]);
    expect(pictures.map(({ hasImage }) => hasImage)).toEqual([true, false]);
    expect(images[0]?.inPicture).toBe(true);
  });

  it('cuts JSON-LD to its limits, and notes it', async () => {
    const block = `<script type=application/ld+json>${'x'.repeat(200_001)}</script>`;
    const { jsonLd, notes } = await read(
      block + '<script type=application/ld+json>1</script>'.repeat(100),
    );
    expect(jsonLd).toHaveLength(100);
    expect(jsonLd[0]).toMatchObject({ truncated: true });
    expect(jsonLd[0]?.text).toHaveLength(200_000);
    expect(notes).toEqual(['only the first 100 blocks of JSON-LD are read']);
  });
});

it.each([
  ['data-src=a', true],
  ['data-srcset=a', true],
  ['data-lazy-src=a', true],
  ['data-lazy-srcset=a', true],
  ['class="b lazyload"', true],
  ['class="lazyload-wrapper"', false],
  ['data-source=a', false],
  ['loading=lazy', false],
])('knows whether a script loads an image: %s', async (attributes, loadedByScript) => {
  const { images } = await read(`<img src=1x1.gif ${attributes}>`);
  expect(images).toMatchObject([{ loadedByScript }]);
});

describe('items of structured data', () => {
  it('have their own properties', async () => {
    const { items } = await read(
      '<div itemscope itemtype="https://schema.org/Product x"><b itemprop="name a">n</b>' +
        '<div itemprop=offers itemscope itemtype=Offer itemref=z><meta itemprop=price content=1></div>' +
        '<b itemprop=name>again</b></div><b itemprop=outside></b>' +
        '<div vocab="https://schema.org/"><p typeof="Person"><b property=name property=x></b></p></div>',
    );
    expect(items).toMatchObject([
      {
        syntax: 'microdata',
        types: ['https://schema.org/Product', 'x'],
        properties: ['name', 'a', 'offers'],
        parent: null,
        hasItemref: false,
      },
      { types: ['Offer'], properties: ['price'], parent: 0, hasItemref: true },
      { syntax: 'rdfa', types: ['Person'], vocab: 'https://schema.org/', properties: ['name'] },
    ]);
  });

  it.each([
    [
      'Microdata',
      '<i itemscope><b itemscope></b><b itemprop=a itemscope></b></i>',
      [null, null, 0],
    ],
    ['RDFa', '<i typeof=A><b typeof=B></b><b property=a typeof=C></b></i>', [null, null, 0]],
    ['RDFa with rel', '<i typeof=A><b rel=a typeof=B></b></i>', [null, 0]],
  ])('are values of others only as a property: %s', async (_syntax, html, parents) => {
    expect((await read(html)).items.map(({ parent }) => parent)).toEqual(parents);
  });
});

describe('values of Microdata properties', () => {
  const valuesOf = async (html: string) => {
    const { items } = await read(`<div itemscope>${html}</div>`);
    return items[0]?.values;
  };

  it.each([
    ['<meta itemprop=price content=12.50>', '12.50'],
    ['<span itemprop=price content="12.50">12,50 €</span>', '12.50'],
    ['<span itemprop=price> 12,50 <b>€</b></span>', '12,50 €'],
    ['<data itemprop=price value=12.50>12,50 €</data>', '12.50'],
    ['<meter itemprop=ratingValue value=4>four</meter>', '4'],
    [
      '<link itemprop=availability href="https://schema.org/InStock">',
      'https://schema.org/InStock',
    ],
    ['<a itemprop=url href="/a">A</a>', '/a'],
    ['<img itemprop=image src=a.png alt=A>', 'a.png'],
    ['<object itemprop=contentUrl data=a.mp4></object>', 'a.mp4'],
    ['<time itemprop=datePublished datetime=2026-05-31>31 May</time>', '2026-05-31'],
    ['<time itemprop=datePublished>2026-05-31</time>', '2026-05-31'],
    ['<meta itemprop=price>', ''],
    ['<p itemprop=price></p>', ''],
  ])('%s is %j', async (html, text) => {
    expect(await valuesOf(html)).toEqual([{ name: expect.any(String), text }]);
  });

  it('are kept with each name of the element, in page order', async () => {
    const html = '<b itemprop="price lowPrice">1</b><meta itemprop=priceCurrency content=EUR>';
    expect(await valuesOf(html)).toEqual([
      { name: 'price', text: '1' },
      { name: 'lowPrice', text: '1' },
      { name: 'priceCurrency', text: 'EUR' },
    ]);
  });

  it.each([
    ['other properties', '<p itemprop=description>Rye</p>'],
    ['items', '<div itemprop=price itemscope>1</div>'],
    ['the text of a URL', '<p itemprop=url>Rye</p>'],
    ['properties of inner items', '<div itemscope><b itemprop=price>1</b></div>'],
  ])('leave out %s', async (_what, html) => {
    expect(await valuesOf(html)).toEqual([]);
  });

  it('are at most 100', async () => {
    expect(await valuesOf('<b itemprop=price>1</b>'.repeat(150))).toHaveLength(100);
  });
});

describe('languages of elements', () => {
  it.each([
    ['<p lang=xx>a</p>', true],
    ['<p lang=xx></p>', false],
    ['<p lang=xx><b lang=en>a</b></p>', false],
    ['<p lang=xx><b lang=en>a</b>b</p>', true],
    ['<p lang=xx><b hidden>a</b></p>', false],
    ['<p lang=xx><b aria-hidden=true>a</b></p>', true],
    ['<p lang=xx><img alt=a></p>', true],
    ['<p lang=xx><img title=a></p>', true],
    ['<p lang=xx><img aria-label=a></p>', true],
    ['<p lang=xx><img alt=a hidden></p>', false],
    ['<p lang=xx><img alt=a aria-hidden=true></p>', false],
    ['<p lang=xx><img alt=a role=none></p>', false],
    ['<p lang=xx><img alt=a lang=en></p>', false],
    ['<img lang=xx alt=a>', true],
    ['<p lang=xx><button aria-label=a></button></p>', true],
    ['<p lang=xx aria-label=a></p>', true],
    ['<p lang=xx aria-label=a hidden></p>', false],
    ['<input lang=xx value=a>', true],
    ['<p lang=xx><input type=hidden value=a></p>', false],
    ['<p lang=xx><img alt=""></p>', false],
    ['<p lang=xx><script>a</script></p>', false],
  ])('%s: %s', async (body, hasText) => {
    expect((await read(body)).langs[0]).toMatchObject({ lang: 'xx', hasText });
  });
});

describe('ids', () => {
  it('are listed once, and duplicates separately', async () => {
    const { ids, duplicateIds } = await read('<p id=a><b id=B></b><svg id=a></svg><i id=""></i>');
    expect([...ids]).toEqual(['a', 'B']);
    expect(duplicateIds).toMatchObject([{ id: 'a', html: '<svg id=a>' }]);
  });
});

describe('a head', () => {
  it('is broken by an element that is not allowed in it, where it continues', async () => {
    const broken = await read(
      '',
      '\n<title>a</title>\n<div></div><meta name=description content=b>',
    );
    expect(broken.headBrokenBy).toMatchObject({ html: '<div>', line: 3, column: 1 });
    const text = await read('', '<title>a</title> \n oops &amp; more<meta name=b>');
    expect(text.headBrokenBy).toMatchObject({ html: 'oops &amp; more', line: 2, column: 2 });
  });

  it('may omit its end tag', async () => {
    const bytes = new TextEncoder().encode('<!doctype html><title>a</title><p>Text');
    expect((await readPage(bytes, 'text/html')).headBrokenBy).toBeNull();
    expect((await read('<p>Text')).headBrokenBy).toBeNull();
  });

  it('and a body are only allowed once', async () => {
    const { strayTags } = await read('<head><body class=x><template><body></template>');
    expect(strayTags.map(({ html }) => html)).toEqual(['<head>', '<body class=x>']);
    expect((await read('<p>')).strayTags).toEqual([]);
  });
});

describe('the text of a page', () => {
  it('has a line for each block', async () => {
    const { text } = await read(
      '<h1> One\n two</h1><p>three<br>four <b>fi</b>ve&nbsp; six</p><svg><title>x</title></svg><script>y</script>' +
        '<p>\n</p><img alt=no>end',
    );
    expect(text).toBe('One two\nthree\nfour five six\nend');
  });

  it('is cut to 100,000 characters, while all words are counted', async () => {
    const { text, words } = await read('word '.repeat(30_000));
    expect(text).toHaveLength(99_999);
    expect(words).toBe(30_000);
  });

  it('of <noscript> has no tags', async () => {
    const { noscriptText } = await read(
      '<noscript>Please <b>enable</b>\n scripts</noscript><noscript>b</noscript>',
    );
    expect(noscriptText).toBe('Please enable scripts b');
  });
});

it('counts the elements of the head, which end where the body begins', async () => {
  const head = '<title>a</title><meta name=b><link rel=c href=d><script>e</script>';
  const inHead = async (html: string) => (await readHtml(html)).headElements;
  expect(await inHead(`<head>${head}</head><body><p>f</p><meta name=g>`)).toBe(4);
  expect(await inHead(`<head>${head}<img src=h>${head}</head>`)).toBe(4);
  expect(await inHead(`<p>f</p>${head}`)).toBe(0);
});

it('counts depth, obsolete elements and styles', async () => {
  const facts = await read('<div style=a><center><font>a</font></center></div><style>b</style>');
  expect(facts).toMatchObject({ depth: 5, inlineStyles: 1, styleElements: 1 });
  expect(facts.obsolete.map(({ element }) => element)).toEqual(['center', 'font']);
});

it('drops a body that a frameset replaces', async () => {
  const { ids, items, inlineStyles, noscriptText } = await readPage(
    new TextEncoder().encode(
      '<p id=a style=b itemscope><noscript>d</noscript></p><frameset id=c><frame></frameset>',
    ),
    'text/html',
  );
  expect([...ids]).toEqual(['c']);
  expect(items).toEqual([]);
  expect(inlineStyles).toBe(0);
  expect(noscriptText).toBe('');
});

describe('articles, times and footers', () => {
  it('belong to the innermost article', async () => {
    const { articles, times, footers } = await read(
      `<time>0</time><article id=outer><h1>Rye</h1><time class="entry-date  published" datetime="2026-05-01" itemprop="datePublished x">1 <b hidden>May</b></time>
       <footer>by Ann<article id=inner><time>2</time><h1 hidden>no</h1></article></footer></article><footer hidden>3</footer>`,
    );
    expect(articles.map(({ html, hasMainHeading }) => [html, hasMainHeading])).toEqual([
      ['<article id=outer>', true],
      ['<article id=inner>', false],
    ]);
    expect(times.map(({ text, article }) => [text, article])).toEqual([
      ['0', null],
      ['1', 0],
      ['2', 1],
    ]);
    expect(times[1]).toMatchObject({
      datetime: '2026-05-01',
      classes: ['entry-date', 'published'],
      itemprop: ['datePublished', 'x'],
      hidden: 'no',
    });
    expect(footers).toMatchObject([
      { text: 'by Ann 2', article: 0, hidden: 'no' },
      { text: '3', article: null, hidden: 'all' },
    ]);
  });

  it('keeps the end of a footer with a map of the site', async () => {
    const { footers } = await read(
      `<footer>${'<a href=x>Rye bread</a> '.repeat(500)}© 2026</footer>`,
    );
    expect(footers[0]?.text).toMatch(/© 2026$/);
    const long = await read(`<footer>${'bread '.repeat(2_000)}</footer>`);
    expect(long.footers[0]?.text).toHaveLength(10_000);
  });
});
