import type { PageFacts } from '../page/page-facts.ts';
import { memoize } from './memoize.ts';

/** Words for a transcript, by language. */
const words: Readonly<Record<string, RegExp>> = {
  cs: /přepis|transkript/i,
  da: /transskri|udskrift|tekstversion/i,
  de: /transkript|transkription|abschrift|niederschrift|textfassung|textversion|zum nachlesen/i,
  en: /transcri|text version|read the (?:interview|episode|text)|lyrics/i,
  es: /transcripci|versión (?:de|en) texto/i,
  fr: /transcri|version texte|retranscri/i,
  it: /trascrizion|versione testuale/i,
  nl: /transcri|uitgeschreven|tekstversie/i,
  pl: /transkryp|zapis rozmowy|wersja tekstowa/i,
  pt: /transcri|versão (?:de|em) texto/i,
  sv: /transkri|utskrift|textversion/i,
};

/** Words for a description of what a film shows, in the same languages. */
const described = /audio.?des[ck]ri|beskriv|beschreib|described|descri(?:pt|zion|ption)/i;

/** Whether a page mentions a transcript; `null` if the word of its language is not known. */
export const mentionsTranscript = memoize(({ html, text, anchors }: PageFacts): boolean | null => {
  const language = (html?.lang ?? '').trim().toLowerCase().split('-', 1)[0] ?? '';
  const pattern = Object.hasOwn(words, language) ? words[language] : undefined;
  if (pattern === undefined) return null;
  return pattern.test(text) || anchors.some(({ href }) => /transcri/i.test(href ?? ''));
});

/** Whether a page mentions a description for blind people. */
export function mentionsDescription({ text }: PageFacts): boolean {
  return described.test(text);
}
