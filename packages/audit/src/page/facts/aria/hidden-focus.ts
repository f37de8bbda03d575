import type { HiddenFocusFact } from '../../page-facts.ts';
import type { TagToken } from '../../tokens/token.ts';
import type { ElementContext } from '../collected.ts';
import type { AriaNode } from './aria-node.ts';

/** Tracks which open elements assistive technology ignores, and what can be focused in them. */
interface HiddenFocus {
  /** Whether assistive technology ignores the current position. */
  readonly isIgnored: () => boolean;
  /** Reports an element that can be focused if something around keeps it from being read out. */
  report(token: TagToken, context: ElementContext): void;
  /** Reports the element of a node that can be focused if it, or something around, does. */
  reportNode(node: AriaNode, token: TagToken, context: ElementContext): void;
  opened(node: AriaNode): void;
  closed(node: AriaNode): void;
}

/** Creates the tracker. */
export function trackHiddenFocus(): HiddenFocus {
  /** Open nodes that ignore what is in them, outermost first, by the reason. */
  const ignoring: Record<HiddenFocusFact['because'], AriaNode[]> = {
    'aria-hidden': [],
    'presentational-children': [],
  };
  const isIgnored = () =>
    ignoring['aria-hidden'].length + ignoring['presentational-children'].length > 0;
  const report = (token: TagToken, { collected, keep, sourceOf }: ElementContext): void => {
    const node = ignoring['aria-hidden'][0] ?? ignoring['presentational-children'].at(-1);
    if (!node?.ignores || node.isReported) return;
    node.isReported = true;
    const { line, column, html } = sourceOf(token.start, token.end);
    const { because, by } = node.ignores;
    const itself = node.start === token.start;
    const element = token.tag.name;
    const fact = { line, column, html, element, because, role: node.role, by, itself };
    keep(collected.hiddenFocus, fact, by.html.length);
  };
  return {
    isIgnored,
    report,
    reportNode: (node, token, context) => {
      // An element with `aria-hidden` hides itself, too.
      const hidesItself = node.ignores?.because === 'aria-hidden';
      if (hidesItself) ignoring['aria-hidden'].push(node);
      if (isIgnored()) report(token, context);
      if (hidesItself) ignoring['aria-hidden'].pop();
    },
    opened: (node) => {
      if (node.ignores !== null) ignoring[node.ignores.because].push(node);
    },
    closed: (node) => {
      if (node.ignores === null) return;
      const nodes = ignoring[node.ignores.because];
      nodes.splice(nodes.lastIndexOf(node), 1);
    },
  };
}
