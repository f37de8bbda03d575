import { knownTag } from '../../tokens/tags.ts';
import { type Collected, listLimit } from '../collected.ts';
import { removeLast, type StructureTracker } from './structure-tracker.ts';

const ul = knownTag('ul');
const ol = knownTag('ol');
const li = knownTag('li');

/** Characters that an entry costs: about the memory of its object. */
const entryCharacters = 50;

/** Collects items of lists whose only text is one link. */
interface ListLinks extends StructureTracker {
  /** The page is read: orders what was found by its position. */
  finish(): void;
}

/**
 * Creates the tracker of items of lists whose only text is one link.
 *
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackListLinks(collected: Collected, wordsSoFar: () => number): ListLinks {
  const { anchors, lists, listLinks } = collected;
  const openLists: number[] = [];
  let lastLink = { index: -1, words: 0 };
  /** Words before the innermost open link: links are not nested. */
  let wordsBeforeLink = 0;
  return {
    element: ({ tag }, frame, _role, context) => {
      if (tag === ul || tag === ol) {
        const isKept = lists.length > 0 && lists.at(-1) === frame.list;
        frame.listIndex = isKept ? lists.length - 1 : -1;
        return;
      }
      const list = tag === li ? (openLists.at(-1) ?? -1) : -1;
      if (list < 0 || !context.reserve(listLinks, 0, entryCharacters)) return;
      frame.item = { list, linksBefore: anchors.length, wordsBefore: wordsSoFar() };
    },
    opened: ({ listIndex, link }) => {
      if (listIndex !== null) openLists.push(listIndex);
      if (link !== null) wordsBeforeLink = wordsSoFar();
    },
    closed: ({ listIndex, link, item }) => {
      if (listIndex !== null) removeLast(openLists, listIndex);
      if (link !== null) {
        const words = wordsSoFar() - wordsBeforeLink;
        const before = lastLink.index === link ? lastLink.words : 0;
        lastLink = { index: link, words: before + words };
        // A link that was not closed goes on after its item.
        if (words > 0) while (listLinks.at(-1)?.anchor === link) listLinks.pop();
      }
      if (item === null || listLinks.length >= listLimit) return;
      const { list, linksBefore, wordsBefore } = item;
      const isOnlyLink = anchors.length === linksBefore + 1 && lastLink.index === linksBefore;
      if (!isOnlyLink || wordsSoFar() - wordsBefore !== lastLink.words) return;
      listLinks.push({ list, anchor: linksBefore });
    },
    finish: () => {
      listLinks.sort((one, other) => one.anchor - other.anchor || one.list - other.list);
    },
  };
}
