import type { VNode } from 'preact';
import type { Report, Result } from '../../reports/report.ts';
import { english as text } from '../english.ts';

/** The scores of the categories as bars, with the number of checks by how they ended. */
export function CategoryBars({ categories }: Pick<Report, 'categories'>): VNode {
  return (
    <ul class="bars">
      {Object.entries(categories).map(([category, { score, passed, warned, failed }]) => (
        <li key={category}>
          <span class="name">{text.categories[category as keyof typeof categories]}</span>
          <span class="value">{score ?? text.report.noScore}</span>
          <svg
            class={score === null ? 'bar' : `bar ${resultOf(score)}`}
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect class="track" width="100" height="4" />
            {score !== null && <rect class="fill" width={score} height="4" />}
          </svg>
          <span class="counts">{text.report.counts(passed, warned, failed)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The result that a score of a category stands for: the same limits as of a report. */
export function resultOf(score: number): Result {
  if (score >= 80) return 'good';
  return score >= 50 ? 'decent' : 'bad';
}
