import { knownTag } from '../../tokens/tags.ts';
import { insert, insertImplied } from '../insert.ts';
import { type Mode, mode, type Rules, rulesOf, type Tree } from '../tree.ts';

const html = knownTag('html');
const head = knownTag('head');
const body = knownTag('body');
const br = knownTag('br');
/** End tags that imply the missing start tag; all others are ignored here. */
const beginning = new Set([html, head, body, br]);

/** Modes before the head: each switches to the next mode at the first token it does not handle. */
function switchingTo(next: (tree: Tree) => Mode, startTag: Rules['startTag']): Rules {
  const on = (tree: Tree): Rules => {
    tree.mode = next(tree);
    return rulesOf(tree);
  };
  return {
    text: (tree, run) => {
      if (!run.blank) on(tree).text(tree, run);
    },
    startTag,
    endTag: (tree, tag) => {
      if (beginning.has(tag)) on(tree).endTag(tree, tag);
    },
  };
}

/** Before the doctype. A page without one is read in quirks mode. */
export const initial: Rules = {
  text: (tree, run) => {
    if (!run.blank) withoutDoctype(tree).text(tree, run);
  },
  startTag: (tree, token) => withoutDoctype(tree).startTag(tree, token),
  endTag: (tree, tag) => withoutDoctype(tree).endTag(tree, tag),
};

function withoutDoctype(tree: Tree): Rules {
  tree.quirks = true;
  tree.mode = mode.beforeHtml;
  return rulesOf(tree);
}

function openHtml(tree: Tree): Mode {
  insertImplied(tree, html);
  return mode.beforeHead;
}

function openHead(tree: Tree): Mode {
  tree.head = insertImplied(tree, head);
  return mode.inHead;
}

export const beforeHtml: Rules = switchingTo(openHtml, (tree, token) => {
  if (token.tag === html) {
    insert(tree, token);
    tree.recorder.html(token);
    tree.mode = mode.beforeHead;
    return;
  }
  tree.mode = openHtml(tree);
  rulesOf(tree).startTag(tree, token);
});

export const beforeHead: Rules = switchingTo(openHead, (tree, token) => {
  if (token.tag === html) return rulesOf(tree, mode.inBody).startTag(tree, token);
  if (token.tag === head) {
    tree.head = insert(tree, token);
    tree.mode = mode.inHead;
    return;
  }
  tree.mode = openHead(tree);
  rulesOf(tree).startTag(tree, token);
});
