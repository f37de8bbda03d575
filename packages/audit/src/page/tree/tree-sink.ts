import { decodeText } from '../tokens/character-references.ts';
import { isSpace } from '../tokens/characters.ts';
import { knownTag, tagCount } from '../tokens/tags.ts';
import { content, type TagToken, type TokenSink } from '../tokens/token.ts';
import { documentMode } from './document-mode.ts';
import {
  foreignEndTag,
  foreignStartTag,
  foreignText,
  isForeign,
  takesForeignTag,
  takesForeignText,
} from './foreign-content.ts';
import { afterAfterBody, afterBody, inBody } from './modes/body.ts';
import { afterAfterFrameset, afterFrameset, inFrameset } from './modes/frameset.ts';
import {
  afterHead,
  beforeHead,
  beforeHtml,
  inHead,
  inHeadNoscript,
  initial,
  inTemplate,
} from './modes/head.ts';
import { inSelect, inSelectInTable } from './modes/select.ts';
import { inCaption, inCell, inColumnGroup, inRow, inTable, inTableBody } from './modes/table.ts';
import { isOpen, pop } from './open-elements.ts';
import { endMarker } from './reset-mode.ts';
import { mode, type Recorder, type Rules, rulesOf, type TextRun, type Tree } from './tree.ts';

const head = knownTag('head');
const body = knownTag('body');
const template = knownTag('template');

/**
 * Runs the standard's tree construction on a page's tokens, without building a tree, and reports the
 * document's elements and text to the recorder.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
 *
 * @param scripting - Whether to parse as a client that runs scripts, which ignores `<noscript>`.
 * @param markers - Where tags of `<template>` begin whose content is in the document, and where their end tags do.
 */
export function treeSink(
  page: string,
  recorder: Recorder,
  { scripting, markers }: Pick<Tree, 'scripting' | 'markers'>,
): TokenSink {
  const tree = createTree(page, recorder, allModes, scripting, markers);
  /** Whether an element is open whose content is not markup. */
  let raw = false;

  const run: TextRun = { text: page, start: 0, end: 0, blank: true, at: 0 };
  /** The first `&` from the last run on, so that it is searched once. */
  let reference = page.indexOf('&');

  const take = (): void => {
    if (raw) recorder.rawText(run);
    else if (takesForeignText(tree)) foreignText(tree, run);
    else rulesOf(tree).text(tree, run);
  };
  const setRun = (at: number, text: string, start: number, end: number, blank: boolean): void => {
    run.at = at;
    run.text = text;
    run.start = start;
    run.end = end;
    run.blank = blank;
  };

  return {
    text: (start, end, blank) => {
      if (reference !== -1 && reference < start) reference = page.indexOf('&', start);
      if (reference !== -1 && reference < end) {
        const decoded = decodeText(page.slice(start, end));
        setRun(start, decoded, 0, decoded.length, isBlankIn(decoded, 0, decoded.length));
      } else {
        setRun(start, page, start, end, blank || isBlankIn(page, start, end));
      }
      take();
    },
    plainText: (start, end) => {
      setRun(start, page, start, end, isBlankIn(page, start, end));
      take();
    },
    startTag: (token) => {
      tree.content = content.markup;
      if (takesForeignTag(tree, token.tag)) foreignStartTag(tree, token);
      else htmlStartTag(tree, token);
      raw = tree.content !== content.markup && tree.content !== content.plaintext;
      return tree.content;
    },
    endTag: ({ tag, start }) => {
      if (raw) {
        raw = false;
        recorder.rawTextEnds();
        pop(tree);
      } else if (markers.has(start)) {
        endMarker(tree);
      } else if (isForeign(tree)) {
        foreignEndTag(tree, tag);
      } else {
        if (tag === head && tree.mode >= mode.afterHead) recorder.strayHeadEnd();
        rulesOf(tree).endTag(tree, tag);
      }
    },
    doctype: (start, end) => {
      if (tree.mode !== mode.initial) return;
      const selected = documentMode(page.slice(start, end));
      tree.quirks = selected === 'quirks';
      tree.mode = mode.beforeHtml;
      recorder.doctype(start, end, selected);
    },
    allowsCdata: () => isForeign(tree),
  };
}

function htmlStartTag(tree: Tree, token: TagToken): void {
  const { tag } = token;
  const stray =
    (tag === head && tree.mode >= mode.inHead) || (tag === body && tree.mode >= mode.inBody);
  if (stray && !isOpen(tree, template)) tree.recorder.strayTag(token);
  rulesOf(tree).startTag(tree, token);
}

function isBlankIn(page: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && isSpace(page.charCodeAt(at))) at++;
  return at === end;
}

const rulesByName: Readonly<Record<keyof typeof mode, Rules>> = {
  initial,
  beforeHtml,
  beforeHead,
  inHead,
  inHeadNoscript,
  afterHead,
  inBody,
  inTable,
  inCaption,
  inColumnGroup,
  inTableBody,
  inRow,
  inCell,
  inSelect,
  inSelectInTable,
  inTemplate,
  afterBody,
  inFrameset,
  afterFrameset,
  afterAfterBody,
  afterAfterFrameset,
};

/** The rules of every insertion mode, at its number. */
const allModes: readonly Rules[] = Object.entries(mode)
  .sort(([, left], [, right]) => left - right)
  .map(([name]) => rulesByName[name as keyof typeof mode]);

/** A document before its first token. */
function createTree(
  text: string,
  recorder: Recorder,
  rules: readonly Rules[],
  scripting: boolean,
  markers: Tree['markers'],
): Tree {
  return {
    text,
    recorder,
    rules,
    scripting,
    markers,
    markersOpen: 0,
    mode: mode.initial,
    templateModes: [],
    stack: [],
    deepest: 0,
    openById: new Int32Array(tagCount),
    formatting: [],
    head: null,
    form: null,
    framesetOk: true,
    quirks: false,
    content: content.markup,
  };
}
