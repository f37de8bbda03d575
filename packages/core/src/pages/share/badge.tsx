import type { VNode } from 'preact';
import type { WebsiteScore } from '../../store/website-score.ts';
import { english as text } from '../english.ts';
import { scoreSourceText } from '../parts/score-source.ts';

/** Dark enough for white text (WCAG 2.2, 1.4.3). */
const colours = { good: '#19733c', decent: '#8a5a00', bad: '#b42318', none: '#56616f' } as const;
const height = 20;
const padding = 8;
/** The average width of a character of 11 px Verdana or DejaVu Sans, which badges are drawn with. */
const characterWidth = 7;

/** A badge with the result and the score of a website; what it is from is its title. */
export function Badge({ score, result, scoreSource }: WebsiteScore): VNode {
  const { label } = text.badge;
  const isScored = score !== null && result !== null && scoreSource !== null;
  const value = isScored ? `${text.results[result]} ${score}` : text.badge.none;
  const title = isScored
    ? text.badge.title(score, text.results[result], scoreSourceText(scoreSource))
    : `${label}: ${value}`;
  const left = widthOf(label);
  const right = widthOf(value);
  const width = left + right;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={title}
    >
      <title>{title}</title>
      <clipPath id="round">
        <rect width={width} height={height} rx="3" />
      </clipPath>
      <g clip-path="url(#round)">
        <rect width={left} height={height} fill="#3b434d" />
        <rect x={left} width={right} height={height} fill={colours[result ?? 'none']} />
      </g>
      <g
        fill="#fff"
        font-family="Verdana,DejaVu Sans,Geneva,sans-serif"
        font-size="11"
        text-anchor="middle"
      >
        <text x={left / 2} y="14" textLength={left - 2 * padding}>
          {label}
        </text>
        <text x={left + right / 2} y="14" textLength={right - 2 * padding}>
          {value}
        </text>
      </g>
    </svg>
  );
}

function widthOf(word: string): number {
  return word.length * characterWidth + 2 * padding;
}
