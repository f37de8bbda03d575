import { isSpace } from '../../tokens/characters.ts';
import { byTag, knownTag, type Tag } from '../../tokens/tags.ts';
import { content, type TagToken } from '../../tokens/token.ts';
import { pushMarker } from '../formatting.ts';
import { insert, insertImplied, insertRaw, insertTemplate, insertVoid } from '../insert.ts';
import { pop, push, remove } from '../open-elements.ts';
import { endTemplate } from '../reset-mode.ts';
import { type Mode, mode, type Rules, rulesOf, sameAs, type Tree } from '../tree.ts';

const html = knownTag('html');
const head = knownTag('head');
const body = knownTag('body');
const br = knownTag('br');
const noscript = knownTag('noscript');
const template = knownTag('template');
const frameset = knownTag('frameset');

const inBody = sameAs(mode.inBody);

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
  if (token.tag === html) return inBody.startTag(tree, token);
  if (token.tag === head) {
    tree.head = insert(tree, token);
    tree.mode = mode.inHead;
    return;
  }
  tree.mode = openHead(tree);
  rulesOf(tree).startTag(tree, token);
});

/** End tags that end the head. */
const ending = new Set([html, body, br]);

const starts = new Map<Tag, (tree: Tree, token: TagToken) => void>([
  ...['base', 'basefont', 'bgsound', 'link', 'meta'].map(
    (name) => [knownTag(name), insertVoid] as const,
  ),
  [knownTag('title'), (tree, token) => insertRaw(tree, token, content.rcdata)],
  [knownTag('style'), (tree, token) => insertRaw(tree, token, content.rawText)],
  [knownTag('noframes'), (tree, token) => insertRaw(tree, token, content.rawText)],
  [knownTag('script'), (tree, token) => insertRaw(tree, token, content.script)],
  [head, () => {}],
  [html, (tree, token) => inBody.startTag(tree, token)],
  [
    noscript,
    (tree, token) => {
      if (tree.scripting) return insertRaw(tree, token, content.rawText);
      insert(tree, token);
      tree.mode = mode.inHeadNoscript;
    },
  ],
  [
    template,
    (tree, token) => {
      insertTemplate(tree, token);
      pushMarker(tree);
      tree.framesetOk = false;
      tree.mode = mode.inTemplate;
      tree.templateModes.push(mode.inTemplate);
    },
  ],
]);

export const inHead: Rules = {
  text: (tree, run) => {
    if (run.blank) return;
    const start = skipSpace(tree.text, run.at);
    tree.recorder.headEnds(start, endOfText(tree.text, start));
    endHead(tree).text(tree, run);
  },
  startTag: (tree, token) => {
    const start = starts.get(token.tag);
    if (start) return start(tree, token);
    if (token.tag !== body) tree.recorder.headEnds(token.start, token.end);
    endHead(tree).startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (tag === head) {
      pop(tree);
      tree.mode = mode.afterHead;
    } else if (tag === template) {
      endTemplate(tree);
    } else if (ending.has(tag)) {
      endHead(tree).endTag(tree, tag);
    }
  },
};

/** Characters of a text that evidence may quote. */
const longestQuote = 300;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function endOfText(text: string, start: number): number {
  const end = text.slice(start, start + longestQuote).indexOf('<', 1);
  return start + (end === -1 ? longestQuote : end);
}

function endHead(tree: Tree): Rules {
  pop(tree);
  tree.mode = mode.afterHead;
  return rulesOf(tree);
}

const inNoscript = new Set(
  ['basefont', 'bgsound', 'link', 'meta', 'noframes', 'style'].map(knownTag),
);

/** In a `<noscript>` of the head, for clients that run no scripts. */
export const inHeadNoscript: Rules = {
  text: (tree, run) => {
    if (!run.blank) endNoscript(tree).text(tree, run);
  },
  startTag: (tree, token) => {
    if (token.tag === html) inBody.startTag(tree, token);
    else if (inNoscript.has(token.tag)) inHead.startTag(tree, token);
    else if (token.tag !== head && token.tag !== noscript) endNoscript(tree).startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (tag === noscript) endNoscript(tree);
    else if (tag === br) endNoscript(tree).endTag(tree, tag);
  },
};

function endNoscript(tree: Tree): Rules {
  pop(tree);
  tree.mode = mode.inHead;
  return inHead;
}

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
    if (tag === html) return inBody.startTag(tree, token);
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

const modes = byTag<Mode>({
  'caption colgroup tbody tfoot thead': mode.inTable,
  col: mode.inColumnGroup,
  tr: mode.inTableBody,
  'td th': mode.inRow,
});

/** In a template, whose first element determines the mode of its content. */
export const inTemplate: Rules = {
  text: inBody.text,
  startTag: (tree, token) => {
    if (belongToHead.has(token.tag)) return rulesOf(tree, mode.inHead).startTag(tree, token);
    tree.mode = modes(token.tag) ?? mode.inBody;
    tree.templateModes[tree.templateModes.length - 1] = tree.mode;
    rulesOf(tree).startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (tag === template) endTemplate(tree);
  },
};
