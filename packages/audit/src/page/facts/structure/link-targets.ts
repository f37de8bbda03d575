import { percentDecoded } from '../../../url/percent-decoded.ts';
import { knownTag } from '../../tokens/tags.ts';
import type { TagToken } from '../../tokens/token.ts';
import { attribute, has, valueIn } from '../attributes.ts';
import type { Collected, ElementContext } from '../collected.ts';
import { wordCharacters } from '../fact-budget.ts';

/** Ids that links within the page point to, at most. */
const targetLimit = 10_000;

const link = knownTag('a');

/** Collects the elements that links before them on the page point to. */
interface LinkTargets {
  /** An element of HTML begins. */
  element(token: TagToken, context: ElementContext): void;
}

/**
 * Creates the tracker.
 *
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackLinkTargets(collected: Collected, wordsSoFar: () => number): LinkTargets {
  /** Whether visitors can follow a link to each id. */
  const wanted = new Map<string, boolean>();

  const recordLink = (token: TagToken, { indexed, hidden, reserve }: ElementContext): void => {
    const href = valueIn(token, indexed, attribute.href);
    if (href === null) return;
    const hash = href.indexOf('#');
    if (hash !== 0 && hidden === 'no') collected.wordsBeforeLink ??= wordsSoFar();
    if (hash === -1) return;
    const name = href.slice(hash + 1).trim();
    const tabindex = valueIn(token, indexed, attribute.tabindex);
    const isReachable = hidden === 'no' && !/^\s*-\d*[1-9]/.test(tabindex ?? '');
    for (const id of name.includes('%') ? [name, percentDecoded(name)] : [name]) {
      if (id === '') continue;
      const isKept =
        wanted.has(id) || (wanted.size < targetLimit && reserve(wanted, id.length, wordCharacters));
      if (isKept) wanted.set(id, isReachable || wanted.get(id) === true);
    }
  };
  const keepTarget = (token: TagToken, id: string | null, context: ElementContext): void => {
    const reachable = wanted.get(id ?? '');
    if (id === null || reachable === undefined) return;
    wanted.delete(id);
    const { line, column, html } = context.sourceOf(token.start, token.end);
    const { hidden } = context;
    const wordsBefore = wordsSoFar();
    context.keep(collected.targets, { line, column, html, id, reachable, hidden, wordsBefore });
  };
  return {
    element: (token, context) => {
      const { indexed } = context;
      if (wanted.size > 0) {
        if (has(indexed, attribute.id))
          keepTarget(token, valueIn(token, indexed, attribute.id), context);
        if (token.tag === link && has(indexed, attribute.name))
          keepTarget(token, valueIn(token, indexed, attribute.name), context);
      }
      if (token.tag === link) recordLink(token, context);
    },
  };
}
