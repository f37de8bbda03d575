import { byTag } from '../../tokens/by-tag.ts';
import { knownTag, type Tag, trait } from '../../tokens/tags.ts';
import { clearToMarker, reconstruct } from '../active-formatting.ts';
import { adopt } from '../adoption-agency.ts';
import { namespace } from '../open-element.ts';
import {
  currentIs,
  endImplied,
  inScope,
  isOpen,
  pop,
  popThrough,
  popTo,
  remove,
} from '../open-elements.ts';
import { mode, rulesOf, type Tree } from '../tree.ts';
import { endTemplate } from './in-head.ts';
import { paragraphEndTag } from './paragraph.ts';

type Rule = (tree: Tree, tag: Tag) => void;

const body = knownTag('body');
const form = knownTag('form');
const template = knownTag('template');

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
export const bodyEndRules = byTag<Rule>({
  'a b big code em font i nobr s small strike strong tt u': adopt,
  'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu nav ol pre search section summary ul':
    endBlock,
  p: paragraphEndTag,
  li: endItem(trait.scope | trait.listScope),
  'dd dt': endItem(trait.scope),
  'h1 h2 h3 h4 h5 h6': endHeading,
  br: (tree) => {
    reconstruct(tree);
    tree.recorder.wordBreak();
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
