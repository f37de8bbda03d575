import { knownTag } from '../tokens/tags.ts';
import type { TagToken } from '../tokens/token.ts';
import type { Trackers } from './trackers.ts';

/** Elements that React writes before a part, and that belong to it. */
const metadata = new Set('title meta link style script'.split(' ').map(knownTag));

/** The id of a part that React streams: `identifierPrefix`, and a number in hexadecimal digits. */
const partId = /^(.*)S:([0-9a-f]+)$/s;

/**
 * Creates what finds the first part that React streams, and is called with each element. The place of a part comes
 * before it, and has the same number: https://github.com/facebook/react, ReactFizzConfigDOM.
 */
export function trackStreamedParts({ collected, context, visible }: Trackers) {
  /** Where the tags begin that are right before the current one. */
  let start: number | null = null;
  return (token: TagToken, id: string | null): void => {
    if (collected.streamed !== null) return;
    if (metadata.has(token.tag)) {
      start ??= token.start;
      return;
    }
    if (id !== null && context.hidden === 'all' && isPart(id)) {
      // The words before it, until all are counted.
      const { line, column } = context.sourceOf(start ?? token.start, token.end);
      collected.streamed = { line, column, words: visible.hiddenCount.words };
    }
    start = null;
  };

  function isPart(id: string): boolean {
    const [, prefix, number] = partId.exec(id) ?? [];
    return ['B:', 'P:'].some((place) => collected.ids.has(`${prefix}${place}${number}`));
  }
}
