import type { VNode } from 'preact';
import { english as text } from '../english.ts';

/** Properties of {@link PrintButton}. */
interface PrintButtonProps {
  /** Whether it offers to print everything, as reports do. */
  readonly withEverything?: boolean;
  /** Whether scripts may run at all. They do not in a file. */
  readonly hasScript?: boolean;
}

/** A button that prints the page, and where no script runs, what to do instead; of reports the choice to print everything. */
export function PrintButton({ withEverything = false, hasScript = true }: PrintButtonProps): VNode {
  return (
    <div class="print-choice">
      {hasScript && (
        <button type="button" class="plain" hidden data-print="">
          {text.report.print}
        </button>
      )}
      {withEverything && (
        <>
          <span class={hasScript ? 'small without-script' : 'small'}>
            {text.report.printByBrowser}
          </span>
          <label class="small">
            {/* Read by the stylesheet, so that it also works without scripts. */}
            <input type="checkbox" id="print-everything" autocomplete="off" />
            {text.report.printEverything}
          </label>
        </>
      )}
    </div>
  );
}
