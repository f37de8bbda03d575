import { createFairQueue, type FairQueue } from '@sitegrade/foundation/fair-queue';
import type { Renderer } from './renderer.ts';

const queues = new WeakMap<Renderer, FairQueue>();

/** The places of a renderer, which owners get in turn: it may belong to several contexts. */
export function placesOf(renderer: Renderer): FairQueue {
  const known = queues.get(renderer);
  if (known !== undefined) return known;
  const queue = createFairQueue(renderer.pages);
  queues.set(renderer, queue);
  return queue;
}
