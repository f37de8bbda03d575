import type { VNode } from 'preact';
import {
  type Category,
  type CategoryScore,
  type Report,
  type Result,
  resultOf,
} from '../../store/report.ts';
import { english as text } from '../english.ts';

/** The scores of the categories as bars, with the number of checks by how they ended. */
export function CategoryBars({ categories }: Pick<Report, 'categories'>): VNode {
  return (
    <ul class="bars">
      {Object.entries(categories).map(([id, category]) => (
        <li key={id}>
          <span class="name">{nameOf(id as Category, category)}</span>
          <span class="value">{category.score ?? text.report.noScore}</span>
          <Bar
            share={category.score}
            result={category.score === null ? null : resultOf(category.score)}
          />
          <span class="counts">{text.report.counts(category)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Measured speed counts in the score of one report, and not in that of another. */
function nameOf(id: Category, { includesSpeed }: CategoryScore): string {
  if (id !== 'performance') return text.categories[id];
  return includesSpeed ? text.report.asLoaded : text.report.asSent;
}

/** A bar that is filled by a share of 100, in the colour of a result; empty without one. */
function Bar({
  share,
  result,
}: {
  readonly share: number | string | null;
  readonly result: Result | null;
}): VNode {
  return (
    <svg
      class={result === null ? 'bar' : `bar ${result}`}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="track" width="100" height="4" />
      {share !== null && <rect class="fill" width={share} height="4" />}
    </svg>
  );
}
