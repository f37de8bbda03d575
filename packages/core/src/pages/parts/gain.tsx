import type { VNode } from 'preact';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import { english as text } from '../english.ts';

/** What fixing a finding gains. */
interface FindingGain {
  /** In points of the page. */
  readonly gain: number;
  /** The limit of the score that goes away; `null` if it stays, or there is none. */
  readonly lifts: number | null;
  /** The limit of the score that stays until other findings are fixed, too; `null` if it sets none. */
  readonly limits: number | null;
}

/** What fixing a check of a report gains. */
export function gainOf(
  { checks, gates, score, scoreUncapped }: PageAnalysis,
  id: string,
): FindingGain {
  const gain = checks[id]?.gain ?? 0;
  const cap = gates.find(({ check }) => check === id)?.cap ?? scoreUncapped;
  if (cap >= scoreUncapped) return { gain, lifts: null, limits: null };
  const isAlone = gates.every((gate) => gate.check === id || gate.cap > score);
  return cap === score && isAlone
    ? { gain, lifts: cap, limits: null }
    : { gain, lifts: null, limits: cap };
}

/** What fixing a finding gains, in a few words. */
export function Gain({ gain, lifts, limits }: FindingGain): VNode | null {
  const words = [
    ...(lifts === null ? [] : [text.report.lifts(lifts)]),
    ...(limits === null ? [] : [text.report.limits(limits)]),
    ...(gain > 0 ? [text.report.gain(gain)] : []),
  ];
  return words.length === 0 ? null : <span class="gain">{words.join(', ')}</span>;
}
