/** A cell: its text, and how to colour it after padding. */
interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** A row: one cell per column, and several lines in the last one. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly lines: readonly string[];
}

const gap = '  ';

/** Formats rows in columns as wide as their widest cell, below a heading. */
export function table(headings: readonly string[], rows: readonly Row[]): string {
  const heading: Row = {
    cells: headings.slice(0, -1).map((text) => ({ text })),
    lines: headings.slice(-1),
  };
  const all = [heading, ...rows];
  const widths = heading.cells.map((_, column) =>
    Math.max(...all.map(({ cells }) => cells[column]?.text.length ?? 0)),
  );
  const indent = gap.length * widths.length + widths.reduce((sum, width) => sum + width, 0);
  const lines = all.flatMap(({ cells, lines: [first = '', ...more] }) => [
    [...cells.map((cell, column) => painted(cell, widths[column] ?? 0)), first].join(gap),
    ...more.map((line) => ' '.repeat(indent) + line),
  ]);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function painted({ text, paint = (plain) => plain }: Cell, width: number): string {
  return paint(text) + ' '.repeat(width - text.length);
}
