import { controlsOf } from '../../../readings/controls.ts';
import { shortList } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** Names that say only that there is a button, or to use it; lower-case. */
const empty = new Set(
  'bild|botão|botón|bottone|bouton|btn|button|clic|clicca|clicca qui|click|click here|click me|click on me|clique|clique aqui|cliquez|cliquez ici|graphic|haga clic|haz clic|here|hier klicken|icon|image|image button|img|input|klick|klicken|klik|klik hier|knop|knopf|link|picture|press|press here|press me|push|schaltfläche|this|untitled'.split(
    '|',
  ),
);

const fileName = /^[\w-]{1,80}\.(?:gif|jpe?g|png|svg|webp)$/i;

/**
 * The names of buttons say what they do: not "click", "button" or the name of a file.
 *
 * @remarks The list of names that describe nothing is ours.
 */
export const buttonText: Check = {
  id: 'button-text',
  category: 'accessibility',
  importance: 'low',
  family: 'control-names',
  title: 'The names of buttons say what they do',
  advice:
    'Name each button after what happens: <button>Send order</button>, or <input type="image" src="search.png" alt="Search">.',
  why: 'Visitors, and above all people who only hear the name, cannot tell from a vague word what will happen.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels',
  run: ({ page }) => {
    const buttons = [
      ...controlsOf(page)
        .filter(({ tag, role, name }) => tag.hidden === 'no' && role === 'button' && name !== '')
        .map(({ tag, name }) => ({ tag, name })),
    ];
    const found = buttons.filter(({ name }) => saysNothing(name));
    const value = { buttons: buttons.length, names: shortList(found.map(({ name }) => name)) };
    return faultsOutcome(buttons.length, found, {
      none: 'The page has no buttons with a name.',
      fault: 'Names such as "button"',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'button' : 'buttons'} ${count === 1 ? 'has' : 'have'} a name that does not say what happens: "${value.names[0]}".`,
      value,
    });
  },
};

function saysNothing(name: string): boolean {
  return name.length <= 90 && (empty.has(name.toLowerCase()) || fileName.test(name));
}
