import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainEntry } from './plain-entry.ts';
import { xmlReader } from './xml-reader.ts';

describe('an entry is plain', () => {
  it.each([
    ['<url><loc>https://a.test/</loc></url>', undefined],
    ['\n\t<url>\n\t\t<loc>\nhttps://a.test/\n</loc>\n\t</url>', undefined],
    ['<url><loc>https://a.test/</loc><lastmod>2026-05-01</lastmod></url>', '2026-05-01'],
    [
      '<url><loc>https://a.test/</loc>\n<changefreq>daily</changefreq><priority>0.8</priority></url>',
      undefined,
    ],
  ])('%j', (xml, lastmod) => {
    const entry = readPlainEntry(`…${xml}<url>`, 1);
    expect(entry?.location.trim()).toBe('https://a.test/');
    expect(entry?.lastmod).toBe(lastmod);
    expect(entry?.end).toBe(1 + xml.length);
    expect(entry?.lines).toBe(xml.split('\n').length - 1);
    const [before = ''] = xml.split('</loc>');
    expect(entry?.linesBefore).toBe(before.split('\n').length - 1);
  });

  it.each([
    '<url><loc>https://a.test/?a&amp;b</loc></url>',
    '<url><loc>https://a.test/ü</loc></url>',
    '<url><loc>https://a.test/]]></loc></url>',
    '<url><loc>https://a.test/</loc>\r\n</url>',
    '<url><loc>https://a.test/</loc></url',
    '<url><loc>https://a.test/</loc><image:image/></url>',
    '<url><loc>https://a.test/</loc><loc>https://a.test/</loc></url>',
    '<url><lastmod>2026</lastmod><loc>https://a.test/</loc></url>',
    '<url id="1"><loc>https://a.test/</loc></url>',
    '<url><loc><![CDATA[https://a.test/]]></loc></url>',
    '<url></url>',
  ])('but not %j', (xml) => {
    expect(readPlainEntry(xml, 0)).toBeNull();
  });
});

/** What a reader reports for a text in chunks of this length. */
function eventsOf(xml: string, length: number, chunkOf = (chunk: string) => chunk) {
  const found: unknown[] = [];
  const reader = xmlReader({
    onKind: (kind) => found.push(kind),
    onEntry: (location, line, lastmod, versions = [], hints = {}) =>
      found.push({ location, line, lastmod, versions, hints }) < 6,
    onFault: (...fault) => found.push(fault),
  });
  for (let at = 0; at < xml.length; at += length) {
    if (!reader.write(chunkOf(xml.slice(at, at + length)))) return found;
  }
  found.push(reader.end());
  return found;
}

/** Compares a text with one whose tags have a space: the same XML without plain entries. */
function expectSameEvents(xml: string, length: number): void {
  const spaced = xml.replaceAll('<url>', '<url >');
  const plainChunkOf = (chunk: string) => chunk.replaceAll('<url >', '<url>');
  expect(eventsOf(spaced, length, plainChunkOf)).toEqual(eventsOf(spaced, length));
}

const plain =
  '\n<url>\n<loc>\nhttps://a.test/</loc><lastmod>2026-05-01</lastmod><priority>1</priority></url>';

it.each([
  ['a comment with entries', `<!--${plain}${plain}-->${plain}`],
  ['a section of CDATA with entries', `<![CDATA[${plain}${plain}]]>${plain}`],
  ['an entry inside another one', `<url>${plain}${plain}</url>${plain}`],
  ['another element', `<x>${plain}${plain}</x>${plain}`],
  ['another namespace', `<x xmlns="http://a.test/">${plain}${plain}</x>${plain}`],
  ['more entries than are wanted', plain.repeat(9)],
  ['the end of the document', `${plain}</urlset>${plain}`],
  ['carriage returns', `${plain}\r${plain}\r\n${plain}${plain}`],
])('%s: as the XML parser reads it', (_what, xml) => {
  for (const root of ['urlset', 'sitemapindex', 'x:urlset xmlns:x="http://a.test/"', 'url']) {
    const whole = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${xml}</${root.split(' ', 1)}>`;
    expectSameEvents(whole, 10_000);
  }
});

it('a sitemap of any pieces is read as the XML parser reads it', () => {
  const pieces = fc.constantFrom(
    ...[
      plain,
      plain,
      plain,
      '\r',
      '\n',
      '\r\n',
      '<url>',
      '</url>',
      '<loc>',
      '</loc>',
      'a',
      '&amp;',
    ],
    ...['<!--', '-->', '<![CDATA[', ']]>', '<x>', '</x>', '<x/>', '<?x', '?>', '>', '<', '&'],
    ...[
      '<url xmlns="">',
      '<s:url>',
      '<url a="b">',
      'ü',
      '\u{1f600}',
      '\0',
      '<lastmod>',
      '</urlset>',
    ],
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 12 }),
      fc.integer({ min: 2, max: 200 }),
      (parts, length) => {
        const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${parts.join('')}</urlset>`;
        expectSameEvents(xml, length);
      },
    ),
    { numRuns: 500 },
  );
});
