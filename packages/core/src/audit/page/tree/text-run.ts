/** A run of text of the document. Reused for the next one. */
export interface TextRun {
  /** The string it is a part of: the page, or the decoded run where it had references. */
  text: string;
  start: number;
  end: number;
  /** Whether it is only white space, as the standard's tree rules define it. */
  blank: boolean;
  /** Where it begins in the page. */
  at: number;
}
