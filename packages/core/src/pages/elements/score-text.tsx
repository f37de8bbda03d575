import type { VNode } from 'preact';
import type { Result } from '../../store/report.ts';
import { english as text } from '../english.ts';

/** A score and its result in a line of text: "87 Good". */
export function ScoreText({ score, result }: { score: number; result: Result }): VNode {
  return (
    <span class={`score ${result}`}>
      {score} {text.results[result]}
    </span>
  );
}
