import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * No sound starts by itself without controls to stop it. Only `<audio>` certainly has sound: a `<video>` may have
 * none, and frameworks mute it by script.
 */
export const autoplaySound: Check = {
  id: 'autoplay-sound',
  category: 'accessibility',
  importance: 'low',
  title: 'Sound starts only when visitors start it',
  advice:
    'Remove autoplay from the <audio>, or add controls, so that visitors can stop it: people who use a screen reader do not hear it over the sound.',
  why: 'Sound that starts by itself makes it hard for people to hear their screen reader, and disturbs other visitors.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/audio-control.html',
  run: ({ page: { media } }) => {
    const loaded = new Set(
      media
        .filter(({ element, src }) => element === 'source' && src?.trim())
        .map((media) => media.player),
    );
    const players = media.filter(
      ({ element, src }, index) => element === 'audio' && (src?.trim() || loaded.has(index)),
    );
    if (players.length === 0) return { status: 'na', summary: 'The page has no <audio>.' };
    const loud = players.filter(({ autoplay, controls, muted }) => autoplay && !controls && !muted);
    const value = { players: players.length, autoplay: loud.length };
    if (loud.length === 0) {
      const summary = `<audio> elements that start by themselves: 0 of ${players.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `${loud.length} <audio> ${loud.length === 1 ? 'element starts' : 'elements start'} without being asked, and without controls to stop ${loud.length === 1 ? 'it' : 'them'}.`,
      value,
      evidence: tagsEvidence(loud),
    };
  },
};
