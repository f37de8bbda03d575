import { roleOf } from '../../../page/facts/roles.ts';
import type { AnchorFact, PageFacts, RoleFact, SourceTag } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { controlsOf } from '../../../readings/controls.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { matchLabel } from '../../../readings/label-in-name.ts';
import type { Check } from '../../check.ts';

/**
 * Roles of controls that their content names.
 * Source: https://www.w3.org/WAI/standards-guidelines/act/rules/2ee8b8/proposed/
 */
const roles = new Set(
  'button checkbox gridcell link menuitem menuitemcheckbox menuitemradio option radio searchbox switch tab treeitem'.split(
    ' ',
  ),
);

/** The visible text of links and buttons is part of their label for assistive technology. */
export const labelInName: Check = {
  id: 'label-in-name',
  category: 'accessibility',
  importance: 'low',
  title: 'Labels of links and buttons contain their visible text',
  advice:
    'Start the aria-label with the words that visitors see, or remove it: people who control the page by voice say what they read.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/2ee8b8/proposed/',
  run: ({ page }) => {
    const compared = labelledOf(page)
      .map((one) => ({ ...one, match: one.certain ? matchLabel(one.text, one.name) : 'contained' }))
      .filter(({ match }) => match !== 'unknown');
    if (compared.length === 0) {
      return {
        status: 'na',
        summary: 'No link or button with text has an aria-label or aria-labelledby.',
      };
    }
    const differing = compared.filter(({ match }) => match === 'differs');
    const value = { controls: compared.length, differing: differing.length };
    const { length } = compared;
    if (differing.length === 0) {
      const summary = `Labels without the visible text of their link or button: 0 of ${length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: differing.length === length ? 'fail' : 'warn',
      summary: `${differing.length} of ${length} labels of links and buttons ${differing.length === 1 ? 'does' : 'do'} not contain the text that visitors see.`,
      value,
      evidence: elementsEvidence(differing),
      points: (length - differing.length) / length,
    };
  },
};

/** An element with a label of its own and visible text. */
interface Labelled {
  readonly tag: SourceTag;
  /** Its visible text. */
  readonly text: string;
  /** Whether visitors certainly see that text. */
  readonly certain: boolean;
  /** Its accessible name. */
  readonly name: string;
}

function labelledOf(page: PageFacts): readonly Labelled[] {
  const links = [...page.anchors, ...page.roles].flatMap((tag) => {
    const { visibleLabel } = tag;
    if (visibleLabel === null || !isLink(tag)) return [];
    return [{ tag, visibleLabel, name: accessibleNameOf(tag, page.labels) }];
  });
  const controls = controlsOf(page).flatMap(({ tag, role, name }) => {
    const visibleLabel = 'visibleLabel' in tag ? tag.visibleLabel : null;
    return visibleLabel !== null && role !== null && roles.has(role)
      ? [{ tag, visibleLabel, name }]
      : [];
  });
  return [...links, ...controls]
    .filter(({ tag, visibleLabel }) => tag.hidden === 'no' && visibleLabel.text !== '')
    .map(({ tag, visibleLabel: { text, certain }, name }) => ({
      tag,
      text,
      certain: certain && !isRestyled(tag),
      name,
    }));
}

/** Whether it is a link by its tag or its role. Links with the role of another control are among those. */
function isLink(tag: AnchorFact | RoleFact): boolean {
  const role = roleOf(tag.role);
  if (role === 'link') return true;
  return (
    !('kind' in tag) &&
    tag.href !== null &&
    (role === null || role === 'none' || role === 'presentation')
  );
}

/** Classes that hide an element's text, or show an icon in its place. */
const restyling =
  /\sstyle\s*=|\sclass\s*=\s*(?:"[^"]*|'[^']*|\S*)(?:hid|sr-|screen|visual|assist|a11y|skip|icon|ico-|logo|sprite|symbol|arrow|close|toggle|burger)/i;

function isRestyled({ html }: SourceTag): boolean {
  return restyling.test(html);
}
