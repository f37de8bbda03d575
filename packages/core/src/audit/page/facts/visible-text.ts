import { trait } from '../tokens/tags.ts';
import type { OpenElement, TextBuffer } from '../tree/open-element.ts';
import type { TextRun } from '../tree/text-run.ts';
import { countWords, type WordCount } from './count-words.ts';
import { createPageText } from './page-text.ts';
import {
  addLabelIds,
  appendText,
  collapse,
  labelIdsOf,
  separateAccessibleText,
  sizeOf,
} from './text-buffer.ts';

/** Text buffers that collect at once; elements nested deeper get no text. */
const openBufferLimit = 32;
/** Characters of all text buffers together: one text can be in many of them. */
const bufferedLimit = 4_000_000;

/** Tracks the visible text of a page: its words, and the text of headings and links. */
export interface VisibleText {
  readonly count: WordCount;
  /** The text so far. */
  readonly text: () => string;
  /** Buffers that are collecting text, outermost first. */
  readonly openBuffers: readonly TextBuffer[];
  /** Whether the current position is inside an element whose text is not shown. */
  readonly isHidden: () => boolean;
  opened(element: OpenElement): void;
  closed(element: OpenElement): void;
  /** Separates the words before and after. */
  wordBreak(): void;
  add(run: TextRun): void;
  /**
   * Adds the alternative text of an image: part of the text of its ancestors, not of the page.
   *
   * @param accessibleText - What is read out for the image.
   * @param labelledBy - The image's `aria-labelledby`; `null` where there is none.
   */
  alternative(text: string, accessibleText: string, labelledBy: string | null): void;
  /** Adds what is read out for an element without text. */
  addAccessibleText(accessibleText: string): void;
}

/**
 * Creates the tracker of a page's text.
 *
 * @param onLimit - Called where an element's text is not collected because a limit is reached.
 */
export function trackVisibleText(onLimit: () => void): VisibleText {
  const count: WordCount = { words: 0, inWord: false };
  const pageText = createPageText();
  const openBuffers: TextBuffer[] = [];
  let wordBreaks = 0;
  let buffered = 0;
  let hiddenDepth = 0;
  let excludedDepth = 0;

  const wordBreak = (): void => {
    if (hiddenDepth > 0) return;
    wordBreaks++;
    count.inWord = false;
    pageText.blockBreak();
    for (const buffer of openBuffers) space(buffer);
  };
  return {
    count,
    text: pageText.text,
    openBuffers,
    isHidden: () => hiddenDepth > 0,
    wordBreak,
    opened: ({ traits, buffer }) => {
      if ((traits & trait.breaksWords) !== 0) wordBreak();
      if ((traits & trait.hidden) !== 0) hiddenDepth++;
      if ((traits & trait.excludedFromText) !== 0) excludedDepth++;
      if (buffer?.collectsText && buffer.open++ === 0) {
        if (buffer.wordBreaksAtClose !== wordBreaks) space(buffer);
        if (openBuffers.length >= openBufferLimit || buffered > bufferedLimit) return onLimit();
        buffered -= sizeOf(buffer);
        openBuffers.push(buffer);
      }
    },
    closed: ({ traits, buffer }) => {
      if ((traits & trait.hidden) !== 0) hiddenDepth--;
      if ((traits & trait.breaksWords) !== 0) wordBreak();
      if ((traits & trait.excludedFromText) !== 0) excludedDepth--;
      if (buffer?.collectsText && --buffer.open === 0) {
        buffer.wordBreaksAtClose = wordBreaks;
        const index = openBuffers.lastIndexOf(buffer);
        if (index < 0) return;
        openBuffers.splice(index, 1);
        buffered += sizeOf(buffer);
      }
    },
    add: (run) => {
      if (hiddenDepth > 0) return;
      if (run.blank) {
        if (excludedDepth === 0) {
          count.inWord = false;
          pageText.space();
        }
        for (const buffer of openBuffers) space(buffer);
        return;
      }
      let isKept = false;
      if (excludedDepth === 0) {
        countWords(count, run);
        isKept = !pageText.isFull();
      }
      if (!isKept && openBuffers.length === 0) return;
      const piece = collapse(run.text.slice(run.start, run.end));
      if (isKept) pageText.add(piece);
      for (const buffer of openBuffers) {
        appendText(buffer, piece);
        if (buffer.accessibleText !== null && buffer.excluded === 0)
          appendText(buffer.accessibleText, piece);
      }
    },
    alternative: (text, accessibleText, labelledBy) => {
      wordBreak();
      if (hiddenDepth === 0 && openBuffers.length > 0) {
        if (accessibleText !== text)
          for (const buffer of openBuffers) separateAccessibleText(buffer);
        const collapsed = collapse(text);
        const read = accessibleText === text ? collapsed : collapse(accessibleText);
        const ids = labelIdsOf(labelledBy ?? '');
        for (const buffer of openBuffers) {
          appendText(buffer, collapsed);
          if (buffer.excluded > 0) continue;
          if (buffer.accessibleText !== null) appendText(buffer.accessibleText, read);
          addLabelIds(buffer, ids);
        }
      }
      wordBreak();
    },
    addAccessibleText: (accessibleText) => {
      if (hiddenDepth > 0 || accessibleText === '') return;
      const collapsed = collapse(` ${accessibleText} `);
      for (const buffer of openBuffers) {
        const separate = separateAccessibleText(buffer);
        if (buffer.excluded === 0) appendText(separate, collapsed);
      }
    },
  };
}

function space(buffer: TextBuffer): void {
  buffer.space = true;
  if (buffer.accessibleText !== null) buffer.accessibleText.space = true;
}
