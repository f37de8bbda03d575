import type { VNode } from 'preact';
import type { Finding } from '../../records/findings.ts';
import { english as text } from '../english.ts';

/** What fixing a finding gains, in a few words. */
export function Gain({
  gain,
  lifts,
  limits,
}: Pick<Finding, 'gain' | 'lifts' | 'limits'>): VNode | null {
  const words = [
    ...(lifts === null ? [] : [text.report.lifts(lifts)]),
    ...(limits === null ? [] : [text.report.limits(limits)]),
    ...(gain > 0 ? [text.report.gain(gain)] : []),
  ];
  return words.length === 0 ? null : <span class="gain">{words.join(', ')}</span>;
}
