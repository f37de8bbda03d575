import type { Result } from '@sitegrade/audit';
import type { VNode } from 'preact';
import { english } from './english.ts';
import { Cell, LayoutTable } from './mail-parts.tsx';
import { fonts, light } from './mail-style.ts';
import { wrap } from './plain-text.ts';

/** The line of a score in plain text; `null` without one. */
export function scoreText(
  score: number | null,
  result: Result | null,
  note: string | null,
): string | null {
  if (score === null || result === null) return null;
  return wrap([english.scoreText(score, result), note].filter(Boolean).join(' '));
}

/** A score in large digits, on the colour of its result. Nothing without one. */
export function ScoreCard({
  score,
  result,
  note,
}: {
  readonly score: number | null;
  readonly result: Result | null;
  /** How it has changed. */
  readonly note: string | null;
}): VNode | null {
  if (score === null || result === null) return null;
  const colours = `color:${light.ink[result]};`;
  return (
    <LayoutTable style="margin-top:20px;">
      <tr>
        <Cell
          class={result}
          background={light[result]}
          style={`padding:14px 20px;border-radius:8px;${colours}`}
        >
          <p class={result} style={`${fonts}margin:0;line-height:44px;${colours}`}>
            <strong style="font-size:38px;font-weight:700;">{score}</strong>
            <span style="font-size:16px;">{` ${english.of100} · ${english.results[result]}`}</span>
          </p>
          {note && (
            <p class={result} style={`${fonts}margin:0;font-size:14px;line-height:20px;${colours}`}>
              {note}
            </p>
          )}
        </Cell>
      </tr>
    </LayoutTable>
  );
}
