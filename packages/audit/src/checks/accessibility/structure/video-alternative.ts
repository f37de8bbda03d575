import type { MediaFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { mentionsDescription, mentionsTranscript } from '../../../readings/transcript.ts';
import type { Check } from '../../check.ts';

/**
 * Videos have a text or a description for people who do not see them.
 *
 * @remarks Whether a video needs one takes watching it, and a description may be in the film itself, so the check has
 * no weight, and any mention of one on the page is enough.
 */
export const videoAlternative: Check = {
  id: 'video-alternative',
  category: 'accessibility',
  importance: 'info',
  title: 'Pages with a video mention a transcript or an audio description',
  advice:
    'For a video that shows what its speech does not say, link a transcript, or a version with audio description: <track kind="descriptions" src="descriptions.vtt">.',
  why: 'Blind people miss what a video only shows, unless it is also described in words.',
  source:
    'https://www.w3.org/WAI/WCAG22/Understanding/audio-description-or-media-alternative-prerecorded',
  run: ({ page }) => {
    const videos = page.media.filter(isVideo);
    if (videos.length === 0) {
      return { status: 'na', summary: 'The page has no video with controls and sound.' };
    }
    const isTranscribed = mentionsTranscript(page);
    if (isTranscribed === null) {
      return {
        status: 'na',
        summary: 'In the language of this page, we do not know the word for a transcript.',
      };
    }
    const isDescribed = page.media.some(isDescription) || mentionsDescription(page);
    const value = { videos: videos.length, transcript: isTranscribed, description: isDescribed };
    if (isTranscribed || isDescribed) {
      return { status: 'pass', summary: 'The page with a video names one of both.', value };
    }
    return {
      status: 'warn',
      summary: `The page has ${videos.length} ${videos.length === 1 ? 'video' : 'videos'}, and none of the words that we know for a transcript or an audio description.`,
      value,
      evidence: tagsEvidence(videos),
    };
  },
};

function isVideo({ element, hidden, controls, muted }: MediaFact): boolean {
  return element === 'video' && hidden === 'no' && controls && !muted;
}

function isDescription({ element, trackKind }: MediaFact): boolean {
  return element === 'track' && trackKind?.trim().toLowerCase() === 'descriptions';
}
