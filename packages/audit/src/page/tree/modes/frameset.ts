import { byTag, knownTag } from '../../tokens/tags.ts';
import { insert, insertVoid } from '../insert.ts';
import { currentIs, pop } from '../open-elements.ts';
import { mode, type Rules, sameAs } from '../tree.ts';

const html = knownTag('html');
const frameset = knownTag('frameset');
const noframes = knownTag('noframes');

const inHead = sameAs(mode.inHead);
const inBody = sameAs(mode.inBody);

const starts = byTag<Rules['startTag']>({
  html: inBody.startTag,
  frameset: (tree, token) => {
    insert(tree, token);
  },
  frame: insertVoid,
  noframes: inHead.startTag,
});

/** In a frameset, which shows no text. */
export const inFrameset: Rules = {
  text: () => {},
  startTag: (tree, token) => starts(token.tag)?.(tree, token),
  endTag: (tree, tag) => {
    if (tag !== frameset || tree.stack.length === 1) return;
    pop(tree);
    if (!currentIs(tree, frameset)) tree.mode = mode.afterFrameset;
  },
};

const startAfter: Rules['startTag'] = (tree, token) => {
  if (token.tag === html || token.tag === noframes) starts(token.tag)?.(tree, token);
};

export const afterFrameset: Rules = {
  text: () => {},
  startTag: startAfter,
  endTag: (tree, tag) => {
    if (tag === html) tree.mode = mode.afterAfterFrameset;
  },
};

export const afterAfterFrameset: Rules = {
  text: () => {},
  startTag: startAfter,
  endTag: () => {},
};
