import { byTag, knownTag, type Tag, trait } from '../../tokens/tags.ts';
import { adopt, reconstruct } from '../formatting.ts';
import { insert } from '../insert.ts';
import {
  clearToMarker,
  currentIs,
  endImplied,
  endOther,
  inScope,
  isOpen,
  pop,
  popThrough,
  popTo,
  remove,
} from '../open-elements.ts';
import { endTemplate } from '../reset-mode.ts';
import { mode, namespace, type Rules, rulesOf, type Tree } from '../tree.ts';
import { bodyStartRules, paragraphEndTag } from './body-start-tags.ts';

const body = knownTag('body');
const form = knownTag('form');
const template = knownTag('template');
const html = knownTag('html');

type Rule = (tree: Tree, tag: Tag) => void;

const endBlock: Rule = (tree, tag) => {
  if (currentIs(tree, tag)) pop(tree);
  else if (inScope(tree, tag)) popThrough(tree, tag);
};

const endItem =
  (bounds: number): Rule =>
  (tree, tag) => {
    if (currentIs(tree, tag)) pop(tree);
    else if (inScope(tree, tag, bounds)) popThrough(tree, tag);
  };

const endHeading: Rule = (tree) => {
  const index = headingInScope(tree);
  if (index !== -1) popTo(tree, index);
};

function headingInScope(tree: Tree): number {
  for (let index = tree.stack.length - 1; index >= 0; index--) {
    const element = tree.stack[index];
    if (!element) return -1;
    const { traits } = element;
    if (element.namespace === namespace.html && (traits & trait.heading) !== 0) return index;
    if ((traits & trait.scope) !== 0) return -1;
  }
  return -1;
}

const endBody: Rule = (tree) => {
  if (inScope(tree, body)) tree.mode = mode.afterBody;
};

/** What each end tag does in the body; one without a rule here ends its element. */
const bodyEndRules = byTag<Rule>({
  'a b big code em font i nobr s small strike strong tt u': adopt,
  'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu nav ol pre search section summary ul':
    endBlock,
  p: paragraphEndTag,
  li: endItem(trait.scope | trait.listScope),
  'dd dt': endItem(trait.scope),
  'h1 h2 h3 h4 h5 h6': endHeading,
  br: (tree) => {
    reconstruct(tree);
    tree.recorder.lineBreak();
    tree.framesetOk = false;
  },
  body: endBody,
  html: (tree, tag) => {
    if (!inScope(tree, body)) return;
    tree.mode = mode.afterBody;
    rulesOf(tree).endTag(tree, tag);
  },
  form: (tree, tag) => {
    if (isOpen(tree, template)) return endBlock(tree, tag);
    const element = tree.form;
    tree.form = null;
    if (!element || !inScope(tree, form)) return;
    endImplied(tree);
    remove(tree, element);
  },
  'applet marquee object': (tree, tag) => {
    if (!inScope(tree, tag)) return;
    endBlock(tree, tag);
    clearToMarker(tree);
  },
  template: endTemplate,
});

/**
 * In the body, and wherever a mode has no rule.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
export const inBody: Rules = {
  text: (tree, run) => {
    reconstruct(tree);
    tree.recorder.text(run);
    if (!run.blank) tree.framesetOk = false;
  },
  startTag: (tree, token) => {
    const rule = bodyStartRules(token.tag);
    if (rule) return rule(tree, token);
    reconstruct(tree);
    insert(tree, token);
  },
  endTag: (tree, tag) => {
    const rule = bodyEndRules(tag);
    if (rule) rule(tree, tag);
    else endOther(tree, tag);
  },
};

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
