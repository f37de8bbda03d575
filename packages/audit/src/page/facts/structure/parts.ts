import { knownTag } from '../../tokens/tags.ts';
import type { OpenParts } from '../frame.ts';
import { removeLast, type StructureTracker } from './structure-tracker.ts';

const details = knownTag('details');
const link = knownTag('a');
const players = new Set(['video', 'audio'].map(knownTag));

/** Tracks the open links, players and `<details>`, which facts of the elements inside refer to. */
export function trackParts(): StructureTracker & Pick<OpenParts, 'link' | 'player'> {
  const openLinks: number[] = [];
  const openPlayers: number[] = [];
  return {
    element: ({ tag }, frame, _role, { kept, isSummary }, parent) => {
      if (isSummary && parent !== null) parent.awaitsSummary = false;
      if (tag === details) frame.awaitsSummary = true;
      else if (tag === link) frame.link = kept;
      else if (players.has(tag)) frame.player = kept;
    },
    opened: (frame) => {
      if (frame.link !== null) openLinks.push(frame.link);
      if (frame.player !== null) openPlayers.push(frame.player);
    },
    closed: (frame) => {
      if (frame.link !== null) removeLast(openLinks, frame.link);
      if (frame.player !== null) removeLast(openPlayers, frame.player);
    },
    link: () => openLinks.at(-1) ?? null,
    player: () => openPlayers.at(-1) ?? null,
  };
}
