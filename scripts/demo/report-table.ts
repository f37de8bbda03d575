import { styleText } from 'node:util';
import type { Created, Report } from './create-report.ts';
import { type Row, table } from './table.ts';

/** A URL, and its report or refusal. */
export interface Outcome {
  readonly url: string;
  readonly created: Created;
}

const mostFindings = 3;
const colours = { good: 'green', decent: 'yellow', bad: 'red', refused: 'magenta' } as const;

/** The demo's table: a row for every URL with its worst findings. */
export function reportTable(outcomes: readonly Outcome[], coloured: boolean): string {
  const rows = outcomes.map(({ url, created }): Row => {
    const refused = 'refusal' in created;
    const result = refused ? 'refused' : created.report.result;
    const paint = (text: string) => (coloured ? styleText(colours[result], text) : text);
    const score = refused ? '–' : String(created.report.score);
    return {
      cells: [{ text: url }, { text: score.padStart(5), paint }, { text: result, paint }],
      lines: refused ? [created.refusal] : worstFindings(created.report),
    };
  });
  return table(['URL', 'score', 'result', 'worst findings'], rows);
}

function worstFindings({ score, gates, fix_first, checks }: Report): string[] {
  // A cap above the score adds nothing to its check.
  const closed = gates.filter(({ cap }) => cap <= score);
  const caps = closed.map(({ cap, reason }) => `capped at ${cap}: ${reason}`);
  const rest = fix_first
    .filter((id) => !closed.some(({ check }) => check === id))
    .map((id) => `${id}: ${checks[id]?.summary}`);
  const findings = [...caps, ...rest];
  return findings.length === 0 ? ['none'] : findings.slice(0, mostFindings);
}
