import type { Machine } from '../run/machine.ts';
import type { Finding, Goal } from './finding.ts';
import { goalsOf, markdownOf, reasonsOf } from './markdown.ts';

/** What one benchmark of a run found. */
export interface Section {
  readonly heading: string;
  readonly findings: readonly Finding[];
  /** Why it has found nothing. Default: it has not failed. */
  readonly failure?: string;
}

/** A whole run. */
interface Run {
  /** As it was typed. */
  readonly command: string;
  readonly machine: Machine;
  readonly minutes: number;
  /** Processes that wanted a core: the mean of a minute, before and after. */
  readonly load: readonly number[];
}

/** The results of a run as Markdown. */
export function resultsOf(sections: readonly Section[], run: Run): string {
  const { machine } = run;
  const goals = sections
    .flatMap(({ findings }) => findings)
    .filter((finding): finding is Goal => finding.kind === 'goal');
  const reasons = reasonsOf(goals);
  const blocks = [
    '# Results of the benchmarks',
    `Written by \`${run.command}\`: do not edit. [How they are measured](README.md).`,
    [
      `- ${machine.hardware}`,
      `- ${machine.versions.join(', ')}`,
      `- commit ${machine.commit}, ${new Date().toISOString().slice(0, 10)}, ${Math.round(run.minutes)} minutes, load ${run.load.map((load) => load.toFixed(1)).join(' before and ')} after`,
      '- compare figures within a table: they were measured in turns, in one run',
    ].join('\n'),
    '![Reading and checking a page, reports and crawls beside other software](results.svg)',
    '## Goals',
    goalsOf(goals),
    ...(reasons === '' ? [] : ['Why those that are missed are missed:', reasons]),
    ...sections.flatMap(({ heading, findings, failure }) => [
      `## ${heading}`,
      ...(failure === undefined ? [] : [`Failed: ${failure}`]),
      ...findings.flatMap((finding) => (finding.kind === 'table' ? [markdownOf(finding)] : [])),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}
