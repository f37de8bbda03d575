/** A span of a text that is certainly garbled. */
export interface GarbledSpan {
  readonly index: number;
  /**
   * `double-encoded`: bytes of UTF-8 that were read in another encoding and saved again, such as "Ã©" for
   * "é". `replacement`: U+FFFD, which stands for characters that were lost.
   */
  readonly kind: 'double-encoded' | 'replacement';
  readonly length: number;
}

/**
 * The bytes 80 to BF, of which all but the first byte of a character in UTF-8 are made, as windows-1252 and
 * ISO-8859-1 show them (https://encoding.spec.whatwg.org/#legacy-single-byte-encodings).
 */
const rest = '[\\x80-\\xBF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** The same bytes without those that begin or end quotations, and spaces: they may follow any letter. */
const sign = '[\\x80-\\x9F¡-ª¬®-º¼-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ“•–—˜™š›œžŸ]';
/** The same bytes as windows-1251 shows them, without the letters of most Cyrillic alphabets. */
const cyrillicRest = '[Ѐ-Џѐ-џҐґ€‚„…†‡‰‘’“”•–—™‹›\\xA0¤¦§©«¬\\xAD®°±µ¶·№»]';

/**
 * Sequences that no language writes. A first byte alone is a letter (Ã ends Portuguese and Vietnamese words in
 * capitals, which a quotation mark or © may follow), so a pair counts only inside a word in lower case, where
 * no capital letter can be, or where the same alphabet gives several pairs in a row.
 */
const sequences = [
  // é, ü, ł, ş: after a small letter (not the unit in eÅ–3); é and ü also as the first or second letter.
  `(?<=\\p{Ll})(?:[ÃÄ]|Å(?![²³¹·–—]))${rest}`,
  `(?<![\\p{L}\\p{M}])\\p{Lu}?Ã${sign}(?=\\p{Ll})`,
  // A no-break space, and signs that get an Â before them.
  '(?<=[\\p{Ll}.,;:!?)])Â\\xA0',
  '(?<![\\p{L}\\p{M}])Â(?:[©®£§]|[¿¡](?=\\p{L}))',
  '(?<=\\d)Â[°º½¼¾]|(?<=\\d )Â°(?=[CF])',
  // Encoded three times.
  `Ã${rest}[ÂÅ]${rest}|Ã¢â‚¬|ÃƒÆ`,
  // Quotation marks, dashes, bullets, ™, €, arrows, check marks, stars; control characters.
  `â€${rest}|â„¢|â‚¬|â†[‘’“”]|âœ[…“”–˜¨]|â˜[…†‡]|â–[ºª¼²¶]|[âï][\\x80-\\x9F]${rest}`,
  // A byte order mark, U+FFFD, full-width punctuation, emoji.
  `ï»¿|ï¿½|ï[¼½]${rest}|ð[\\x9FŸ]${rest}`,
  // Cyrillic, Greek, Hebrew, Arabic; Indian scripts and Thai; Chinese, Japanese and Korean.
  `(?:[ÐÑ]${rest}){3,}|(?:[ÎÏ]${rest}){3,}|(?:×${rest}){4,}|(?:[Ø-Û]${rest}){3,}`,
  `(?:à[¤-¿]${rest}){3,}|(?:[ã-é]${rest}{2}){3,}|(?:[ê-í]${rest}{2}){3,}`,
  // Read as windows-1251, as Mac OS Roman, as GBK.
  `вЂ(?:[^\\p{L}\\s]|[њќў])|(?:[РС]${cyrillicRest}){4,}`,
  '‚Ä[ôúùìî¶¢]',
  '锟斤拷',
];
const garbled = new RegExp(`(${sequences.join('|')})|\\uFFFD+`, 'gu');
/** What every sequence contains: far faster to search. */
const likely = new RegExp(`[ÂÃÄÅÎÏÐÑ×Ø-Ûà-íïð]${rest}|вЂ|[РС]${cyrillicRest}|‚Ä|锟斤拷|\\uFFFD`);

/** Spans of one text that are kept: they show what is wrong. */
const spanLimit = 20;

/** The first garbled spans of a text, in any language. Takes time linear in its length. */
export function garbledSpansIn(text: string): readonly GarbledSpan[] {
  const spans: GarbledSpan[] = [];
  if (!likely.test(text)) return spans;
  garbled.lastIndex = 0;
  for (let found = garbled.exec(text); found !== null; found = garbled.exec(text)) {
    const kind = found[1] === undefined ? 'replacement' : 'double-encoded';
    spans.push({ index: found.index, kind, length: found[0].length });
    if (spans.length === spanLimit) break;
  }
  return spans;
}
