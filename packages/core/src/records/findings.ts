import type { PageAnalysis } from '../reports/analyze-page.ts';

type CheckResult = PageAnalysis['checks'][string];
type Evidence = CheckResult['evidence'][number];

/** A check that warned or failed. */
export interface Finding extends CheckResult {
  readonly id: string;
  /** The limit of the score that its fix alone lifts; `null` if it lifts none. */
  readonly lifts: number | null;
  /** The limit of the score that stays until other findings are fixed, too; `null` if it sets none. */
  readonly limits: number | null;
}

/** What the findings of a page are read from. */
export type FoundOnPage = Pick<
  PageAnalysis,
  'checks' | 'fixFirst' | 'gates' | 'score' | 'scoreUncapped'
>;

/** The checks that failed or warned: what to fix first is first. */
export function findingsOf(analysis: FoundOnPage): readonly Finding[] {
  const { checks, fixFirst } = analysis;
  const ids = new Set([...fixFirst, ...Object.keys(checks)]);
  return [...ids].flatMap((id): Finding[] => {
    const check = checks[id];
    if (check?.status !== 'fail' && check?.status !== 'warn') return [];
    return [{ id, ...check, ...limitOf(analysis, id) }];
  });
}

/** The limit below the uncapped score that a check sets, and whether its fix alone lifts it. */
function limitOf(
  { gates, score, scoreUncapped }: FoundOnPage,
  id: string,
): Pick<Finding, 'lifts' | 'limits'> {
  const cap = gates.find(({ check }) => check === id)?.cap ?? scoreUncapped;
  if (cap >= scoreUncapped) return { lifts: null, limits: null };
  const isAlone = gates.every((gate) => gate.check === id || gate.cap > score);
  return cap === score && isAlone ? { lifts: cap, limits: null } : { lifts: null, limits: cap };
}

/** Where a quote is, in a few characters: `4:5`, `robots.txt:2`, `header`; empty for a URL. */
export function locationName({ kind, line, column }: Evidence): string {
  const position = line === undefined ? '' : [line, column ?? []].flat().join(':');
  if (kind === 'header' || kind === 'cookie') return kind;
  if (kind === 'robots') return position === '' ? 'robots.txt' : `robots.txt:${position}`;
  return position;
}

/** What fixing a finding gains, in points of the score: `+6.3`. */
export function gainOf({ gain }: Pick<CheckResult, 'gain'>): string {
  if (gain === 0) return '+0';
  return `+${Math.round(Math.max(gain, 0.1) * 10) / 10}`;
}
