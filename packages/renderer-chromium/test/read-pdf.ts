import { inflateSync } from 'node:zlib';

/** What a PDF of the browser contains. */
interface PdfContent {
  readonly sheets: number;
  /** The text of all sheets, without spaces: a PDF has positions instead. */
  readonly text: string;
  /** The headings in its outline. */
  readonly outline: readonly string[];
  /** Its properties and its structure, where nothing is compressed. */
  readonly source: string;
}

/** Reads a PDF that Chromium has written. */
export function readPdf(pdf: Uint8Array): PdfContent {
  const source = Buffer.from(pdf).toString('latin1');
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  );
  const contents = [...objects.values()]
    .filter((body) => !/\/Type \/XObject|\/FontFile|\/Length1/.test(body))
    .map(streamOf)
    .filter((content) => /^BT$/m.test(content));
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  const fontOf = (id: string) => {
    const [, unicode = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
    const font = fonts.get(id) ?? lettersOf(streamOf(objects.get(unicode) ?? ''));
    fonts.set(id, font);
    return font;
  };
  const [, count] = /\/Type \/Pages\s[^>]*?\/Count (\d+)/.exec(source) ?? [];
  return {
    sheets: Number(count),
    text: contents.map((content) => textOf(content, fontOf)).join(''),
    outline: [...source.matchAll(/^<<\/Title \(((?:\\.|[^\\)])*)\)/gm)].map(
      ([, text = '']) => text,
    ),
    source,
  };
}

function streamOf(body: string): string {
  const [, data] = /stream\r?\n(.*)\r?\nendstream/s.exec(body) ?? [];
  if (data === undefined) return '';
  try {
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
  } catch {
    return data;
  }
}

/** The letters of a font, by the number of the glyph. */
function lettersOf(cmap: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, list = ''] of cmap.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, glyph = '', code = ''] of list.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(glyph.toUpperCase(), utf16(code));
  }
  for (const [, list = ''] of cmap.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = '', to = '', code = ''] of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const first = Number.parseInt(from, 16);
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph += 1) {
        const shifted = Number.parseInt(code, 16) + glyph - first;
        letters.set(hex(glyph), String.fromCharCode(shifted));
      }
    }
  }
  return letters;
}

function textOf(content: string, fontOf: (id: string) => ReadonlyMap<string, string>): string {
  let font: ReadonlyMap<string, string> = new Map();
  let text = '';
  for (const [, id, glyphs = ''] of content.matchAll(/\/F(\d+) \S+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (id !== undefined) font = fontOf(id);
    for (const glyph of glyphs.toUpperCase().match(/.{4}/g) ?? []) text += font.get(glyph) ?? '';
  }
  // Fonts have one glyph for letters such as fi.
  return text
    .replaceAll(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .replaceAll(/\s+/g, '');
}

const hex = (glyph: number) => glyph.toString(16).toUpperCase().padStart(4, '0');

const utf16 = (code: string) =>
  (code.match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('');
