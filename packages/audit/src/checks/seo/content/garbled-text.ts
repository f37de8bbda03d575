import type { Evidence } from '../../../outcome.ts';
import { garbledSpansIn } from '../../../page/facts/garbled-text.ts';
import type { PageFacts } from '../../../page/page-facts.ts';
import { descriptionsOf } from '../../../readings/descriptions.ts';
import {
  attributeEvidence,
  elementsEvidence,
  maxEvidence,
  shortList,
} from '../../../readings/evidence.ts';
import { shareTagsOf } from '../../../readings/share-tags.ts';
import type { Check } from '../../check.ts';

/** @remarks That up to 5 places are a warning is ours: a pasted sentence or a comment of a visitor. */
const few = 5;

/** Pages about encodings show such characters on purpose. In the languages that most of them are written in. */
const aboutEncodings =
  /mojibake|unicode|utf-?8|u\+fffd|iso[- ]?8859|windows-125|latin-?1|char-?sets?\b|\bencod|zeichens[aä]tz|[kc]odierung|encodage|codificaci|codificaç|codifica dei|кодиров|кодуван|文字化け|文字コード|乱码|亂碼|编码|編碼|인코딩/i;

/**
 * The text shows no characters that were saved in a wrong encoding, and none that were lost. Code, and pages about
 * encodings, may contain them. Bytes that cannot be decoded, and a page in another encoding than it declares, are
 * findings of `charset`.
 */
export const garbledText: Check = {
  id: 'garbled-text',
  category: 'seo',
  importance: 'medium',
  reads: 'source',
  family: 'charset',
  title: 'All characters of the text are readable',
  advice:
    'Correct the quoted texts where they are stored, such as “é” instead of “Ã©”. If they come from an import or a database, set its connection to UTF-8 (in MySQL: utf8mb4) and import them again.',
  why: 'Wrong characters make texts look careless and hard to read, and people who search for the right spelling may miss them.',
  source: 'https://www.w3.org/International/questions/qa-what-is-encoding',
  run: ({ page }) => {
    if (page.charset.name !== 'utf-8') {
      return { status: 'na', summary: 'The page is not encoded in UTF-8.' };
    }
    const head = garbledTagsOf(page);
    const spans = page.garbled.filter(({ kind }) => counts(page, kind));
    if (head.length + spans.length === 0) {
      return { status: 'pass', summary: 'No text was found that is certainly garbled.' };
    }
    if (isAboutEncodings(page)) {
      return {
        status: 'pass',
        summary: 'The page is about encodings, and shows some garbled text.',
      };
    }
    const texts = [...new Set([...head, ...spans].map(({ text }) => text))];
    const value = { inHead: head.length, inText: spans.length, texts: shortList(texts) };
    const shown = [
      head.length === 0 ? [] : ['in the title or the description'],
      spans.length === 0
        ? []
        : [`in ${spans.length} ${spans.length === 1 ? 'place' : 'places'} of the text`],
    ].flat();
    return {
      status: head.length > 0 || spans.length > few ? 'fail' : 'warn',
      summary: `Characters are garbled ${shown.join(' and ')}, such as “${shortList(texts)[0]}”.`,
      value,
      evidence: [
        ...head.map(({ evidence }) => evidence),
        ...spans.map(({ text, line, column }): Evidence => ({ kind: 'html', text, line, column })),
      ].slice(0, maxEvidence),
    };
  },
};

/** Bytes that cannot be decoded, NUL and noncharacters become U+FFFD, too, and are not a finding of this check. */
function counts({ charset }: PageFacts, kind: PageFacts['garbled'][number]['kind']): boolean {
  return kind === 'double-encoded' || (charset.undecodable === 0 && !charset.replaced);
}

/** The title, descriptions and texts for link previews that are garbled. */
function garbledTagsOf(page: PageFacts) {
  const isGarbled = (text: string) => garbledSpansIn(text).some(({ kind }) => counts(page, kind));
  const shared = shareTagsOf(page);
  const metas = [
    ...descriptionsOf(page).map(({ tag, text }) => ({ tag, text })),
    ...['og:title', 'og:description', 'og:site_name'].flatMap((name) =>
      (shared.get(name) ?? []).map(({ meta, content }) => ({ tag: meta, text: content })),
    ),
  ];
  return [
    ...page.titles
      .slice(0, 1)
      .filter(({ text }) => isGarbled(text))
      .map((title) => ({ text: title.text, evidence: elementsEvidence([title]) })),
    ...metas
      .filter(({ text }) => isGarbled(text))
      .map(({ tag, text }) => ({ text, evidence: [attributeEvidence(tag, 'content', text)] })),
  ].flatMap(({ text, evidence }) => evidence.map((tag) => ({ text, evidence: tag })));
}

function isAboutEncodings({ titles, text }: PageFacts): boolean {
  return aboutEncodings.test(text) || titles.some((title) => aboutEncodings.test(title.text));
}
