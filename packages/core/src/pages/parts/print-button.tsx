import type { VNode } from 'preact';
import { english as text } from '../english.ts';

/** A button that prints the page, where scripts run, and of reports the choice to print everything. */
export function PrintButton({ withEverything = false }: { withEverything?: boolean }): VNode {
  return (
    <div class="print-choice">
      <button type="button" class="plain" hidden data-print="">
        {text.report.print}
      </button>
      {withEverything && (
        <label class="small">
          {/* Read by the stylesheet, so that it also works without scripts. */}
          <input type="checkbox" id="print-everything" autocomplete="off" />
          {text.report.printEverything}
        </label>
      )}
    </div>
  );
}
