import { describe, expect, it } from 'vitest';
import type { PageFacts } from './page-facts.ts';
import { readPage } from './read-page.ts';

const read = (html: string): Promise<PageFacts> =>
  readPage(new TextEncoder().encode(html), 'text/html; charset=utf-8');

const unnamed = {
  role: null,
  ariaLabel: null,
  ariaLabelledby: null,
  title: null,
  tabindex: null,
  presentational: false,
  hidden: 'no',
} as const;

describe('a typical page', () => {
  it('has all its facts', async () => {
    const facts = await read(
      '<!DOCTYPE html>\n<html lang="en">\n<head><title>Hello,\n world</title>\n' +
        '<meta name="description" content="A &amp; B"><link rel="Canonical next" href="/a">\n' +
        '<base href="/b/"></head>\n<body><h1>One <img src=i.png alt="two"></h1>\n' +
        '  <p>Three <a href="x" rel="nofollow">four</a> five</body></html>',
    );
    expect(facts).toEqual({
      charset: {
        name: 'utf-8',
        from: 'header',
        headerLabel: 'utf-8',
        headerEncoding: 'utf-8',
        metaLabel: null,
        metaEncoding: null,
        undecodable: 0,
        replaced: false,
      },
      bytes: 286,
      isBuilt: false,
      doctype: '<!DOCTYPE html>',
      mode: 'no-quirks',
      html: { line: 2, column: 1, html: '<html lang="en">', lang: 'en', dir: null, xmlLang: null },
      baseHref: '/b/',
      titles: [{ line: 3, column: 7, html: '<title>', text: 'Hello, world', inHead: true }],
      metas: [
        {
          line: 5,
          column: 1,
          html: '<meta name="description" content="A &amp; B">',
          name: 'description',
          property: null,
          httpEquiv: null,
          charset: null,
          content: 'A & B',
          inHead: true,
        },
      ],
      links: [
        {
          line: 5,
          column: 46,
          html: '<link rel="Canonical next" href="/a">',
          rel: ['canonical', 'next'],
          href: '/a',
          hreflang: null,
          media: null,
          type: null,
          as: null,
          integrity: null,
          crossorigin: null,
          disabled: false,
          inHead: true,
        },
      ],
      headings: [
        {
          line: 7,
          column: 7,
          html: '<h1>',
          ...unnamed,
          level: 1,
          text: 'One two',
          accessibleText: 'One two',
        },
      ],
      images: [
        {
          line: 7,
          column: 15,
          html: '<img src=i.png alt="two">',
          ...unnamed,
          src: 'i.png',
          srcset: null,
          sizes: null,
          alt: 'two',
          ariaHidden: null,
          width: null,
          height: null,
          style: null,
          loading: null,
          fetchpriority: null,
          loadedByScript: false,
          inPicture: false,
          link: null,
        },
      ],
      anchors: [
        {
          line: 8,
          column: 12,
          html: '<a href="x" rel="nofollow">',
          ...unnamed,
          href: 'x',
          rel: ['nofollow'],
          target: null,
          id: null,
          name: null,
          download: false,
          scripted: false,
          lang: null,
          visibleLabel: null,
          text: 'four',
          accessibleText: 'four',
        },
      ],
      roles: [],
      svgLinks: [],
      widgets: [],
      aria: [],
      turnsText: false,
      hasDialog: false,
      groups: [],
      clickables: [],
      concealed: [],
      abbreviations: [],
      pluginParams: [],
      largeTexts: [],
      spacedTexts: [],
      listLinks: [],
      moving: [],
      hiddenFocus: [],
      flattened: 0,
      controls: [],
      fieldLabels: [],
      keyboard: [],
      frames: [],
      secrets: [],
      scripts: [],
      jsonLd: [],
      forms: [],
      media: [],
      pictures: [],
      inlineSvgs: [],
      garbled: [],
      items: [],
      articles: [],
      times: [],
      footers: [],
      langs: [],
      landmarks: [],
      targets: [],
      lists: [],
      strayItems: [],
      tables: [],
      wordsBeforeLink: 2,
      wordsInCustomElements: 0,
      streamed: null,
      obsolete: [],
      ids: new Set(),
      idsCut: false,
      duplicateIds: [],
      labels: new Map(),
      inlineStyles: 0,
      styleElements: 0,
      styleMarks: [],
      headBrokenBy: null,
      strayTags: [],
      noscriptText: '',
      text: 'One\nThree four five',
      textSeams: [],
      words: 4,
      hiddenWords: 0,
      elements: 11,
      headElements: 4,
      depth: 4,
      notes: [],
    });
  });

  it('is found at the same position with any line ends', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const { titles } = await read(`<html>${end}${end}<head>${end} <title>x</title>`);
      expect(titles[0]).toMatchObject({ line: 4, column: 2 });
    }
  });
});

describe('what the standard moves', () => {
  it.each(['div', 'img', 'p', 'svg', 'custom-element'])(
    'after <%s> in the head, the rest is in the body',
    async (name) => {
      const { titles, metas, links } = await read(
        `<head><meta name=a><${name}><meta name=b><link rel=canonical href=/><title>t</title></head>`,
      );
      expect(metas.map(({ inHead }) => inHead)).toEqual([true, false]);
      expect([...links, ...titles].every(({ inHead }) => !inHead)).toBe(true);
    },
  );

  it('between head and body, what belongs to the head goes there', async () => {
    const { metas } = await read('<head></head><meta name=a><body><meta name=b>');
    expect(metas.map(({ inHead }) => inHead)).toEqual([true, false]);
  });

  it('a title in SVG, in a template, in a comment and in a script does not count', async () => {
    const { titles } = await read(
      '<svg><title>a</title></svg><template><title>b</title></template><!--<title>c</title>-->' +
        '<script>"<title>d</title>"</script><p><title>e</title>',
    );
    expect(titles.map(({ text }) => text)).toEqual(['e']);
  });

  it.each(['<select><table>', '<table>', '<tr><table>', ''])(
    'a table outside of a template is out of reach in it: <thead>%s',
    async (inside) => {
      // The scope that a table is looked for in ends at a template, also where parse5 looks on.
      const { titles, elements, headings } = await read(
        `<table><h1>x</h1><tr><td>y<template><thead>${inside}<title></template><h1>z</h1>`,
      );
      expect([titles, elements, headings.map(({ text }) => text)]).toEqual([[], 5, ['x']]);
    },
  );

  it('attributes of a second <html> tag join the first, the first of each counting', async () => {
    const { html } = await read('<html><p><html lang=de xml:lang=x><html lang=fr>');
    expect(html).toMatchObject({ html: '<html>', lang: 'de', xmlLang: 'x' });
  });

  it('a page without an <html> tag has none', async () => {
    expect((await read('<title>x</title>')).html).toBeNull();
  });

  it('a <noscript> is ignored when read as with scripts', async () => {
    const html = '<head><noscript><img src=x></noscript><meta name=a><body><noscript><a>b';
    const { metas, images, anchors } = await read(html);
    expect([metas[0]?.inHead, images.length, anchors.length]).toEqual([true, 0, 0]);
    const body = new TextEncoder().encode(html);
    const unscripted = await readPage(body, 'text/html;charset=utf-8', { scripting: false });
    expect(unscripted.metas[0]?.inHead).toBe(false);
    expect(unscripted.images.length).toBe(1);
  });

  it('a CDATA section is text in foreign content, also where that takes HTML', async () => {
    // The standard asks for the namespace alone; parse5 asks for the integration point too.
    const { words } = await read('<svg><foreignObject><![CDATA[a b]]></foreignObject></svg>');
    expect(words).toBe(2);
  });
});

describe('words', () => {
  it.each([
    ['<p>one<p>two', 2],
    ['o<b>n</b>e', 1],
    ['one<br>two<td>three', 2],
    ['don&rsquo;t caf&eacute; x&nbsp;y 1,000', 7],
    ['<script>a</script><style>b</style><template>c</template><title>d</title>e', 1],
    ['<textarea>a</textarea><iframe>b</iframe><svg><title>c</title><text>d</text></svg>', 1],
    ['<option>a<option>b<video>c</video>', 2],
    ['<select><option>a<option>b</select>c', 1],
    ['<p hidden>a<p style="display:none">b<p style="visibility:hidden">c', 0],
    ['<dialog>a</dialog><dialog open>b</dialog><p popover>c', 1],
    ['<p hidden=until-found>a<details>b</details><p aria-hidden=true>c<p inert>d', 4],
    ['<div hidden><p>a<p>b</p></div>c<b hidden>d</b>e', 1],
    ['山の写真 😀 𠮷野家', 2],
  ])('of %j are %d', async (html, words) => {
    expect((await read(html)).words).toBe(words);
  });

  it('that are hidden from all are counted separately', async () => {
    const html =
      '<div hidden>a b<p>c</div><select><option>d</select><b hidden>e</b><p aria-hidden=true>f';
    expect(await read(html)).toMatchObject({ words: 1, hiddenWords: 4, text: 'f' });
  });
});

it('a long text is split into pieces without splitting a word', async () => {
  for (let length = 16_340; length < 16_400; length++) {
    const { words } = await read(`${'x'.repeat(length)}&eacute;${'𐐀'.repeat(10)}&#xe9;x`);
    expect(words, `${length}`).toBe(1);
  }
});

describe('limits', () => {
  it('cut texts to 2,000 characters, values to 2,050 and sources to 300, never a pair in two', async () => {
    const long = 'x'.repeat(1_999);
    const value = 'x'.repeat(2_049);
    const { titles, anchors } = await read(
      `<title>${long}😀</title><a href="${value}😀" class="${'y'.repeat(280)}">${long}y${long}</a>`,
    );
    expect(titles[0]?.text).toBe(long);
    expect(anchors[0]?.href).toBe(value);
    expect(anchors[0]?.text).toBe(`${long}y`);
    expect(anchors[0]?.html).toHaveLength(300);
  });

  it('keep 256 attributes of a tag, and note it', async () => {
    const many = Array.from({ length: 255 }, (_, index) => `a${index}`).join(' ');
    const all = await read(`<a ${many} href=x>`);
    expect([all.anchors[0]?.href, all.notes]).toEqual(['x', []]);
    const cut = await read(`<a ${many} b href=x>`);
    expect(cut.anchors[0]?.href).toBeNull();
    expect(cut.notes).toEqual(['only the first 256 attributes of a tag count']);
  });

  it('list 10,000 of a kind, and note it', async () => {
    const facts = await read('<a href=x>y</a>'.repeat(10_001));
    expect(facts.anchors).toHaveLength(10_000);
    expect(facts.elements).toBe(10_001);
    expect(facts.notes).toEqual(['only the first 10000 of a kind of element are listed']);
  });

  it('read nesting beyond 512 as flat, and note it', async () => {
    const flat = await read(`${'<div>'.repeat(600)}<h1>x</h1>`);
    expect(flat.headings[0]?.text).toBe('x');
    expect(flat.elements).toBe(601);
    expect(flat.notes).toEqual(['nesting deeper than 512 elements was read as flat']);
    expect((await read('<div>'.repeat(500))).notes).toEqual([]);
  });
});
