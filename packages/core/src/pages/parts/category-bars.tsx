import type { VNode } from 'preact';
import type { Category, CategoryScore, Report, Result } from '../../store/report.ts';
import { english as text } from '../english.ts';

/** The scores of the categories as bars, with the number of checks by how they ended. */
export function CategoryBars({ categories }: Pick<Report, 'categories'>): VNode {
  return (
    <ul class="bars">
      {Object.entries(categories).map(([id, category]) => (
        <li key={id}>
          <span class="name">{nameOf(id as Category, category)}</span>
          <span class="value">{category.score ?? text.report.noScore}</span>
          <Bar score={category.score} />
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

function Bar({ score }: { readonly score: number | null }): VNode {
  return (
    <svg
      class={score === null ? 'bar' : `bar ${resultOf(score)}`}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="track" width="100" height="4" />
      {score !== null && <rect class="fill" width={score} height="4" />}
    </svg>
  );
}

/** The result that a score of a category stands for: the same limits as of a report. */
function resultOf(score: number): Result {
  if (score >= 80) return 'good';
  return score >= 50 ? 'decent' : 'bad';
}
