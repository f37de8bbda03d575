import type { ControlFact, GroupFact, PageFacts } from '../../../page/page-facts.ts';
import { type Control, controlsOf } from '../../../readings/controls.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { groupNamesOf } from '../../../readings/group-names.ts';
import type { Check } from '../../check.ts';

/**
 * Radio buttons that have one `name`, and checkboxes whose names have a common stem, are in a group with a name. Where each says everything by
 * itself, as a consent does, or has an ARIA attribute for that, they need none. A `<fieldset>` without a legend is the finding of `fieldset-legend`.
 *
 * @remarks Which checkboxes belong together is guessed from their names.
 */
export const fieldGroup: Check = {
  id: 'field-group',
  category: 'accessibility',
  importance: 'low',
  title: 'Choices that belong together are in a group with a name',
  advice:
    'Put the radio buttons or checkboxes of one question into a <fieldset>, with the question in its <legend>: <fieldset><legend>Do you have an account?</legend> … </fieldset>.',
  why: 'People with screen readers hear the answers one by one, but not the question that they belong to.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H71',
  run: ({ page }) => {
    const choices = choicesOf(page);
    const without = choices.filter((choice) => !choice.some((tag) => isGrouped(tag, page)));
    return faultsOutcome(choices.length, without, {
      none: 'No radio buttons or checkboxes have the same name.',
      fault: 'Choices without a group',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'choice' : 'choices'} by radio buttons or checkboxes ${count === 1 ? 'is' : 'are'} in no group with a name.`,
      value: { choices: choices.length, without: without.length },
      evidence: () => tagsEvidence(without.flatMap(([first]) => first ?? [])),
    });
  },
};

/** The radio buttons and checkboxes of a page that share a name, where there are several. */
function choicesOf(page: PageFacts): readonly (readonly ControlFact[])[] {
  const byName = new Map<string, ControlFact[]>();
  const separate = new Set<string>();
  for (const control of controlsOf(page)) {
    const { tag } = control;
    if (!isChoice(control) || !('type' in tag) || tag.name === null || tag.name === '') continue;
    const key = `${tag.form} ${tag.type} ${tag.type === 'checkbox' ? stemOf(tag.name) : tag.name}`;
    if (isConsent(tag.name, control)) separate.add(key);
    const all = byName.get(key);
    if (all) all.push(tag);
    else byName.set(key, [tag]);
  }
  return [...byName].flatMap(([key, tags]) =>
    tags.length > 1 && !separate.has(key) ? [tags] : [],
  );
}

/** Whether visitors accept something with a checkbox. Those beside it are more of the same, and no answers. */
function isConsent(name: string, { role, name: label }: Control): boolean {
  return role === 'checkbox' && (consentName.test(name) || consentText.test(label));
}

/** Names of consents: `consent_1`, `gdpr[2]`, `agbAccept`. */
const consentName =
  /consent|accept|agree|(?:^|[^a-z])(?:agb|gdpr|dsgvo|rgpd|avg|tos|terms?|opt-?in|privacy|datenschutz|zustimmung|einwilligung)(?:[^a-z]|$)/i;

/** Words with which people accept terms, by language. */
const consentText =
  /\b(?:I|we) (?:\w+ ){0,3}(?:accept|agree|consent|confirm)|\b(?:stimmen?\b.{0,80}\bzu\b|zustimm|akzeptier|einverstanden|willigen?\b.{0,80}\bein\b|einwillig)|\bj['’](?:\w+ )?accepte\b|\bje (?:\w+ )?consens\b|\b(?:acepto|consiento|accetto|acconsento|aceito|concordo|akkoord|samtycker|godkänner|samtykker|accepterer|godtar|hyväksyn|souhlasím|súhlasím|zgadzam|akceptuję|wyrażam zgodę|sutinku|piekrītu|nõustun|elfogadom|accept termenii)/iu;

/** Stems that number the fields of a form and name no question: `checkbox-1`, `field_2`. */
const numbered = /^(?:check(?:box)?|chk|cb|box|field|input|item|element|control)[-_]?$/i;

/** What the names of checkboxes of one question have in common: `waste` of `waste[paper]`, `waste.glass` and `waste-2`. */
function stemOf(name: string): string {
  const known = name.slice(0, maxName);
  const stem = known.replace(/(?:\[[^\]]*\]|\.[\w-]+|[-_]?\d+)$/, '');
  return numbered.test(stem) && /\d$/.test(known) ? known : stem;
}

/** Characters of a name that are compared. */
const maxName = 100;

/** Whether visitors see an option, and read a text for it: style sheets switch by those without one. */
function isChoice({ tag, role, name, labels }: Control): boolean {
  if (tag.hidden !== 'no' || name === '' || !('type' in tag)) return false;
  if (tag.type !== role || (role !== 'radio' && role !== 'checkbox')) return false;
  return labels.every(({ hidden }) => hidden === 'no');
}

const described = /\saria-(?:label|labelledby|describedby)\s*=/i;

function isGrouped({ group, html }: ControlFact, page: PageFacts): boolean {
  if (group === -1 || described.test(html)) return true;
  if (group === null) return false;
  return groupNamesOf(page)[group] === true || isFieldset(page.groups[group]);
}

function isFieldset(group: GroupFact | undefined): boolean {
  return group?.element === 'fieldset';
}
