import { createFairQueue, type FairQueue } from '@sitegrade/foundation/fair-queue';
import type { Renderer } from '../render/renderer.ts';

const queues = new WeakMap<Renderer, FairQueue>();

/**
 * The places of a renderer, which owners get in turn: it may belong to several contexts. Pages of one owner never have
 * the last place, so that those of others do not wait until they end; only a page that is measured has all.
 */
export function placesOf(renderer: Renderer): FairQueue {
  const known = queues.get(renderer);
  if (known !== undefined) return known;
  const queue = createFairQueue(renderer.pages, Math.max(1, renderer.pages - 1));
  queues.set(renderer, queue);
  return queue;
}
