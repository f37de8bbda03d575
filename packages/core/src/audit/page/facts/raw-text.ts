import type { JsonLdFact } from '../page-facts.ts';
import type { Passage } from '../tree/open-element.ts';
import type { TextRun } from '../tree/text-run.ts';
import type { Collected, Gathering, TextTaker } from './collected.ts';
import { collapse, createPassage, gather } from './passages.ts';
import type { VisibleText } from './visible-text.ts';

/** Characters of one JSON-LD block and of all, and blocks, that are kept. */
const jsonLdLimit = { characters: 200_000, inAll: 1_000_000, blocks: 100 } as const;
/** Characters of `<noscript>` that are kept, with their tags. */
const noscriptLimit = 10_000;

/** The text of elements whose text is no markup. */
export interface RawText {
  /** An element begins: what came before it has nothing to do with the text that comes next. */
  readonly begins: () => void;
  /** The text that comes next is shown as part of the page. */
  readonly page: () => void;
  readonly noscript: () => void;
  readonly title: (take: (passage: Passage, taker: TextTaker) => void, taker: TextTaker) => void;
  readonly jsonLd: (fact: Gathering<JsonLdFact>) => void;
  readonly text: (run: TextRun) => void;
  readonly ends: () => void;
}

/** Sends the text of raw elements to where it belongs; most of it belongs nowhere. */
export function readRawText(visible: VisibleText, collected: Collected): RawText {
  let target: ((run: TextRun) => void) | null = null;
  let jsonLdLeft: number = jsonLdLimit.inAll;
  return {
    begins: () => {
      target = null;
    },
    page: () => {
      target = visible.add;
    },
    noscript: () => {
      target = ({ text, start, end }) => {
        const room = noscriptLimit - collected.noscript.length;
        if (room > 0) collected.noscript += `${text.slice(start, Math.min(end, start + room))} `;
      };
    },
    title: (take, taker) => {
      const passage = createPassage(true, null);
      take(passage, taker);
      target = ({ text, start, end }) => gather(passage, collapse(text.slice(start, end)));
    },
    jsonLd: (fact) => {
      if (collected.jsonLd.length >= jsonLdLimit.blocks) {
        collected.notes.add(`only the first ${jsonLdLimit.blocks} blocks of JSON-LD are read`);
        return;
      }
      collected.jsonLd.push(fact);
      target = ({ text, start, end }) => {
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
    text: (run) => target?.(run),
    ends: () => {
      target = null;
    },
  };
}
