import type { TagToken } from '../tokens/tag-token.ts';
import type { DocumentMode } from './document-mode.ts';
import type { OpenElement, TextBuffer } from './open-element.ts';
import type { TextRun } from './text-run.ts';

/** Receives what tree construction finds in the document. */
export interface Recorder {
  /** Offsets of the doctype, and the mode it selects. */
  doctype(start: number, end: number, mode: DocumentMode): void;
  /** An `<html>` tag that counts: the first, or one whose attributes join it. */
  html(token: TagToken): void;
  /**
   * A start tag became an HTML element of the document.
   *
   * @returns the buffer for its text, where a fact needs it.
   */
  element(token: TagToken, inHead: boolean): TextBuffer | null;
  /** A start tag became an SVG or MathML element of the document. */
  foreignElement(token: TagToken): TextBuffer | null;
  /** A new maximum of open elements. */
  depth(open: number): void;
  /** The head ended because of something that is not allowed in it. */
  headEnds(start: number, end: number): void;
  /** A `</head>` after the head had already ended. */
  strayHeadEnd(): void;
  /** A second `<head>` or `<body>` tag. */
  strayTag(token: TagToken): void;
  /** An element opened that has a text buffer or traits that affect text. */
  opened(element: OpenElement): void;
  closed(element: OpenElement): void;
  /** Separates the words before and after. */
  wordBreak(): void;
  /** Text that the document shows, references decoded. */
  text(run: TextRun): void;
  /** The body begins. */
  bodyStarts(): void;
  /** A frameset replaces the body and all of its content. */
  bodyIsDropped(): void;
  /** Something was left out. */
  note(note: string): void;
}

/** A recorder that also receives the text of elements such as `<title>` and `<script>`. */
export interface RawTextRecorder extends Recorder {
  /** A piece of the text of the element that was recorded last. */
  rawText(run: TextRun): void;
  rawTextEnds(): void;
}
