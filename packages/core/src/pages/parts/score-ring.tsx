import type { ComponentChildren, VNode } from 'preact';
import type { Result } from '../../store/report.ts';
import { english as text } from '../english.ts';

const radius = 52;
const length = 2 * Math.PI * radius;

/** A score as a ring that is filled by its share of 100, and the result as a word. */
export function ScoreRing({
  score,
  result,
  children,
}: {
  score: number;
  result: Result;
  /** What the score belongs to. */
  children?: ComponentChildren;
}): VNode {
  const filled = `${((score / 100) * length).toFixed(1)} ${length.toFixed(1)}`;
  return (
    <div class={`ring ${result}`}>
      <svg
        viewBox="0 0 120 120"
        width="132"
        height="132"
        role="img"
        aria-label={text.report.score(score)}
      >
        <circle class="track" cx="60" cy="60" r={radius} />
        {score > 0 && (
          <circle
            class="fill"
            cx="60"
            cy="60"
            r={radius}
            stroke-dasharray={filled}
            transform="rotate(-90 60 60)"
          />
        )}
        <text x="60" y="66" text-anchor="middle" class="number">
          {score}
        </text>
        <text x="60" y="84" text-anchor="middle" class="of">
          {text.report.of100}
        </text>
      </svg>
      <p class="result">{text.results[result]}</p>
      {children}
    </div>
  );
}
