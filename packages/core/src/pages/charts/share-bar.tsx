import { scaleLinear } from 'd3-scale';
import type { VNode } from 'preact';
import { english as text } from '../english.ts';

/** A part of a whole. */
export interface Share {
  readonly name: string;
  readonly value: number;
  /** Its colour in the style sheet. */
  readonly colour: 'good' | 'decent' | 'bad' | 'accent' | 'soft';
  /** Where its name leads to. */
  readonly href?: string | undefined;
}

/** A whole in its parts: a bar, and below it each part by name and number, in the same order. */
export function ShareBar({ shares }: { readonly shares: readonly Share[] }): VNode | null {
  const shown = shares.filter(({ value }) => value > 0);
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return null;
  const x = scaleLinear([0, total], [0, 100]);
  let end = 0;
  return (
    <div class="shares">
      <svg class="results" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {shown.map(({ name, value, colour }) => {
          const start = x(end);
          end += value;
          return (
            <rect
              key={name}
              class={colour}
              x={start.toFixed(2)}
              width={(x(end) - start).toFixed(2)}
              height="6"
            />
          );
        })}
      </svg>
      <ul>
        {shown.map(({ name, value, colour, href }) => (
          <li key={name}>
            <svg class="results" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={colour} width="10" height="10" rx="2" />
            </svg>
            {href === undefined ? name : <a href={href}>{name}</a>}{' '}
            <strong>{text.number(value)}</strong>{' '}
            <span class="soft">{text.percent(value / total)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
