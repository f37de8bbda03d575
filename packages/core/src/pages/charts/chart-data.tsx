import type { ComponentChildren, VNode } from 'preact';
import { english as text } from '../english.ts';

/** The table of a chart, folded: what it shows, in numbers. */
export function ChartData({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <details class="screen chart-data">
      <summary>{text.charts.data}</summary>
      <div class="scroll">{children}</div>
    </details>
  );
}
