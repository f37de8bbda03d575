import { byTag, knownTag, type Tag, trait } from '../../tokens/tags.ts';
import { attributeOf, content, type TagToken } from '../../tokens/token.ts';
import {
  adopt,
  formattingOf,
  pushFormatting,
  pushMarker,
  reconstruct,
  removeFormatting,
} from '../formatting.ts';
import { insert, insertForeign, insertImplied, insertRaw, insertVoid } from '../insert.ts';
import {
  current,
  currentIs,
  endImplied,
  inScope,
  isOpen,
  pop,
  popThrough,
  popTo,
  release,
} from '../open-elements.ts';
import { mode, namespace, sameAs, type Tree } from '../tree.ts';

const li = knownTag('li');
const p = knownTag('p');

type Rule = (tree: Tree, token: TagToken) => void;

const tags = {
  body: knownTag('body'),
  button: knownTag('button'),
  form: knownTag('form'),
  img: knownTag('img'),
  nobr: knownTag('nobr'),
  option: knownTag('option'),
  rtc: knownTag('rtc'),
  ruby: knownTag('ruby'),
  template: knownTag('template'),
};

const inHead = sameAs(mode.inHead);

const block: Rule = (tree, token) => {
  endParagraph(tree);
  insert(tree, token);
};

const formatting: Rule = (tree, token) => {
  reconstruct(tree);
  pushFormatting(tree, token, insert(tree, token));
};

const rawText: Rule = (tree, token) => insertRaw(tree, token, content.rawText);

const foreign =
  (ns: 1 | 2): Rule =>
  (tree, token) => {
    reconstruct(tree);
    insertForeign(tree, token, ns);
  };

const tableModes = new Set<number>([
  mode.inTable,
  mode.inCaption,
  mode.inTableBody,
  mode.inRow,
  mode.inCell,
]);

function bodyElement(tree: Tree): boolean {
  const second = tree.stack[1];
  return second?.tag === tags.body && second.namespace === namespace.html;
}

/** Blocks that do not stop the search for the previous item. */
const transparent = new Set([knownTag('address'), knownTag('div'), knownTag('p')]);
const items = new Set([li]);
const definitions = new Set([knownTag('dd'), knownTag('dt')]);

/** `<li>`, `<dd>` and `<dt>` end the previous item, unless a list is open inside it. */
function listItem(tree: Tree, token: TagToken): void {
  tree.framesetOk = false;
  endItem(tree, token.tag === li ? items : definitions);
  endParagraph(tree);
  insert(tree, token);
}

function endItem(tree: Tree, ends: ReadonlySet<Tag>): void {
  for (let index = tree.stack.length - 1; index > 0; index--) {
    const element = tree.stack[index];
    if (!element) return;
    const { tag } = element;
    if (element.namespace === namespace.html && ends.has(tag)) {
      popTo(tree, index);
      return;
    }
    const html = element.namespace === namespace.html;
    if ((element.traits & trait.special) !== 0 && !(html && transparent.has(tag))) return;
  }
}

/** Ends an open paragraph, which cannot contain blocks. */
function endParagraph(tree: Tree): void {
  if (!inScope(tree, p, trait.scope | trait.buttonScope)) return;
  popThrough(tree, p);
}

/** `</p>`: creates an empty paragraph where none is open. */
export function paragraphEndTag(tree: Tree): void {
  if (!inScope(tree, p, trait.scope | trait.buttonScope)) insertImplied(tree, p);
  endParagraph(tree);
}

/** What each start tag does in the body; one without a rule here opens its element. */
export const bodyStartRules = byTag<Rule>({
  'base basefont bgsound link meta noframes script style template title': inHead.startTag,
  html: (tree, token) => {
    if (!isOpen(tree, tags.template)) tree.recorder.html(token);
  },
  body: (tree) => {
    if (bodyElement(tree) && !isOpen(tree, tags.template)) tree.framesetOk = false;
  },
  frameset: (tree, token) => {
    if (!tree.framesetOk || !bodyElement(tree)) return;
    tree.recorder.bodyIsDropped();
    popTo(tree, 1);
    insert(tree, token);
    tree.mode = mode.inFrameset;
  },
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul':
    block,
  'h1 h2 h3 h4 h5 h6': (tree, token) => {
    endParagraph(tree);
    if (((current(tree)?.traits ?? 0) & trait.heading) !== 0) pop(tree);
    insert(tree, token);
  },
  'pre listing': (tree, token) => {
    block(tree, token);
    tree.framesetOk = false;
  },
  form: (tree, token) => {
    const inTemplate = isOpen(tree, tags.template);
    if (tree.form && !inTemplate) return;
    endParagraph(tree);
    const element = insert(tree, token);
    if (!inTemplate) tree.form = element;
  },
  'li dd dt': listItem,
  plaintext: (tree, token) => {
    endParagraph(tree);
    insertRaw(tree, token, content.plaintext);
  },
  button: (tree, token) => {
    if (inScope(tree, tags.button)) popThrough(tree, tags.button);
    reconstruct(tree);
    insert(tree, token);
    tree.framesetOk = false;
  },
  a: (tree, token) => {
    const before = formattingOf(tree, token.tag);
    if (before) {
      adopt(tree, token.tag);
      release(tree, before);
      removeFormatting(tree, before);
    }
    formatting(tree, token);
  },
  'b big code em font i s small strike strong tt u': formatting,
  nobr: (tree, token) => {
    reconstruct(tree);
    if (inScope(tree, tags.nobr)) adopt(tree, tags.nobr);
    formatting(tree, token);
  },
  'applet marquee object': (tree, token) => {
    reconstruct(tree);
    insert(tree, token);
    pushMarker(tree);
    tree.framesetOk = false;
  },
  table: (tree, token) => {
    if (!tree.quirks) endParagraph(tree);
    insert(tree, token);
    tree.framesetOk = false;
    tree.mode = mode.inTable;
  },
  'area br embed img keygen wbr': (tree, token) => {
    reconstruct(tree);
    insertVoid(tree, token);
    tree.framesetOk = false;
  },
  image: (tree, token) => {
    reconstruct(tree);
    token.tag = tags.img;
    insertVoid(tree, token);
    tree.framesetOk = false;
  },
  input: (tree, token) => {
    reconstruct(tree);
    insertVoid(tree, token);
    if (attributeOf(token, 'type')?.toLowerCase() !== 'hidden') tree.framesetOk = false;
  },
  'param source track': insertVoid,
  hr: (tree, token) => {
    endParagraph(tree);
    insertVoid(tree, token);
    tree.framesetOk = false;
  },
  textarea: (tree, token) => {
    insertRaw(tree, token, content.rcdata);
    tree.framesetOk = false;
  },
  xmp: (tree, token) => {
    endParagraph(tree);
    reconstruct(tree);
    tree.framesetOk = false;
    rawText(tree, token);
  },
  iframe: (tree, token) => {
    tree.framesetOk = false;
    rawText(tree, token);
  },
  noembed: rawText,
  noscript: (tree, token) => {
    if (tree.scripting) return rawText(tree, token);
    reconstruct(tree);
    insert(tree, token);
  },
  select: (tree, token) => {
    reconstruct(tree);
    insert(tree, token);
    tree.framesetOk = false;
    tree.mode = tableModes.has(tree.mode) ? mode.inSelectInTable : mode.inSelect;
  },
  'optgroup option': (tree, token) => {
    if (currentIs(tree, tags.option)) pop(tree);
    reconstruct(tree);
    insert(tree, token);
  },
  'rb rtc': (tree, token) => {
    if (inScope(tree, tags.ruby)) endImplied(tree);
    insert(tree, token);
  },
  'rp rt': (tree, token) => {
    if (inScope(tree, tags.ruby)) endImplied(tree, tags.rtc);
    insert(tree, token);
  },
  math: foreign(namespace.math),
  svg: foreign(namespace.svg),
  'caption col colgroup frame head tbody td tfoot th thead tr': () => {},
});
