import { roleOf } from '../../../page/facts/roles.ts';
import type {
  AnchorFact,
  ControlFact,
  PageFacts,
  RoleFact,
  SourceTag,
} from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { controlsOf } from '../../../readings/controls.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { matchLabel, openLabelWork } from '../../../readings/label-in-name.ts';
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
  why: 'People who control the page by voice say the words that they see, and nothing happens if the real name is another.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/2ee8b8/proposed/',
  run: ({ page }) => {
    const labelled = labelledOf(page);
    if (labelled.length === 0) {
      return {
        status: 'na',
        summary: 'No link or button with text has an aria-label or aria-labelledby.',
      };
    }
    const work = openLabelWork();
    const compared = labelled
      .map(({ tag, text, certain, name }) => {
        return { tag, text, match: certain ? matchLabel(text, name, work) : 'contained' };
      })
      .filter(({ match }) => match !== 'unknown');
    if (compared.length === 0) {
      return {
        status: 'na',
        summary: `Whether labels contain the visible text is not certain from HTML alone for ${labelled.length} ${labelled.length === 1 ? 'link or button' : 'links and buttons'}: the texts may differ only in abbreviations, numbers or spelling.`,
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
  const labelled: Labelled[] = [];
  const hasIconFont = page.links.some(
    ({ rel, href }) => rel.includes('stylesheet') && iconFont.test(href ?? ''),
  );
  const add = (tag: AnchorFact | RoleFact | ControlFact, label: VisibleLabel, name: string) => {
    const { text } = label;
    const certain = label.certain && !isRestyled(tag) && !(hasIconFont && ligature.test(text));
    labelled.push({ tag, text, certain, name });
  };
  for (const tags of [page.anchors, page.roles]) {
    for (const tag of tags) {
      if (!hasVisibleLabel(tag) || !isLink(tag)) continue;
      add(tag, tag.visibleLabel, accessibleNameOf(tag, page.labels));
    }
  }
  for (const { tag, role, name } of controlsOf(page)) {
    if (role === null || !roles.has(role)) continue;
    if ('visibleLabel' in tag && hasVisibleLabel(tag)) add(tag, tag.visibleLabel, name);
  }
  return labelled;
}

type VisibleLabel = NonNullable<AnchorFact['visibleLabel']>;

function hasVisibleLabel<Tag extends AnchorFact | RoleFact | ControlFact>(
  tag: Tag,
): tag is Tag & { readonly visibleLabel: VisibleLabel } {
  const { visibleLabel, hidden } = tag;
  return visibleLabel !== null && visibleLabel.text !== '' && hidden === 'no';
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

/** Fonts that show an icon for its name. */
const iconFont = /icon|material[-+_ ]?symbols/i;
/** Such a name: `search`, `chevron_right`, `10k`. */
const ligature = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** Classes that hide an element's text, or show an icon in its place. */
const restyling =
  /\sstyle\s*=|\sclass\s*=\s*(?:"[^"]*|'[^']*|\S*)(?:hid|sr-|screen|visual|assist|a11y|skip|icon|ico-|logo|sprite|symbol|arrow|close|toggle|burger|ligature|glyph|(?<![\w-])(?:fa[bdlrs]?|mdi|ti|bi)(?![\w]))/i;

function isRestyled({ html }: SourceTag): boolean {
  return restyling.test(html);
}
