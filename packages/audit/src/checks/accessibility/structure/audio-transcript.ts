import type { MediaFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import type { Check } from '../../check.ts';

const soundFile = /\.(?:aac|aiff?|flac|m4a|mp3|oga|ogg|opus|wav|wma)$/i;
const soundType = /^audio\//i;

/** Words for a transcript, by language. Pages in other languages are not checked. */
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

/**
 * Sound has a transcript. Whether it has speech only the file shows, and the transcript may be elsewhere, so the
 * check has no weight, and any mention of one on the page is enough.
 */
export const audioTranscript: Check = {
  id: 'audio-transcript',
  category: 'accessibility',
  importance: 'info',
  title: 'Pages with sound mention a transcript',
  advice:
    'For sound with speech, put a link next to it, such as "Transcript of the interview", or the text itself on the page. Deaf people read it, and so do search engines.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/general/G158',
  run: ({ page, urls }) => {
    const pattern = words[(page.html?.lang ?? '').trim().toLowerCase().split('-', 1)[0] ?? ''];
    const sounds = [
      ...page.media.filter(isPlayer),
      ...urls.links.filter(isSoundLink).map(({ tag }) => tag),
    ];
    if (sounds.length === 0) {
      return { status: 'na', summary: 'The page has no sound with controls, and no link to one.' };
    }
    if (pattern === undefined) {
      return {
        status: 'na',
        summary: 'In the language of this page, we do not know the word for a transcript.',
      };
    }
    const isMentioned =
      pattern.test(page.text) || page.anchors.some(({ href }) => /transcri/i.test(href ?? ''));
    const value = { sounds: sounds.length, transcript: isMentioned };
    if (isMentioned) {
      return { status: 'pass', summary: 'The page with sound names a transcript.', value };
    }
    return {
      status: 'warn',
      summary: `The page has ${sounds.length} ${sounds.length === 1 ? 'recording' : 'recordings'}, and no word about a transcript.`,
      value,
      evidence: tagsEvidence(sounds),
    };
  },
};

function isPlayer({ element, controls, hidden }: MediaFact): boolean {
  return element === 'audio' && controls && hidden === 'no';
}

function isSoundLink({ tag, url, kind }: PageLink): boolean {
  if (tag.hidden !== 'no' || url === null || (kind !== 'internal' && kind !== 'external')) {
    return false;
  }
  return soundFile.test(url.pathname) || soundType.test(typeIn(tag.html));
}

/** The `type` of a link, which names the format of its target. */
function typeIn(html: string): string {
  return /\stype\s*=\s*["']?([^\s"'>]{1,50})/i.exec(html)?.[1] ?? '';
}
