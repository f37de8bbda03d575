import type { MediaFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * No sound starts by itself without controls to stop it. Only `<audio>` certainly has sound. A `<video>` may have none:
 * one that loops or plays inline shows a background, and scripts mute others without an attribute in a page that
 * they built. Three seconds or less may play.
 *
 * @remarks How long a sound lasts is only known where its URL selects a part of it.
 */
export const autoplaySound: Check = {
  id: 'autoplay-sound',
  category: 'accessibility',
  importance: 'low',
  title: 'Sound starts only when visitors start it',
  advice:
    'Remove autoplay from the <audio> or <video>, or add controls, so that visitors can stop it: people who use a screen reader do not hear it over the sound.',
  why: 'Sound that starts by itself makes it hard for people to hear their screen reader, and disturbs other visitors.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/audio-control.html',
  run: ({ page: { media, isBuilt } }) => {
    const loaded = new Set(
      media
        .filter(({ element, src }) => element === 'source' && src?.trim())
        .map((media) => media.player),
    );
    const players = media.filter(
      (tag, index) =>
        (tag.src?.trim() || loaded.has(index)) && (isAudio(tag) || isFilm(tag, isBuilt)),
    );
    if (players.length === 0) {
      return {
        status: 'na',
        summary: 'The page has no <audio>, and no <video> that starts by itself.',
      };
    }
    const loud = players.filter(
      ({ autoplay, controls, muted, src }) => autoplay && !controls && !muted && !isShort(src),
    );
    const value = { players: players.length, autoplay: loud.length };
    if (loud.length === 0) {
      const summary = `Players that start with sound by themselves: 0 of ${players.length}.`;
      return { status: 'pass', summary, value };
    }
    const isCertain = loud.some(isAudio);
    const them = loud.length === 1 ? 'it' : 'them';
    return {
      status: isCertain ? 'fail' : 'warn',
      summary: isCertain
        ? `${loud.length} ${loud.length === 1 ? 'player starts' : 'players start'} without being asked, and without controls to stop ${them}.`
        : `${loud.length} <video> ${loud.length === 1 ? 'element starts' : 'elements start'} without being asked, with ${loud.length === 1 ? 'its' : 'their'} sound if ${loud.length === 1 ? 'it has' : 'they have'} any, and without controls to stop ${them}.`,
      value,
      evidence: tagsEvidence(loud),
    };
  },
};

function isAudio({ element }: MediaFact): boolean {
  return element === 'audio';
}

/** Whether a video starts by itself and nothing shows that it is silent. */
function isFilm({ element, autoplay, muted, loop, html }: MediaFact, isBuilt: boolean): boolean {
  if (element !== 'video' || !autoplay || loop || isBuilt) return false;
  return muted || !/muted|playsinline/i.test(html);
}

/** Seconds of sound that may play by themselves: https://www.w3.org/WAI/WCAG22/Understanding/audio-control.html */
const shortSound = 3;

/** Whether the URL selects only a short part: https://www.w3.org/TR/media-frags/#naming-time */
function isShort(src: string | null): boolean {
  const part = /[#&]t=(?:npt:)?(\d+(?:\.\d+)?)?,(\d+(?:\.\d+)?)(?:&|$)/.exec(src ?? '');
  return part !== null && Number(part[2]) - Number(part[1] ?? 0) <= shortSound;
}
