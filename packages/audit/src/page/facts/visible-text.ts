import type { PageFacts } from '../page-facts.ts';
import { cut } from '../tokens/characters.ts';
import type { TextRun } from '../tree/tree.ts';
import { readRun, type WordCount, wordsOf } from './read-run.ts';
import { removeAt } from './remove-at.ts';
import {
  addLabelIds,
  appendText,
  appendWords,
  collapse,
  isOfLabel,
  labelIdsOf,
  separateAccessibleText,
  sizeOf,
  type TextBuffer,
} from './text-buffer.ts';
import { textTrait } from './text-traits.ts';

/** Text buffers that collect at once; elements nested deeper get no text. */
const openBufferLimit = 32;
/** Characters of all text buffers together: one text can be in many of them. */
const bufferedLimit = 4_000_000;

/** Tracks the visible text of a page: its words, and the text of headings and links. */
export interface VisibleText {
  readonly count: WordCount;
  /** The words of text that is hidden from all visitors. */
  readonly hiddenCount: WordCount;
  /** The text so far, and where an element starts or ends between characters that may be of one email address. */
  readonly text: () => Pick<PageFacts, 'text' | 'textSeams'>;
  /** Whether the end of the text was left out. */
  readonly isTextCut: () => boolean;
  /** Buffers that are collecting text, outermost first. */
  readonly openBuffers: readonly TextBuffer[];
  /** Whether the current position is inside an element whose text is not shown. */
  readonly isHidden: () => boolean;
  /** An element with these {@link textTrait} flags opened. */
  opened(traits: number, buffer: TextBuffer | null): void;
  closed(traits: number, buffer: TextBuffer | null): void;
  /** An element starts or ends. */
  seam(): void;
  /** Separates the words before and after. */
  wordBreak(): void;
  add(run: TextRun): void;
  /**
   * Adds the alternative text of an image: part of the text of its ancestors, not of the page.
   *
   * @param accessibleText - What is read out for the image.
   * @param labelledBy - The image's `aria-labelledby`; `null` where there is none.
   */
  addAlternative(text: string, accessibleText: string, labelledBy: string | null): void;
  /**
   * Adds what is read out for an element without text.
   *
   * @param isField - Whether it is a form field, which adds nothing to a `<label>` around it.
   */
  addAccessibleText(accessibleText: string, isField: boolean): void;
}

/**
 * Creates the tracker of a page's text.
 *
 * @param onLimit - Called where an element's text is not collected because a limit is reached.
 * @param onForeignProse - Called with text that visitors see, that is not code, and that is not only ASCII.
 */
export function trackVisibleText(
  onLimit: () => void,
  onForeignProse: (run: TextRun) => void,
): VisibleText {
  const count: WordCount = { words: 0, inWord: false };
  const hiddenCount: WordCount = { words: 0, inWord: false };
  /** The words of text that some visitors see. */
  const uncounted: WordCount = { words: 0, inWord: false };
  const pageText = createPageText();
  const openBuffers: TextBuffer[] = [];
  let wordBreaks = 0;
  let buffered = 0;
  let hiddenDepth = 0;
  let excludedDepth = 0;
  let hiddenFromAllDepth = 0;
  let choicesDepth = 0;
  let codeDepth = 0;

  const wordBreak = (): void => {
    if (hiddenDepth > 0) return;
    wordBreaks++;
    count.inWord = false;
    hiddenCount.inWord = false;
    pageText.blockBreak();
    for (const buffer of openBuffers) space(buffer);
  };
  return {
    count,
    hiddenCount,
    text: pageText.text,
    seam: pageText.seam,
    isTextCut: pageText.isFull,
    openBuffers,
    isHidden: () => hiddenDepth > 0,
    wordBreak,
    opened: (traits, buffer) => {
      if ((traits & textTrait.breaksWords) !== 0) wordBreak();
      if ((traits & textTrait.hidden) !== 0) hiddenDepth++;
      if ((traits & textTrait.excludedFromText) !== 0) excludedDepth++;
      if ((traits & textTrait.choices) !== 0) choicesDepth++;
      if ((traits & textTrait.code) !== 0) codeDepth++;
      if ((traits & textTrait.hiddenFromAll) !== 0) {
        hiddenFromAllDepth++;
        hiddenCount.inWord = false;
      }
      if (buffer?.collectsText && buffer.open++ === 0) {
        if (buffer.wordBreaksAtClose !== wordBreaks) space(buffer);
        if (openBuffers.length >= openBufferLimit || buffered > bufferedLimit) return onLimit();
        buffered -= sizeOf(buffer);
        openBuffers.push(buffer);
      }
    },
    closed: (traits, buffer) => {
      if ((traits & textTrait.hidden) !== 0) hiddenDepth--;
      if ((traits & textTrait.breaksWords) !== 0) wordBreak();
      if ((traits & textTrait.excludedFromText) !== 0) excludedDepth--;
      if ((traits & textTrait.choices) !== 0) choicesDepth--;
      if ((traits & textTrait.hiddenFromAll) !== 0) hiddenFromAllDepth--;
      if ((traits & textTrait.code) !== 0) codeDepth--;
      if (buffer?.collectsText && --buffer.open === 0) {
        buffer.wordBreaksAtClose = wordBreaks;
        const index = openBuffers.lastIndexOf(buffer);
        if (index < 0) return;
        removeAt(openBuffers, index);
        buffered += sizeOf(buffer);
      }
    },
    add: (run) => {
      if (hiddenDepth > 0) return;
      if (run.blank) {
        if (excludedDepth === 0) {
          count.inWord = false;
          pageText.space();
        } else hiddenCount.inWord = false;
        for (const buffer of openBuffers) space(buffer);
        return;
      }
      const isShown = excludedDepth === 0;
      const counted = hiddenFromAllDepth > 0 ? hiddenCount : uncounted;
      const read = readRun(run, isShown ? count : counted);
      if (isShown && codeDepth === 0 && !read.isAscii) onForeignProse(run);
      const isKept = isShown && !pageText.isFull();
      if (!isKept && openBuffers.length === 0) return;
      const words = wordsOf(run, read);
      const { spaceBefore, spaceAfter } = read;
      if (isKept) pageText.add(words, spaceBefore, spaceAfter);
      for (const buffer of openBuffers) {
        if (choicesDepth > 0 && isOfLabel(buffer)) continue;
        if (buffer.hiddenInside === 0) appendWords(buffer, words, spaceBefore, spaceAfter);
        if (buffer.accessibleText !== null && buffer.excluded === 0)
          appendWords(buffer.accessibleText, words, spaceBefore, spaceAfter);
        if (buffer.visibleLabel !== null && isShown)
          appendWords(buffer.visibleLabel, words, spaceBefore, spaceAfter);
      }
    },
    addAlternative: (text, accessibleText, labelledBy) => {
      wordBreak();
      if (hiddenDepth === 0 && openBuffers.length > 0)
        appendAlternative(openBuffers, text, accessibleText, labelledBy);
      wordBreak();
    },
    addAccessibleText: (accessibleText, isField) => {
      if (hiddenDepth > 0 || accessibleText === '') return;
      const collapsed = collapse(` ${accessibleText} `);
      for (const buffer of openBuffers) {
        if (isField && isOfLabel(buffer)) continue;
        const separate = separateAccessibleText(buffer);
        if (buffer.excluded === 0) appendText(separate, collapsed);
      }
    },
  };
}

function appendAlternative(
  openBuffers: readonly TextBuffer[],
  text: string,
  accessibleText: string,
  labelledBy: string | null,
): void {
  if (accessibleText !== text) for (const buffer of openBuffers) separateAccessibleText(buffer);
  const collapsed = collapse(text);
  const read = accessibleText === text ? collapsed : collapse(accessibleText);
  const ids = labelIdsOf(labelledBy ?? '');
  for (const buffer of openBuffers) {
    if (buffer.hiddenInside === 0) appendText(buffer, collapsed);
    if (buffer.excluded > 0) continue;
    if (buffer.accessibleText !== null) appendText(buffer.accessibleText, read);
    addLabelIds(buffer, ids);
  }
}

function space(buffer: TextBuffer): void {
  buffer.space = true;
  if (buffer.accessibleText !== null) buffer.accessibleText.space = true;
  if (buffer.visibleLabel !== null) buffer.visibleLabel.space = true;
}

/** Characters of a page's text that are kept. */
const pageTextLimit = 100_000;
/** Seams of a page's text that are kept. */
const seamLimit = 10_000;
/** A character of an email address. */
const addressCharacter = /[\w.+%@-]/;

/** Collects the visible text of a page, one line for each block. */
interface PageText {
  /** Whether the limit is reached. */
  isFull(): boolean;
  /** Adds text in which every run of white space is one space, and the white space around it. */
  add(words: string, spaceBefore: boolean, spaceAfter: boolean): void;
  /** Adds white space. */
  space(): void;
  /** Ends the line: a block boundary. */
  blockBreak(): void;
  /** An element starts or ends. */
  seam(): void;
  /** The collected text, cut to 100,000 characters, and where an element starts or ends in an email address. */
  text(): Pick<PageFacts, 'text' | 'textSeams'>;
}

/** Creates an empty collector. */
function createPageText(): PageText {
  const pieces: string[] = [];
  const seams: number[] = [];
  let length = 0;
  /** Number of the characters so far. */
  let offset = 0;
  let last = '';
  let due = '';
  let isSeam = false;
  return {
    isFull: () => length > pageTextLimit,
    add: (words, spaceBefore, spaceAfter) => {
      if (due === '' && spaceBefore) due = ' ';
      if (words === '') return;
      if (isSeam && due === '' && seams.length < seamLimit) {
        if (addressCharacter.test(last) && addressCharacter.test(words.charAt(0)))
          seams.push(offset);
      }
      isSeam = false;
      if (length > 0) {
        pieces.push(due);
        offset += due.length;
      }
      pieces.push(words);
      length += words.length + 1;
      offset += words.length;
      last = words.charAt(words.length - 1);
      due = spaceAfter ? ' ' : '';
    },
    space: () => {
      if (due === '') due = ' ';
    },
    blockBreak: () => {
      due = '\n';
    },
    seam: () => {
      isSeam = true;
    },
    text: () => {
      const text = cut(pieces.join(''), pageTextLimit).trimEnd();
      return { text, textSeams: seams.filter((seam) => seam < text.length) };
    },
  };
}
