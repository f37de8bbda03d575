import type { Position } from '../page-facts.ts';

/** Counts the lines of a text up to an offset. A line ends at LF, CR or CRLF. */
export interface Lines {
  /** The position of an offset. Offsets must not decrease, so that the text is scanned once. */
  readonly positionOf: (offset: number) => Position;
  /**
   * Counts the lines of about this many characters more, up to an offset.
   *
   * @returns whether the offset is reached.
   */
  readonly countNext: (to: number, characters: number) => boolean;
}

/** Where what is read from a page is in its source. */
export interface Source extends Pick<Lines, 'positionOf'> {
  /** What the source has between two offsets of one tag. */
  readonly quote: (start: number, end: number) => string;
}

/** Converts offsets of a text to positions. Offsets must not decrease. */
export function positionsIn(text: string): Lines['positionOf'] {
  return linesIn(text).positionOf;
}

/** Creates a line counter for a text. */
export function linesIn(text: string): Lines {
  let line = 1;
  let lineStart = 0;
  let counted = 0;
  let lineFeed = text.indexOf('\n');
  let carriageReturn = text.indexOf('\r');
  const countTo = (offset: number): void => {
    counted = offset;
    while (carriageReturn === -1 && lineFeed !== -1 && lineFeed < offset) {
      lineStart = lineFeed + 1;
      line++;
      lineFeed = text.indexOf('\n', lineStart);
    }
    for (;;) {
      const first = nearer(lineFeed, carriageReturn);
      if (first === -1 || first >= offset) break;
      const pair = first === carriageReturn && lineFeed === first + 1;
      if (pair && first + 1 >= offset) break;
      lineStart = first + (pair ? 2 : 1);
      line++;
      if (lineFeed !== -1 && lineFeed < lineStart) lineFeed = text.indexOf('\n', lineStart);
      if (carriageReturn !== -1 && carriageReturn < lineStart) {
        carriageReturn = text.indexOf('\r', lineStart);
      }
    }
  };
  return {
    positionOf: (offset) => {
      countTo(offset);
      return { line, column: offset - lineStart + 1 };
    },
    countNext: (to, characters) => {
      if (counted < to) countTo(Math.min(to, counted + characters));
      return counted >= to;
    },
  };
}

/** Characters between two offsets whose positions are kept. */
const markedCharacters = 1_024;

/** Creates a line counter for a text that gives positions in any order, once their lines are counted. */
export function positionsAnywhere(text: string): Lines {
  const lines = linesIn(text);
  const marks: Position[] = [];
  const counted = () => marks.length * markedCharacters;
  return {
    positionOf: (offset) => {
      const index = Math.floor(offset / markedCharacters);
      const start = index * markedCharacters;
      const { line, column } = marks[index] ?? lines.positionOf(start);
      const inside = linesIn(text.slice(start, offset + 1)).positionOf(offset - start);
      return {
        line: line + inside.line - 1,
        column: inside.line === 1 ? column + inside.column - 1 : inside.column,
      };
    },
    countNext: (to, characters) => {
      const end = counted() + characters;
      while (counted() <= to && counted() < end) marks.push(lines.positionOf(counted()));
      return counted() > to;
    },
  };
}

function nearer(left: number, right: number): number {
  if (left === -1 || right === -1) return Math.max(left, right);
  return Math.min(left, right);
}
