import type { PageFacts, WidgetFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { hasScripts } from '../../../readings/aria/aria-elements.ts';
import {
  type Control,
  controlsOf,
  hiddenByClass,
  isFilledByScript,
} from '../../../readings/controls.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** An element that is checked, and whether it certainly has no name. */
interface Widget {
  readonly tag: Control['tag'] | WidgetFact;
  readonly isUnnamed: boolean;
}

/**
 * Dialogs, progress bars, meters, tooltips and items of trees have an accessible name: WAI-ARIA requires one of each of
 * their roles.
 *
 * @remarks A dialog that is hidden in the HTML is left out, as in axe-core: it may get its name when a script opens it.
 */
export const widgetName: Check = {
  id: 'widget-name',
  category: 'accessibility',
  importance: 'low',
  family: 'control-names',
  title: 'Dialogs, progress bars and tree items have a name',
  advice:
    'Give each dialog an aria-labelledby with the id of its heading, each <progress> and <meter> a <label>, and others an aria-label, such as <div role="progressbar" aria-label="Upload">. Write text into tooltips and tree items.',
  why: 'People with screen readers hear that a window has opened or that something is at 40 percent, but not what it is.',
  source: 'https://www.w3.org/TR/wai-aria-1.2/#namecalculation',
  run: ({ page }) => {
    const widgets = widgetsOf(page);
    const unnamed = widgets.filter(({ isUnnamed }) => isUnnamed);
    return faultsOutcome(widgets.length, unnamed, {
      none: 'The page shows no dialog, progress bar, meter, tooltip or tree item.',
      fault: 'Dialogs, progress bars, meters, tooltips and tree items without a name',
      summary: (count, all) =>
        `${count} of ${all} dialogs, progress bars, meters, tooltips and tree items ${count === 1 ? 'has' : 'have'} no name.`,
      value: { widgets: widgets.length, without: unnamed.length },
      severity: 'by share',
    });
  },
};

/** Roles of controls that no check of another control reads. */
const roles = new Set(['meter', 'progressbar', 'treeitem']);

function widgetsOf(page: PageFacts): readonly Widget[] {
  const controls = controlsOf(page).filter(({ role }) => role !== null && roles.has(role));
  const isScripted = hasScripts(page);
  const widgets = [
    ...controls.map(({ tag, name, uncertain }) => ({ tag, isUnnamed: name === '' && !uncertain })),
    ...page.widgets.map((tag) => ({ tag, isUnnamed: isUnnamed(tag, page, isScripted) })),
  ];
  return widgets.filter(({ tag }) => tag.hidden === 'no');
}

/** The tag of a custom element, whose script may name it. */
const isCustom = /^<[a-z][^\s/>]*-/i;

/** Whether a widget has no name, and no script may give it one when it is shown. */
function isUnnamed(widget: WidgetFact, page: PageFacts, isScripted: boolean): boolean {
  const { kind, html, ariaLabel, ariaLabelledby, accessibleText } = widget;
  if (accessibleNameOf(widget, page.labels) !== '') return false;
  if (isFilledByScript(html) || isCustom.test(html) || hiddenByClass.test(html)) return false;
  if (!isScripted) return true;
  // An empty label, a reference to an empty heading, and an empty window are filled in later.
  const isPrepared = ariaLabel !== null || ariaLabelledby !== null;
  const isEmpty = (kind === 'dialog' || kind === 'tooltip') && accessibleText === '';
  return !isPrepared && !isEmpty;
}
