import type { Result } from '@sitegrade/core';
import stringWidth from 'fast-string-width';
import { plainText } from '../plain-text.ts';
import { labelled, type Terminal, wrap } from '../terminal.ts';

const indent = '  ';

/** Blocks of lines as text: indented, with empty lines between the blocks and around them. */
export function blocksText(blocks: readonly (readonly string[])[]): string {
  const lines = blocks.flatMap((block) => ['', ...block]);
  return `${lines.map((line) => (line === '' ? '' : indent + line)).join('\n')}\n\n`;
}

/** Parts side by side. One that does not fit begins a new line. */
export function sideBySide(parts: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)}  ${part}`;
    if (lines.length > 0 && stringWidth(longer) <= width) lines[lines.length - 1] = longer;
    else if (stringWidth(part) <= width) lines.push(part);
    else lines.push(...wrap(part, width));
  }
  return lines;
}

/** The columns within the indents. */
export function contentWidth({ width }: Terminal): number {
  return width - 2 * indent.length;
}

/** A bar as long as a score, in the colour of its result; empty without one. */
export function bar(score: number | null, barWidth: number, terminal: Terminal): string {
  const filled = Math.round(((score ?? 0) / 100) * barWidth);
  const rest = terminal.colors.dim('░'.repeat(barWidth - filled));
  return colorOf(resultOf(score ?? 0), terminal)('█'.repeat(filled)) + rest;
}

/** The limits of a report's result, for the score of a category. */
function resultOf(score: number): Result {
  if (score >= 80) return 'good';
  return score >= 50 ? 'decent' : 'bad';
}

/** A warning with its reasons. */
export function notice(
  title: string,
  reasons: readonly string[],
  terminal: Terminal,
): readonly string[] {
  const width = contentWidth(terminal) - 2;
  return [
    '',
    ...labelled('!', wrap(title, width), 2).map(terminal.colors.yellow),
    ...reasons.flatMap((reason) => {
      if (reasons.length === 1) return labelled('', wrap(plainText(reason), width), 2);
      return labelled('', labelled('-', wrap(plainText(reason), width - 2), 2), 2);
    }),
  ];
}

/** The colour of a result. */
export function colorOf(result: Result, { colors }: Terminal): (text: string) => string {
  const byResult = { good: colors.green, decent: colors.yellow, bad: colors.red } as const;
  return byResult[result];
}

/** `1 page`, `2 pages`. */
export function plural(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
