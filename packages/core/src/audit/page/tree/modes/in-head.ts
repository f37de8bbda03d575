import { isSpace } from '../../tokens/names.ts';
import type { TagToken } from '../../tokens/tag-token.ts';
import { knownTag, type Tag } from '../../tokens/tags.ts';
import { content } from '../../tokens/token-sink.ts';
import { clearToMarker, pushMarker } from '../active-formatting.ts';
import { insert, insertRaw, insertVoid } from '../insert.ts';
import { isOpen, pop, popThrough } from '../open-elements.ts';
import { resetMode } from '../reset-mode.ts';
import { mode, type Rules, rulesOf, type Tree } from '../tree.ts';

const html = knownTag('html');
const head = knownTag('head');
const noscript = knownTag('noscript');
const template = knownTag('template');
const br = knownTag('br');
const body = knownTag('body');
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
  [html, (tree, token) => rulesOf(tree, mode.inBody).startTag(tree, token)],
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
      insert(tree, token);
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

/** `</template>`, in any mode. */
export function endTemplate(tree: Tree): void {
  if (!isOpen(tree, template)) return;
  popThrough(tree, template);
  clearToMarker(tree);
  tree.templateModes.pop();
  resetMode(tree);
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
    if (token.tag === html) rulesOf(tree, mode.inBody).startTag(tree, token);
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
