import { type Goal, isReached, shown, type Table } from './finding.ts';

/** A table or a goal as Markdown that can also be read in a terminal. */
export function markdownOf(finding: Table | Goal): string {
  if (finding.kind === 'goal') return goalLine(finding);
  const { title, about, columns, rows } = finding;
  const head = [`### ${title}`, ...(about === undefined ? [] : [about])];
  return [...head, tableOf(columns, rows)].join('\n\n');
}

/** The goals as one table, in their order. */
export function goalsOf(goals: readonly Goal[]): string {
  return tableOf(
    ['', 'measured', 'goal', ''],
    goals.map((goal) => [goal.what, measuredOf(goal), boundOf(goal), verdictOf(goal)]),
  );
}

function goalLine(goal: Goal): string {
  const because = isReached(goal) ? '' : reasonOf(goal);
  return `${goal.what}: ${measuredOf(goal)}, goal ${boundOf(goal)}: ${verdictOf(goal)}${because}`;
}

/** Why goals were missed: those with the same reason together. */
export function reasonsOf(goals: readonly Goal[]): string {
  const byReason = new Map<string, string[]>();
  for (const goal of goals) {
    if (isReached(goal) || goal.missedBecause === undefined) continue;
    const reason = reasonOf(goal);
    byReason.set(reason, [...(byReason.get(reason) ?? []), `*${goal.what}*`]);
  }
  return [...byReason].map(([reason, whats]) => `- ${whats.join('; ')}${reason}`).join('\n');
}

function reasonOf({ missedBecause }: Goal): string {
  return missedBecause === undefined ? '' : `: ${missedBecause}`;
}

function measuredOf({ measured, unit }: Goal): string {
  return `${shown(measured)}${unit}`;
}

function boundOf({ atMost, atLeast, unit }: Goal): string {
  return atMost === undefined ? `≥ ${atLeast}${unit}` : `≤ ${atMost}${unit}`;
}

function verdictOf(goal: Goal): string {
  return isReached(goal) ? 'reached' : 'missed';
}

/** Columns are as wide as their widest cell; those of numbers are aligned at the right. */
function tableOf(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? shown(cell) : cell)),
  );
  const isNumeric = columns.map(
    (_, at) => at > 0 && cells.every((row) => /^(?:[≤≥<] ?)?-?[\d,.–]/.test(row[at] ?? '–')),
  );
  const widths = columns.map((column, at) =>
    Math.max(3, column.length, ...cells.map((row) => (row[at] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, at) => (isNumeric[at] ? (row[at] ?? '').padStart(width) : (row[at] ?? '').padEnd(width))).join(' | ')} |`;
  const ruler = widths.map((width, at) =>
    isNumeric[at] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(columns), line(ruler), ...cells.map(line)].join('\n');
}
