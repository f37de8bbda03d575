import type { VNode } from 'preact';
import type { WebsiteScore } from '../../store/website-score.ts';
import { ScoreRing } from './score-ring.tsx';
import { scoreSourceText } from './score-source.ts';

/** The score of a website as a ring, and what it is from. */
export function WebsiteScoreRing({ score, result, scoreSource }: WebsiteScore): VNode | null {
  if (score === null || result === null || scoreSource === null) return null;
  return (
    <ScoreRing score={score} result={result}>
      <p class="soft small">{scoreSourceText(scoreSource)}</p>
    </ScoreRing>
  );
}
