import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type ReadPageOptions, readPage } from './read-page.ts';

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** Beyond the bytes that are searched before a page is read. */
const padding = `<!--${'x'.repeat(2_000)}-->`;

const readLate = (
  head: string,
  contentType: string | null = null,
  body = '',
  options: ReadPageOptions = {},
) =>
  readPage(latin1(`<head>${padding}${head}<title>\xe4</title><body>${body}`), contentType, options);

describe('a declaration of the encoding beyond the first bytes', () => {
  it.each([
    ['KOI8-R', 'KOI8-R', 'koi8-r'],
    ['cp1251', 'cp1251', 'windows-1251'],
    ['x-user-defined', 'x-user-defined', 'windows-1252'],
  ])('is kept as it is written: %s', async (written, metaLabel, name) => {
    const { charset } = await readLate(`<meta charset=${written}>`);
    expect(charset).toMatchObject({ name, from: 'late-meta', headerLabel: null, metaLabel });
  });

  it.each([
    ['Content-TYPE content="text/html; charset=koi8-r"', 'koi8-r'],
    ['content-type content="text/html;charset = koi8-r;x=y"', 'koi8-r'],
    ['content-type content=\'a charset b; charset="koi8-r" x\'', 'koi8-r'],
    ['content-type content="charset=\'koi8-r\'"', 'koi8-r'],
    ['content-type content="charset=koi8-r x"', 'koi8-r'],
    ['content-type content="text/html; charset="', null],
    ["content-type content='charset=\"koi8-r'", null],
    ['content-type content="text/html"', null],
    ['content-type', null],
    ['refresh content="text/html; charset=koi8-r"', null],
  ])('may be in <meta http-equiv=%s>', async (httpEquiv, metaLabel) => {
    const { charset } = await readLate(`<meta http-equiv=${httpEquiv}>`);
    const from = metaLabel === null ? 'default' : 'late-meta';
    expect(charset).toMatchObject({ from, metaLabel });
  });

  it('is the first in the head that names an encoding', async () => {
    const { charset } = await readLate('<meta charset=bogus><meta charset=big5><meta charset=gbk>');
    expect(charset).toMatchObject({ name: 'big5', metaLabel: 'big5' });
  });

  it('may be in the content of a meta whose charset is unknown', async () => {
    const { charset } = await readLate(
      '<meta charset=bogus http-equiv=content-type content="text/html; charset=big5">',
    );
    expect(charset).toMatchObject({ name: 'big5', from: 'late-meta', metaLabel: 'big5' });
  });

  it('counts although the bytes look like UTF-8', async () => {
    const page = latin1(`<head>${padding}<meta charset=koi8-r><title>\xc3\xa4</title>`);
    const { charset, titles } = await readPage(page, null);
    expect(charset).toMatchObject({ name: 'koi8-r', from: 'late-meta' });
    expect(titles[0]?.text).toBe('ц╓');
  });

  it('keeps the label of the header and the number of bytes', async () => {
    const facts = await readLate('<meta charset=shift_jis>', 'text/html; charset=utf-7', '\x8eR');
    expect(facts.charset).toMatchObject({ from: 'late-meta', headerLabel: 'utf-7' });
    expect(facts.bytes).toBe(
      `<head>${padding}<meta charset=shift_jis><title>x</title><body>xx`.length,
    );
  });

  it.each([true, false])('reads the whole page once more, scripts: %s', async (scripting) => {
    const body = `<noscript><a href=x>a</a></noscript>${padding.repeat(4)}<h1>last</h1>`;
    const facts = await readLate('<meta charset=koi8-r>', null, body, { scripting });
    expect(facts.charset.from).toBe('late-meta');
    expect(facts.anchors).toHaveLength(scripting ? 0 : 1);
    expect(facts.headings).toHaveLength(1);
  });

  it('ends the first reading', async () => {
    const html = `<head>${padding}<meta charset=koi8-r><body>${'<p>x'.repeat(100_000)}`;
    let rounds = 0;
    let reading = true;
    const reader = readPage(latin1(html), null, { sliceMs: 0 }).finally(() => {
      reading = false;
    });
    for (; reading; rounds++) await setImmediate();
    expect((await reader).charset.from).toBe('late-meta');
    // A slice is about 2,000 characters; two readings would take twice as many.
    expect(rounds).toBeLessThan((1.4 * html.length) / 2_048);
  });

  it.each([
    ['a header', padding, 'text/html; charset=latin1', 'header'],
    ['a byte order mark', `\xef\xbb\xbf${padding}`, null, 'bom'],
    ['an earlier one', `<meta charset=latin1>${padding}`, null, 'meta'],
  ])('does not count beside %s, nor end the reading', async (_what, start, contentType, from) => {
    const page = `${start}<meta charset=koi8-r><body>${padding.repeat(4)}<h1>last</h1>`;
    const facts = await readPage(latin1(page), contentType);
    expect(facts.charset.from).toBe(from);
    expect(facts.headings).toHaveLength(1);
  });
});

describe('the label that a page declares', () => {
  it('is the one found first, where nothing counts', async () => {
    const { charset } = await readLate('', null, '<p><meta charset=gbk><meta charset=big5>');
    expect(charset).toMatchObject({ from: 'default', metaLabel: 'gbk' });
  });

  it('is the one that decided, also where the page as read has another', async () => {
    const page = latin1('<title><meta charset=koi8-r></title><meta charset=big5>');
    const { charset } = await readPage(page, null);
    expect(charset).toMatchObject({ name: 'koi8-r', from: 'meta', metaLabel: 'koi8-r' });
  });
});
