/** The result of one part of a deletion that is repeated until it is done. */
export interface DeletedPart {
  readonly deleted: number;
  /** Whether nothing was left. */
  readonly isDone: boolean;
}
