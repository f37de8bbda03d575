import type { TagToken } from '../tokens/tag-token.ts';
import type { DocumentMode } from './document-mode.ts';
import type { OpenElement, Passage } from './open-element.ts';
import type { TextRun } from './text-run.ts';

/** Who is told what the page's tokens come to, and keeps the facts. */
export interface Recorder {
  /** Where the document's type stands, and what it stands for. */
  doctype(start: number, end: number, mode: DocumentMode): void;
  /** An `<html>` tag that counts: the first, or one whose attributes join it. */
  html(token: TagToken): void;
  /**
   * A start tag became an HTML element of the document.
   *
   * @returns what is to gather its text, where a fact needs it.
   */
  element(token: TagToken, inHead: boolean): Passage | null;
  /** A start tag became an SVG or MathML element of the document. */
  foreignElement(token: TagToken): Passage | null;
  /** So many elements are open: more than ever before. */
  depth(open: number): void;
  /** What may not be in a head ended it. */
  headEnds(start: number, end: number): void;
  /** The head's own end tag, where the head had ended already. */
  strayHeadEnd(): void;
  /** A `<head>` or `<body>` tag where there is one already. */
  strayTag(token: TagToken): void;
  /** An element with a passage or with traits that matter to text opened. */
  opened(element: OpenElement): void;
  closed(element: OpenElement): void;
  /** What stands before and after is no one word. */
  part(): void;
  /** Text that the document shows, references decoded. */
  text(run: TextRun): void;
  /** The body begins. */
  bodyStarts(): void;
  /** A frameset takes the body's place: the document has nothing that was in it. */
  bodyIsDropped(): void;
  /** Something was left out. */
  note(note: string): void;
}

/** A recorder that is told, besides, of the text of elements such as `<title>` and `<script>`. */
export interface RawTextRecorder extends Recorder {
  /** A piece of the text of the element that was recorded last. */
  rawText(run: TextRun): void;
  rawTextEnds(): void;
}
