import { trimUrl } from '../../store/report.ts';

/** A line of a field that is not empty. */
interface FilledLine {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines of a field that are not empty: one more than allowed at most, so that it is refused. */
export function filledLines(field: string, max: number): readonly FilledLine[] {
  const lines: FilledLine[] = [];
  for (const [index, line] of field.split(/\r\n|\r|\n/).entries()) {
    const text = line.trim();
    if (trimUrl(text) !== '') lines.push({ line: index + 1, text });
    if (lines.length > max) break;
  }
  return lines;
}
