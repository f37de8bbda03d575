import type { MediaFact, PageFacts } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Videos with controls have captions. Videos that are muted or play by themselves are decoration.
 *
 * @remarks Whether a video has sound, or captions in its picture, only the file shows, so the check has no weight.
 */
export const videoCaptions: Check = {
  id: 'video-captions',
  category: 'accessibility',
  importance: 'info',
  title: 'Videos have captions',
  advice:
    'Add captions to videos with speech: <track kind="captions" src="captions.vtt" srclang="en" default> in the <video>.',
  why: 'Deaf people, and all who watch with the sound off, miss what is said in the video.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/f51b46/',
  run: ({ page }) => {
    const captioned = new Set(page.media.filter(isCaption).map(({ player }) => player));
    const sources = sourcesByPlayer(page);
    const videos = page.media
      .map((video, index) => ({ tag: video, index }))
      .filter(({ tag, index }) => isVideo(tag) && hasFile(tag, sources.get(index)));
    const without = videos.filter(({ index }) => !captioned.has(index));
    return faultsOutcome(videos.length, without, {
      none: 'The page has no video with controls and sound.',
      fault: 'Videos without captions',
      summary: (count, all) =>
        `${count} of ${all} videos with controls ${count === 1 ? 'has' : 'have'} no <track> with captions.`,
      value: { videos: videos.length, without: without.length },
    });
  },
};

function isVideo({ element, hidden, controls, muted }: MediaFact): boolean {
  return element === 'video' && hidden === 'no' && controls && !muted;
}

/** Captions or subtitles, which is what a `<track>` without a known kind has. */
function isCaption({ element, trackKind, src }: MediaFact): boolean {
  const kind = trackKind?.trim().toLowerCase() ?? '';
  return element === 'track' && src !== null && !/^(?:descriptions|chapters|metadata)$/.test(kind);
}

/** The `<source>` elements of each player, by its index in the list. */
function sourcesByPlayer({ media }: PageFacts): ReadonlyMap<number, readonly MediaFact[]> {
  const sources = new Map<number, MediaFact[]>();
  for (const fact of media) {
    if (fact.element !== 'source' || fact.player === null) continue;
    const others = sources.get(fact.player);
    if (others) others.push(fact);
    else sources.set(fact.player, [fact]);
  }
  return sources;
}

/** Streams bring captions with them; without a file, a script loads one. */
const stream = /\.(?:m3u8|mpd|ism)(?:[?#/]|$)/i;

function hasFile({ src }: MediaFact, sources: readonly MediaFact[] = []): boolean {
  const files = [src, ...sources.map((source) => source.src)].filter((file) => file?.trim());
  return files.length > 0 && !files.some((file) => stream.test(file ?? ''));
}
