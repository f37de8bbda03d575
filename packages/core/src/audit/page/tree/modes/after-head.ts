import { knownTag } from '../../tokens/tags.ts';
import { insert, insertImplied } from '../insert.ts';
import { push, remove } from '../open-elements.ts';
import { mode, type Rules, rulesOf, type Tree } from '../tree.ts';
import { endTemplate } from './in-head.ts';

const html = knownTag('html');
const head = knownTag('head');
const body = knownTag('body');
const frameset = knownTag('frameset');
const template = knownTag('template');
const ending = new Set([html, body, knownTag('br')]);
/** Elements that go into the head even after its end tag. */
const belongToHead = new Set(
  'base basefont bgsound link meta noframes script style template title'.split(' ').map(knownTag),
);

/** Between `</head>` and `<body>`: head elements still go into the head. */
export const afterHead: Rules = {
  text: (tree, run) => {
    if (!run.blank) openBody(tree).text(tree, run);
  },
  startTag: (tree, token) => {
    const { tag } = token;
    if (tag === html) return rulesOf(tree, mode.inBody).startTag(tree, token);
    if (tag === head) return;
    if (tag === body) {
      tree.recorder.bodyStarts();
      insert(tree, token);
      tree.framesetOk = false;
      tree.mode = mode.inBody;
    } else if (tag === frameset) {
      insert(tree, token);
      tree.mode = mode.inFrameset;
    } else if (belongToHead.has(tag) && tree.head) {
      push(tree, tree.head);
      rulesOf(tree, mode.inHead).startTag(tree, token);
      remove(tree, tree.head);
    } else {
      openBody(tree).startTag(tree, token);
    }
  },
  endTag: (tree, tag) => {
    if (tag === template) endTemplate(tree);
    else if (ending.has(tag)) openBody(tree).endTag(tree, tag);
  },
};

function openBody(tree: Tree): Rules {
  tree.recorder.bodyStarts();
  insertImplied(tree, body);
  tree.mode = mode.inBody;
  return rulesOf(tree);
}
