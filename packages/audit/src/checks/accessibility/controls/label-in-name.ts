import { roleOf } from '../../../page/facts/roles.ts';
import { namesIconFont } from '../../../page/facts/style-marks.ts';
import type {
  AnchorFact,
  ControlFact,
  LinkTagFact,
  PageFacts,
  RoleFact,
  SourceTag,
} from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { controlsOf } from '../../../readings/controls.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { matchLabel, openLabelWork } from '../../../readings/label-in-name.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
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
    const loadsFont = mayLoadFont(page);
    const mayBeIcon = (text: string) => loadsFont && commonLigatures.has(text);
    const compared = labelled
      .map(({ tag, text, certain, name }) => {
        if (!certain) return { tag, text, match: 'contained' };
        const match = matchLabel(text, name, work);
        return { tag, text, match: match === 'differs' && mayBeIcon(text) ? 'unknown' : match };
      })
      .filter(({ match }) => match !== 'unknown');
    if (compared.length === 0) {
      return {
        status: 'na',
        summary: `Whether labels contain the visible text is not certain from HTML alone for ${labelled.length} ${labelled.length === 1 ? 'link or button' : 'links and buttons'}: the texts may differ only in abbreviations, numbers or spelling, or be names of icons.`,
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
      points: pointsOfShare(differing.length, length),
    };
  },
};

/** An element with its own label and visible text. */
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
  const ligature = hasIconFont(page) ? anyLigature : joinedLigature;
  const add = (tag: AnchorFact | RoleFact | ControlFact, label: VisibleLabel, name: string) => {
    const { text } = label;
    const certain = label.certain && !isRestyled(tag) && !ligature.test(text);
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

/** What a font of icons shows one for: `search`, `chevron_right`, `10k`. */
const anyLigature = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
/** Such a name that is not a word, which a font certainly replaces: `chevron_right`. */
const joinedLigature = /^[^\s_]+(?:_[^\s_]+)+$/;
/** Names of icons that most sites with such a font use, and that may be words. */
const commonLigatures = new Set(
  'add apps cancel check clear close cloud delete done download edit email event face favorite folder help history home info language link list lock login logout mail map menu mic notifications pause payment people person phone place print public refresh remove replay reply save schedule search send settings share shop star stop store sync translate tune undo upload videocam visibility warning work'.split(
    ' ',
  ),
);

/** Whether the page names a font that shows an icon for its name. */
function hasIconFont({ links, styleMarks }: PageFacts): boolean {
  if (styleMarks.includes('icon-font')) return true;
  return links.some((link) => isFontSource(link) && namesIconFont(link.href ?? ''));
}

/** Whether it is a style sheet, one that a script will turn into that, or a font. */
function isFontSource({ rel, as }: LinkTagFact): boolean {
  if (rel.includes('stylesheet')) return true;
  return rel.includes('preload') && /^(?:style|font)$/i.test(as ?? '');
}

/** Whether such a font may come from a style sheet that is not read. */
function mayLoadFont({ links, styleMarks }: PageFacts): boolean {
  return styleMarks.some((mark) => mark.endsWith('font')) || links.some(isFontSource);
}

/** Classes that hide an element's text, or show an icon in its place. */
const restyling =
  /\sstyle\s*=|\sclass\s*=\s*(?:"[^"]*|'[^']*|\S*)(?:hid|sr-|screen|visual|assist|a11y|skip|icon|ico-|logo|sprite|symbol|arrow|close|toggle|burger|ligature|glyph|(?<![\w-])(?:fa[bdlrs]?|mdi|ti|bi)(?![\w]))/i;

function isRestyled({ html }: SourceTag): boolean {
  return restyling.test(html);
}
