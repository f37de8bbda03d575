import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { referencedLabels } from './facts/accessibility.ts';
import { countCalls, countWork } from './fixtures/count-work.ts';
import { hostilePages } from './fixtures/hostile-pages.ts';
import { textFacts } from './fixtures/text-facts.ts';
import { readPage, readText } from './read-page.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (html: string) => readPage(encode(html), 'text/html; charset=utf-8');
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** The most calls of string methods in a step of 2,048 characters. */
function callsOfLongestStep(text: string): number {
  const { readNext } = readText(text, true);
  let longest = 0;
  for (let done = false; !done; ) {
    const calls = countCalls(() => {
      done = readNext(2_048);
    });
    longest = Math.max(longest, calls);
  }
  return longest;
}

describe.each(hostilePages)('%s %s', (_id, _name, page) => {
  it('is read to its title', async () => {
    const html = `<title>before</title>${page(50_000)}`;
    const facts = await read(html);
    expect(facts.titles[0]?.text).toBe('before');
    expect(facts.bytes).toBe(encode(html).length);
    expect(JSON.stringify(facts).length).toBeLessThan(10_000_000);
  });

  it('takes work linear in the size of the page', () => {
    const text = [page(25_000), page(50_000)] as const;
    const [once, twice] = text.map((html) => countWork(() => textFacts(html))) as [number, number];
    expect(twice / once).toBeLessThan((2.3 * text[1].length) / text[0].length / 2 + 0.2);
    // No character is read more than some dozen times.
    expect(twice / text[1].length).toBeLessThan(40);
  });

  it('is read in small steps, however large it is', () => {
    // Fewer calls than the page has characters.
    expect(callsOfLongestStep(page(130_000))).toBeLessThan(115_000);
  });
});

it('H15 a text of a megabyte is scanned a few times, not once for each piece', () => {
  const text = 'x'.repeat(1_000_000);
  expect(countWork(() => textFacts(text))).toBeLessThan(8 * text.length);
});

it('H15 a large page has the facts that it would have as a part of a small one', async () => {
  const html = `<!doctype html><html lang=en id="an id that is long"><title>a title that is long</title>
    ${'<p>some text <a href="https://example.com/a-link">a link that is long</a>\n'.repeat(20_000)}`;
  expect(html.length).toBeGreaterThan(1_000_000);
  expect(await read(html)).toMatchObject(textFacts(html));
});

describe('what is in very many elements at once', () => {
  it('is kept a few times, however deep it is nested', () => {
    const nested = `${'<div role=link>'.repeat(40)}${'word '.repeat(400)}${'</div>'.repeat(40)}`;
    const { roles, notes } = textFacts(nested.repeat(250));
    // Sixteen times 40: their texts have a million characters.
    expect(roles).toHaveLength(640);
    const texts = roles.map(({ accessibleText }) => accessibleText.length);
    expect(texts.slice(0, 40)).toEqual(
      Array.from(texts.slice(0, 40), (_, i) => (i < 32 ? 1_999 : 0)),
    );
    expect(texts.reduce((sum, length) => sum + length)).toBeLessThan(1_100_000);
    expect(notes).toContain('only the outermost of deeply nested texts are read');
  });

  it('is collected again once there is room', () => {
    const { headings, notes } = textFacts(
      `${'<div role=link>'.repeat(100)}x${'</div>'.repeat(100)}<h1>y</h1>`,
    );
    expect(headings[0]?.text).toBe('y');
    expect(notes).toHaveLength(1);
  });

  it('is named by two thousand elements', () => {
    const ids = Array.from({ length: 3_000 }, (_, index) => `i${index}`);
    const links = ids.map((id) => `<a aria-labelledby=${id} href=x></a>`);
    const elements = ids.map((id) => `<b id=${id}>x</b>`);
    // Of a thousand references, however many ids they have.
    const many = Array.from(
      { length: 30 },
      (_, index) =>
        `<a aria-labelledby="${ids.slice(100 * index, 100 * (index + 1)).join(' ')}"></a>`,
    ).join('');
    expect(textFacts(`${links.join('')}${elements.join('')}`).labels.size).toBe(1_000);
    expect(textFacts(`${many}${elements.join('')}`).labels.size).toBeLessThanOrEqual(2_000);
  });
});

describe('references to labels', () => {
  const longest = 'aria-labelledby'.length;

  it('are found in steps, also those that a step would cut', () => {
    const text = Array.from({ length: 100 }, (_, at) => `<a aria-labelledby=i${at}>`).join('');
    for (let characters = 1; characters <= longest + 5; characters++) {
      const labels = referencedLabels(text);
      let steps = 1;
      while (!labels.findNext(characters)) steps++;
      expect(steps).toBe(Math.ceil(text.length / characters));
      expect(labels.ids.size).toBe(100);
    }
  });

  it('are found before a large page is read, in steps', () => {
    const text = 'en-'.repeat(1_000_000);
    const { readNext } = readText(text, true);
    const work = countWork(() => readNext(2_048));
    expect(work).toBeLessThan(200_000);
  });
});

describe('of very many', () => {
  const many = (part: string, count: number) =>
    Array.from({ length: count }, (_, index) => part.replaceAll('#', String(index))).join('');

  it('ids ten thousand are kept, and of an item a hundred properties', () => {
    expect(textFacts(many('<p id=i#>', 10_100)).ids.size).toBe(10_000);
    const { items } = textFacts(`<div itemscope>${many('<p itemprop=i#>', 200)}`);
    expect(items[0]?.properties).toHaveLength(100);
  });

  it('that are named by the same elements each element is read once', () => {
    const ids = many('i# ', 20);
    const blank = many(`<b id=i# aria-label="${' '.repeat(1_990)}"></b>`, 20);
    const html = `${blank}${many(`<a href=x><i aria-labelledby="${ids}"></i></a>`, 500)}`;
    expect(countWork(() => textFacts(html))).toBeLessThan(5_000_000);
  });
});

describe('the event loop', () => {
  it.each([
    ['H01', '<p>', '<div>'],
    ['H02', '<p>', '<b>'],
    ['H12', '<p>', '<h1><div>x'],
    ['H13', '<p ', 'a=b '],
    ['H14', '<p>', '<'],
    ['H14', '<!-- ', '-- '],
    ['H14', '<script>', '</scrip'],
    ['H15', '<a>', 'x</a><a>'],
  ])('%s has its slices while %s is read with %s over and over', async (_id, start, part) => {
    const html = `${start}${part.repeat(400_000 / part.length)}`;
    let rounds = 0;
    let reading = true;
    // No time at all: a slice ends wherever it may.
    const reader = readPage(encode(html), 'text/html; charset=utf-8', { sliceMs: 0 });
    const facts = reader.finally(() => {
      reading = false;
    });
    for (; reading; rounds++) await setImmediate();
    await facts;
    // About 2,000 characters a slice, and other work runs after each.
    expect(rounds).toBeGreaterThan(html.length / 4_000);
  });

  it('H14 is not stopped by a script that looks like the end of the stack', async () => {
    const facts = await read(`<script>${'<!-->'.repeat(400_000)}</script><h1>x</h1>`);
    expect(facts.headings).toHaveLength(1);
  });
});

describe('H21 invalid characters', () => {
  it.each(['\0', '&#0;', '&#xd800;', '&#xdfff;', '&#x110000;', '\uFFFE', '&#xFFFE;', '&#xffff;'])(
    'is U+FFFD: %j',
    async (character) => {
      const html = `<title>a${character}b</title><a href="a${character}b">a${character}b</a>`;
      const { titles, anchors } = await read(html);
      expect([titles[0]?.text, anchors[0]?.text]).toEqual(['a\uFFFDb', 'a\uFFFDb']);
      expect(anchors[0]?.href).toBe('a\uFFFDb');
      expect(JSON.stringify(anchors).isWellFormed()).toBe(true);
    },
  );

  it('is U+FFFD where a surrogate stands alone in UTF-16', async () => {
    const body = latin1('\xff\xfe<\0h\x001\0>\0\x3d\xd8x\0');
    expect((await readPage(body, 'text/html')).headings[0]?.text).toBe('\uFFFDx');
  });
});

describe('H22 names of built-in object properties', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', async (name) => {
    const { metas, elements, anchors } = await read(
      `<meta name=${name} content=${name}><x${name}><a href=x ${name}=y>&${name};</a></x${name}>`,
    );
    expect(metas[0]).toMatchObject({ name, content: name });
    expect([elements, anchors[0]?.text]).toEqual([3, `&${name};`]);
  });
});

describe('H23 encodings', () => {
  it.each([
    ['utf-16le with a mark', '\xff\xfe<\0h\x001\0>\x00q\x5c', 'text/html', '\u5c71'],
    ['utf-16be with a mark', '\xfe\xff\0<\0h\x001\0>\x5cq', 'text/html', '\u5c71'],
    ['utf-16le by the header', '<\0h\x001\0>\x00q\x5c', 'text/html;charset=utf-16le', '\u5c71'],
    ['utf-8 with a mark', '\xef\xbb\xbf<h1>\xe5\xb1\xb1', 'text/html;charset=big5', '\u5c71'],
    ['gb18030', '<meta charset=gb18030><h1>\xc9\xbd', null, '\u5c71'],
    ['gb2312', '<meta charset=gb2312><h1>\xc9\xbd', null, '\u5c71'],
    ['shift_jis', '<meta charset=sjis><h1>\x8eR', null, '\u5c71'],
    ['euc-kr', '<meta charset=euc-kr><h1>\xbb\xea', null, '\uc0b0'],
    ['koi8-r', '<meta charset=koi8-r><h1>\xe7\xcf', null, '\u0413\u043e'],
    ['windows-1252', '<meta charset=latin1><h1>\x80\x8a\x9f', null, '\u20ac\u0160\u0178'],
    ['the wrong one', '<meta charset=utf-8><h1>\xe4\xf6', null, '\uFFFD\uFFFD'],
    ['one in quotes', '<h1>\xc3\xa4', 'text/html; charset="utf-8"', '\u00e4'],
    ['an unknown one', '<h1>\xe4', 'text/html; charset=utf-7', '\u00e4'],
    ['one without a name', '<h1>\xe4', 'text/html; charset=', '\u00e4'],
    ['one that replaces all', '<h1>x', 'text/html; charset=iso-2022-kr', undefined],
  ])('%s', async (_name, bytes, contentType, text) => {
    const facts = await readPage(latin1(bytes), contentType);
    expect(facts.headings[0]?.text).toBe(text);
  });
});

it('H24 the first <base> with an href counts, regardless of its value', async () => {
  const { baseHref } = await read(
    `${'<base>'.repeat(1_000)}<base href="javascript:x"><base href=/>`,
  );
  expect(baseHref).toBe('javascript:x');
});

describe('H27 input that is not a page', () => {
  it.each([
    ['nothing', ''],
    ['a byte order mark', '\xef\xbb\xbf'],
    ['half a character', '\xe5\xb1'],
    ['white space', ' \n\t\r\n'],
    ['a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06'],
    ['every byte', Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('')],
  ])('%s', async (_name, bytes) => {
    const facts = await readPage(latin1(bytes), 'text/html');
    expect(facts).toMatchObject({ bytes: bytes.length, titles: [], html: null, notes: [] });
  });
});
