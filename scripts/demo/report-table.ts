import { styleText } from 'node:util';
import type { Created, Report } from './create-report.ts';

/** A URL, and its report or refusal. */
export interface Outcome {
  readonly url: string;
  readonly created: Created;
}

const mostFindings = 2;
const colours = { good: 'green', decent: 'yellow', bad: 'red', refused: 'magenta' } as const;

/** The head of the demo's table, whose first column has room for each URL. */
export function tableHead(urls: readonly string[]): string {
  return `${'URL'.padEnd(widthOf(urls))}  score  result\n`;
}

/** A row of the demo's table, with the worst findings below. Lines fit in 80 columns. */
export function tableRow(urls: readonly string[], { url, created }: Outcome, coloured: boolean) {
  const refused = 'refusal' in created;
  const result = refused ? 'refused' : created.report.result;
  const score = refused ? '–' : String(created.report.score);
  const rating = `${score.padStart(5)}  ${result}`;
  const findings = refused ? [created.refusal] : worstFindings(created.report);
  return [
    `${url.padEnd(widthOf(urls))}  ${coloured ? styleText(colours[result], rating) : rating}\n`,
    ...findings.map(indented),
  ].join('');
}

const widthOf = (urls: readonly string[]) => Math.max(...urls.map((url) => url.length));

function worstFindings({ score, gates, fix_first, checks }: Report): string[] {
  // A cap above the score adds nothing to its check.
  const closed = gates.filter(({ cap }) => cap <= score);
  const caps = closed.map(({ cap, reason }) => `Capped at ${cap}: ${reason}`);
  const rest = fix_first
    .filter((id) => !closed.some(({ check }) => check === id))
    .map((id) => checks[id]?.summary ?? id);
  return [...caps, ...rest].slice(0, mostFindings);
}

/** A text in lines of at most 80 columns, broken between words. */
function indented(text: string): string {
  const lines = text.match(/.{1,76}(?=\s|$)|\S+/g) ?? [];
  return lines.map((line) => `    ${line.trim()}\n`).join('');
}
