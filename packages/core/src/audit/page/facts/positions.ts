import type { Position } from '../page-facts.ts';

/**
 * Tells lines and columns of offsets that only ever grow, so that the text is gone over once. A
 * line ends at a line feed, a carriage return, or both together.
 */
export function positionsIn(text: string): (offset: number) => Position {
  let line = 1;
  let lineStart = 0;
  let lineFeed = text.indexOf('\n');
  let carriageReturn = text.indexOf('\r');
  return (offset) => {
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
    return { line, column: offset - lineStart + 1 };
  };
}

function nearer(left: number, right: number): number {
  if (left === -1 || right === -1) return Math.max(left, right);
  return Math.min(left, right);
}
