import { TextDecoder } from '@exodus/bytes/encoding.js';
import { describe, expect, it } from 'vitest';
import { textFacts } from '../fixtures/text-facts.ts';
import { garbledSpansIn } from './garbled-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
/** A text whose UTF-8 was read in another encoding. */
const misread = (text: string, encoding = 'windows-1252') =>
  new TextDecoder(encoding).decode(utf8(text));

const texts = [
  'Die Straße nach Müllheim, für Ältere',
  'voilà un café',
  'São Paulo, à noite não',
  'Émile et Óscar',
  'większość żółtych łódek',
  'příliš žluťoučký kůň',
  'Türkçe ışık',
  'Blåbærsyltetøy og Ålborg',
  'Привет, мир',
  'Καλημέρα κόσμε',
  'שלום לעולם',
  'مرحبا بالعالم',
  'नमस्ते दुनिया',
  'สวัสดีชาวโลก',
  'こんにちは世界、テキスト',
  '你好，世界。欢迎光临',
  '안녕하세요 세계',
  'it’s “here” – now … €',
  'Rye™ • ✓ ★ → 😀',
  'all.\u00a0And more',
  '© 2026 · § 5 · 20 °C · £9',
  '¿Qué?',
];

describe('finds UTF-8 that was read in another encoding', () => {
  it.each(texts)('%s', (text) => {
    expect(garbledSpansIn(text)).toEqual([]);
    expect(garbledSpansIn(misread(text))[0]?.kind).toBe('double-encoded');
    expect(garbledSpansIn(misread(misread(text))).length).toBeGreaterThan(0);
  });

  it.each([
    ['it’s – “so”', 'windows-1251'],
    ['Привет, мир', 'windows-1251'],
    ['it’s – so', 'macintosh'],
    ['\uFFFD\uFFFD', 'gbk'],
  ])('%s as %s', (text, encoding) => {
    expect(garbledSpansIn(misread(text, encoding)).length).toBeGreaterThan(0);
  });

  it.each([
    ['a byte order mark', misread('\uFEFFText')],
    ['U+FFFD', misread('\uFFFD')],
  ])('%s', (_what, text) => {
    expect(garbledSpansIn(text)).toHaveLength(1);
  });
});

describe('leaves alone what a language writes', () => {
  it.each([
    ['Portuguese in capitals', 'AMANHÃ “ÀS” MAÇÃ, IRMÃ© e ALEMÃ\u00a0de Ã'],
    ['Portuguese in guillemets', '«MAÇû, “AMANHÔ, ‘IRMÒ, MANHÓ – AÇÕES… NÃO'],
    ['Vietnamese in capitals', '“THỊ XÔ, ‘XÃ’ Ã® – NGÃ™ xã Mễ Trì'],
    ['Guaraní', 'Ã’ỹ ã’a ñandejára Ã’u'],
    ['French', 'Âge, « Â », «la lettre Â», DÉJÀ VU… ÎLE'],
    ['Romanian', 'Â, â, ROMÂNIA, Â și Î…'],
    ['Icelandic', 'ÐAÐ, Það, ð, ÞÐ'],
    ['German', 'Ä…hm, Ä–ä, naß™, „Öl“, ‚Äpfel‘ und ‚Ähren‘'],
    ['Swedish', 'på ”Å”, bokstäverna Å, Ä och Ö'],
    ['units', '1 Å, 2 kÅ, 0.5 eÅ–3, eÅ³, 3×½×¼, 4″×6″×½″'],
    ['operators with a hat', 'Â² = Â·Â† and ⟨Â⟩ ± Â'],
    ['Serbian', 'Ђ, ђ, „в“, СРЊА, БЕОГРАД'],
    ['Ukrainian', 'СІЧЕНЬ, ІСТОРІЇ, РІЧ, РЄ'],
    ['Russian', '«Россия» — №1, РФ, СССР…'],
    ['letters of code pages', 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»'],
    [
      'all letters of Latin-1',
      Array.from({ length: 96 }, (_, index) => String.fromCodePoint(160 + index)).join(''),
    ],
    ['Hebrew with points', 'שָׁלוֹם × ײַ'],
    ['square roots', '√© √x √2'],
  ])('%s', (_what, text) => {
    expect(garbledSpansIn(text)).toEqual([]);
  });
});

it('finds U+FFFD, each run once, and 20 spans at most', () => {
  expect(garbledSpansIn('a\uFFFDb\uFFFD\uFFFD')).toEqual([
    { index: 1, kind: 'replacement', length: 1 },
    { index: 3, kind: 'replacement', length: 2 },
  ]);
  expect(garbledSpansIn('aÃ©'.repeat(30))).toHaveLength(20);
});

describe('of a page', () => {
  it('are the places in visible text that is not code', () => {
    const { garbled } = textFacts(
      `<p>Crust\n and cafÃ© au lait</p><p hidden>cafÃ©</p><code>cafÃ©</code><pre>it<b>â€™</b>s</pre>
       <kbd>\uFFFD</kbd><script>"\uFFFD"</script><p title="cafÃ©">A&amp;B itâ€™s</p>`,
    );
    expect(garbled).toEqual([
      { line: 2, column: 9, kind: 'double-encoded', text: 'Crust and cafÃ© au lait' },
      { line: 3, column: 57, kind: 'double-encoded', text: 'A&B itâ€™s' },
    ]);
  });

  it('are 500 at most', () => {
    expect(textFacts('<p>cafÃ©</p>'.repeat(600)).garbled).toHaveLength(500);
  });
});
