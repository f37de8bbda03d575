import { hasScripts } from '../../../readings/aria/aria-elements.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { type Heading, headingsOf } from '../../../readings/heading-list.ts';
import { isMainHeadingEmpty } from '../../../readings/main-heading.ts';
import type { Check } from '../../check.ts';

/**
 * Headings have text. Those that are hidden from assistive technology do not count, nor do empty ones by which a
 * script finds where its text belongs.
 */
export const headingEmpty: Check = {
  id: 'heading-empty',
  category: 'accessibility',
  importance: 'low',
  family: 'headings',
  title: 'Every heading has text',
  advice:
    'Add text to the quoted headings or remove them. Use style sheets, not empty headings, for spacing.',
  why: 'Screen readers announce a heading and then nothing, so people may think that they have missed something.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ffd0e9/',
  run: ({ page }) => {
    const isScripted = hasScripts(page);
    const headings = headingsOf(page).filter(
      (heading) =>
        heading.announced &&
        (heading.name !== '' || !(heading.awaitsScript || (isScripted && isHook(heading)))),
    );
    const { length } = headings;
    const nameless = headings.filter(({ name }) => name === '');
    // The check `h1` reports it.
    const isKnown = isMainHeadingEmpty(page);
    const empty = nameless.filter(({ h1, level }) => !(isKnown && (h1 || level === 1)));
    if (empty.length === 0 && nameless.length > 0) {
      return {
        status: 'na',
        summary: 'The main heading is the only empty one.',
        value: { headings: length, empty: nameless.length },
      };
    }
    return faultsOutcome(length, empty, {
      none: 'The page has no headings.',
      fault: 'Empty headings',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'heading' : 'headings'} ${count === 1 ? 'is' : 'are'} empty.`,
      value: { headings: length, empty: empty.length },
      evidence: () => elementsEvidence(empty),
      severity: 'by share',
    });
  },
};

/** An id or data, by which scripts find an element. */
const hook = /\s(?:id|data-[\w-]{1,50})\s{0,5}=\s{0,5}["']?[^\s"'>]/i;

const classes = /\sclass\s{0,5}=\s{0,5}(?:"([^"]*)|'([^']*)|([^\s"'>]+))/i;

/** Classes that editors give to the headings that people write. */
const ofEditor = /^(?:wp-|has-|elementor-|align|text-|Mso)/i;

/** Whether a heading has no text at all, but its own id, data or class, by which a script finds it. */
function isHook({ tag: { html }, text }: Heading): boolean {
  if (text !== '') return false;
  const [, ...values] = classes.exec(html) ?? [];
  const names = values
    .join(' ')
    .split(/\s/)
    .filter((name) => name !== '');
  return hook.test(html) || names.some((name) => !ofEditor.test(name));
}
