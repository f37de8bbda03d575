import type { JsonLdFact } from '../page-facts.ts';
import type { TextRun } from '../tree/tree.ts';
import type { Collected } from './collected.ts';
import { callsDocumentWrite } from './document-write.ts';
import type { Mutable } from './frame.ts';
import { collectMarks } from './script-marks.ts';
import { createStyleReader } from './style-marks.ts';
import {
  appendText,
  chargeOf,
  collapse,
  createTextBuffer,
  type TextBuffer,
} from './text-buffer.ts';
import type { VisibleText } from './visible-text.ts';

/** Limits of JSON-LD: characters of a block, characters in total, number of blocks. */
const jsonLdLimit = { characters: 200_000, inAll: 1_000_000, blocks: 100 } as const;
/** Scripts that are read for calls of `document.write`, which takes longer than searching them. */
const writingLimit = 20;
/** Characters of `<noscript>` that are kept, tags included. */
const noscriptLimit = 10_000;

/** Routes the text of elements whose content is not markup. */
export interface RawText {
  /** An element starts: the next text is dropped unless one of the following is called. */
  readonly elementStarts: () => void;
  /** The next text is part of the page's visible text. */
  readonly page: () => void;
  readonly noscript: () => void;
  /** The next text is that of the `<title>`, whose buffer and number of characters are passed to functions. */
  readonly title: (
    take: (buffer: TextBuffer) => void,
    charge: (characters: number) => void,
  ) => void;
  readonly jsonLd: (fact: Mutable<JsonLdFact>) => void;
  /** The next text is a script, whose marks are added to a list. */
  readonly script: (marks: string[], keep: (mark: string) => boolean) => void;
  /** The next text is a style sheet, whose marks are added to those of the page. */
  readonly style: () => void;
  readonly text: (run: TextRun) => void;
  readonly ends: () => void;
}

/** Creates the router. Most other raw text is dropped. */
export function createRawTextReader(visible: VisibleText, collected: Collected): RawText {
  let sink: ((run: TextRun) => void) | null = null;
  let jsonLdLeft: number = jsonLdLimit.inAll;
  let writingLeft: number = writingLimit;
  const writes = (text: string, from: number) =>
    writingLeft-- > 0 && callsDocumentWrite(text, from);
  const readStyle = createStyleReader((mark) => {
    const { styleMarks } = collected;
    if (!styleMarks.includes(mark)) collected.styleMarks = [...styleMarks, mark].sort();
  });
  return {
    elementStarts: () => {
      sink = null;
    },
    page: () => {
      sink = visible.add;
    },
    noscript: () => {
      sink = ({ text, start, end }) => {
        const room = noscriptLimit - collected.noscript.length;
        if (room > 0) collected.noscript += `${text.slice(start, Math.min(end, start + room))} `;
      };
    },
    title: (take, charge) => {
      const buffer = createTextBuffer(true, null);
      take(buffer);
      sink = ({ text, start, end }) => {
        appendText(buffer, collapse(text.slice(start, end)));
        charge(chargeOf(buffer));
      };
    },
    jsonLd: (fact) => {
      if (collected.jsonLd.length >= jsonLdLimit.blocks) {
        collected.notes.add(`only the first ${jsonLdLimit.blocks} blocks of JSON-LD are read`);
        return;
      }
      collected.jsonLd.push(fact);
      sink = ({ text, start, end }) => {
        const room = Math.min(jsonLdLimit.characters - fact.text.length, jsonLdLeft);
        if (end - start > room) fact.truncated = true;
        if (end - start > jsonLdLeft) {
          collected.notes.add('there is more JSON-LD than is read: some blocks are cut');
        }
        if (room <= 0) return;
        const kept = text.slice(start, Math.min(end, start + room));
        jsonLdLeft -= kept.length;
        fact.text += kept;
      };
    },
    script: (marks, keep) => {
      const collect = collectMarks(marks, keep, writes);
      sink = ({ text, start, end }) => collect(text, start, end);
    },
    style: () => {
      const read = readStyle();
      sink = ({ text, start, end }) => read(text, start, end);
    },
    text: (run) => sink?.(run),
    ends: () => {
      sink = null;
    },
  };
}
