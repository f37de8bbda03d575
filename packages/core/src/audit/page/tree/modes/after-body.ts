import { knownTag, type Tag } from '../../tokens/tags.ts';
import { mode, type Rules, type Tree } from '../tree.ts';
import { inBody } from './in-body.ts';

const html = knownTag('html');

/** After `</body>`: what follows still goes into the body. */
function after(htmlEnds: (tree: Tree, tag: Tag) => void): Rules {
  return {
    text: (tree, run) => {
      if (!run.blank) tree.mode = mode.inBody;
      inBody.text(tree, run);
    },
    startTag: (tree, token) => {
      if (token.tag !== html) tree.mode = mode.inBody;
      inBody.startTag(tree, token);
    },
    endTag: (tree, tag) => {
      if (tag === html) return htmlEnds(tree, tag);
      tree.mode = mode.inBody;
      inBody.endTag(tree, tag);
    },
  };
}

export const afterBody: Rules = after((tree) => {
  tree.mode = mode.afterAfterBody;
});

export const afterAfterBody: Rules = after((tree, tag) => {
  tree.mode = mode.inBody;
  inBody.endTag(tree, tag);
});
