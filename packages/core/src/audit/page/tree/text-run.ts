/** A run of text of the document. Written over by the next one. */
export interface TextRun {
  /** What it is a part of: the page, or the run itself where references had to be decoded. */
  text: string;
  start: number;
  end: number;
  /** Whether it is white space only, as the standard's tree rules see it. */
  blank: boolean;
  /** Where it begins in the page. */
  at: number;
}
