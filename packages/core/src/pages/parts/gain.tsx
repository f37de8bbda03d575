import type { VNode } from 'preact';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import { english as text } from '../english.ts';

/** What fixing a finding gains. */
interface FindingGain {
  /** In points of the page. */
  readonly gain: number;
  /** The limit of the score that goes away; `null` if it stays, or there is none. */
  readonly lifts: number | null;
}

/** What fixing a check of a report gains. */
export function gainOf(
  { checks, gates, score, scoreUncapped }: PageAnalysis,
  id: string,
): FindingGain {
  const limits = gates.filter(({ cap }) => cap === score && score < scoreUncapped);
  const isLifted = limits.length > 0 && limits.every(({ check }) => check === id);
  return { gain: checks[id]?.gain ?? 0, lifts: isLifted ? score : null };
}

/** What fixing a finding gains, in a few words. */
export function Gain({ gain, lifts }: FindingGain): VNode | null {
  const words = [
    ...(lifts === null ? [] : [text.report.lifts(lifts)]),
    ...(gain > 0 ? [text.report.gain(gain)] : []),
  ];
  return words.length === 0 ? null : <span class="gain">{words.join(', ')}</span>;
}
