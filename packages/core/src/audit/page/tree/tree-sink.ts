import { decodeText } from '../tokens/character-references.ts';
import { content, type TokenSink } from '../tokens/token-sink.ts';
import { documentMode } from './document-mode.ts';
import {
  foreignEndTag,
  foreignStartTag,
  foreignText,
  isForeign,
  takesForeignTag,
  takesForeignText,
} from './foreign-content.ts';
import { allModes } from './modes/all-modes.ts';
import { pop } from './open-elements.ts';
import type { RawTextRecorder } from './recorder.ts';
import { createTree, mode, rulesOf } from './tree.ts';

/**
 * Takes a page's tokens and finds out what they come to in the document, by the standard's tree
 * construction without a tree.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
 *
 * @param scripting - Whether to read as one that runs scripts, to whom `<noscript>` is nothing.
 */
export function treeSink(
  page: string,
  recorder: RawTextRecorder,
  { scripting }: { readonly scripting: boolean },
): TokenSink {
  const tree = createTree(page, recorder, allModes, scripting);
  /** Whether an element is open whose text is no markup. */
  let raw = false;

  const text = (characters: string): void => {
    if (takesForeignText(tree)) foreignText(tree, characters);
    else rulesOf(tree).text(tree, characters);
  };

  return {
    text: (start, end) => {
      if (raw) recorder.rawText(decodeText(page.slice(start, end)));
      else text(decodeText(page.slice(start, end)));
    },
    plainText: (start, end) => {
      if (raw) recorder.rawText(page.slice(start, end));
      else text(page.slice(start, end));
    },
    startTag: (token) => {
      tree.content = content.markup;
      if (takesForeignTag(tree, token.tag)) foreignStartTag(tree, token);
      else rulesOf(tree).startTag(tree, token);
      raw = tree.content !== content.markup && tree.content !== content.plaintext;
      return tree.content;
    },
    endTag: ({ tag }) => {
      if (raw) {
        raw = false;
        recorder.rawTextEnds();
        pop(tree);
      } else if (isForeign(tree)) {
        foreignEndTag(tree, tag);
      } else {
        rulesOf(tree).endTag(tree, tag);
      }
    },
    doctype: (start, end) => {
      if (tree.mode !== mode.initial) return;
      const itsMode = documentMode(page.slice(start, end));
      tree.quirks = itsMode === 'quirks';
      tree.mode = mode.beforeHtml;
      recorder.doctype(start, end, itsMode);
    },
    allowsCdata: () => isForeign(tree),
  };
}
