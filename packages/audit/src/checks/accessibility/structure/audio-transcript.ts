import type { MediaFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import { mentionsTranscript } from '../../../readings/transcript.ts';
import type { Check } from '../../check.ts';

const soundFile = /\.(?:aac|aiff?|flac|m4a|mp3|oga|ogg|opus|wav|wma)$/i;
const soundType = /^audio\//i;

/**
 * Sound has a transcript.
 *
 * @remarks Whether a sound has speech only the file shows, and the transcript may be elsewhere, so the check has no
 * weight, and any mention of one on the page is enough.
 */
export const audioTranscript: Check = {
  id: 'audio-transcript',
  category: 'accessibility',
  importance: 'info',
  title: 'Pages with sound mention a transcript',
  advice:
    'For sound with speech, put a link next to it, such as "Transcript of the interview", or the text itself on the page. Deaf people read it, and so do search engines.',
  why: 'Deaf people need the text of what is said, and others can skim it where they cannot listen.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/general/G158',
  run: ({ page, urls }) => {
    const sounds = [
      ...page.media.filter(isPlayer),
      ...urls.links.filter(isSoundLink).map(({ tag }) => tag),
    ];
    if (sounds.length === 0) {
      return { status: 'na', summary: 'The page has no sound with controls, and no link to one.' };
    }
    const isMentioned = mentionsTranscript(page);
    if (isMentioned === null) {
      return {
        status: 'na',
        summary: 'In the language of this page, we do not know the word for a transcript.',
      };
    }
    const value = { sounds: sounds.length, transcript: isMentioned };
    if (isMentioned) {
      return { status: 'pass', summary: 'The page with sound names a transcript.', value };
    }
    return {
      status: 'warn',
      summary: `The page has ${sounds.length} ${sounds.length === 1 ? 'recording' : 'recordings'}, and none of the words that we know for a transcript.`,
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
