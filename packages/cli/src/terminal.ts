import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import picocolors from 'picocolors';
import type { Environment } from './environment.ts';

/** How text for people is laid out. */
export interface Terminal {
  /** Columns to fill. */
  readonly width: number;
  readonly colors: ReturnType<typeof picocolors.createColors>;
}

const defaultWidth = 80;
const minWidth = 40;
/** Longer lines are hard to read. */
const maxWidth = 120;

/** Text that is not for a terminal. */
export const noTerminal: Terminal = {
  width: defaultWidth,
  colors: picocolors.createColors(false),
};

/**
 * The terminal that standard output is. Colours are on for a terminal; `NO_COLOR` turns them off and
 * `FORCE_COLOR` on, also for a pipe.
 */
export function terminalOf({ stdout, variables }: Environment): Terminal {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = variables;
  const isForced = FORCE_COLOR !== '' && FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  const isWanted = isForced || (FORCE_COLOR === '' && stdout.isTTY === true && TERM !== 'dumb');
  const width = (stdout.isTTY && stdout.columns) || defaultWidth;
  return {
    width: Math.max(minWidth, Math.min(width, maxWidth)),
    colors: picocolors.createColors(NO_COLOR === '' && isWanted),
  };
}

const noBreak = '\u00a0';

/** Without spaces at which a line may end. */
function unbroken(text: string): string {
  return text.replaceAll(' ', noBreak);
}

/**
 * Parts with commas between them, on as many lines as they need: none is broken, unless it alone is longer than a
 * line.
 */
export function wrapParts(parts: readonly string[], width: number): readonly string[] {
  return wrap(parts.map(unbroken).join(', '), width).map((line) => line.replaceAll(noBreak, ' '));
}

/** Lines of at most `width` columns. Longer words are broken. */
export function wrap(text: string, width: number): readonly string[] {
  return wrapAnsi(text, width, { hard: true })
    .split('\n')
    .map((line) => line.trimEnd());
}

/** At most `count` of the lines; the last one ends with an ellipsis if there are more. */
export function firstLines(lines: readonly string[], count: number, width: number): string[] {
  const last = lines[count - 1];
  if (lines.length <= count || last === undefined) return [...lines];
  const [cut = ''] = wrapAnsi(last, width - 2, { hard: true, trim: false }).split('\n');
  return [...lines.slice(0, count - 1), `${cut.trimEnd()} …`];
}

/** One line of at most `width` columns; it ends with an ellipsis if there is more. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const [first = ''] = wrapAnsi(unbroken(text), width - 1, { hard: true }).split('\n');
  return `${first.replaceAll(noBreak, ' ')}…`;
}

/** Fills up with spaces. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** Fills up with spaces in front. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - stringWidth(text))) + text;
}

/** A label and text that is indented behind it. */
export function labelled(label: string, lines: readonly string[], width: number): string[] {
  return lines.map(
    (line, index) => `${index === 0 ? pad(label, width) : ' '.repeat(width)}${line}`,
  );
}
