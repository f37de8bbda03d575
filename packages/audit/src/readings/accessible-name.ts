import type {
  AccessibleFact,
  AnchorFact,
  FrameFact,
  HeadingFact,
  ImageFact,
  MediaFact,
  PageFacts,
  RoleFact,
  WidgetFact,
} from '../page/page-facts.ts';

/** Facts of elements that can have an accessible name. */
export type NamedFact =
  | HeadingFact
  | AnchorFact
  | ImageFact
  | FrameFact
  | MediaFact
  | RoleFact
  | WidgetFact;

/**
 * The name that assistive technology announces for an element, as far as the HTML shows it; `''` if
 * there is none. In the order of https://www.w3.org/TR/accname-1.2/#computation-steps: the elements in
 * `aria-labelledby`, `aria-label`, `alt` or the content, `title`.
 *
 * @param labels - {@link PageFacts.labels} of the page.
 */
export function accessibleNameOf(element: NamedFact, labels: PageFacts['labels']): string {
  return (
    labelledBy(element, labels) ||
    trimmed(element.ariaLabel) ||
    ownNameOf(element) ||
    trimmed(element.title)
  );
}

/** Only the first ids in `aria-labelledby` are read. */
const maxLabels = 10;

/** In characters: no further labels are added to a name of this length. */
const maxNameLength = 2_000;

/** The text of the elements in `aria-labelledby`; unknown ids are ignored. */
export function labelledBy(
  { ariaLabelledby }: AccessibleFact,
  labels: PageFacts['labels'],
): string {
  if (ariaLabelledby === null || labels.size === 0) return '';
  const texts: string[] = [];
  let remaining = maxNameLength;
  for (const id of ariaLabelledby.split(/[\t\n\f\r ]+/, maxLabels)) {
    const text = labels.get(id)?.trim() ?? '';
    if (text === '') continue;
    if (remaining <= 0) break;
    remaining -= text.length + 1;
    texts.push(text);
  }
  return texts.join(' ');
}

/** The element's own `alt` or content. */
function ownNameOf(element: NamedFact): string {
  // https://www.w3.org/TR/wai-aria-1.2/#namefromauthor: of these, content names only a tooltip.
  if ('kind' in element && !('alt' in element)) {
    return element.kind === 'tooltip' ? element.accessibleText.trim() : '';
  }
  // A role fact has both fields; only these two elements have `alt`, and they have no content.
  if ('kind' in element) {
    if (element.element === 'area' || element.element === 'input') return trimmed(element.alt);
    // The role of an image takes no name from content: https://www.w3.org/TR/wai-aria-1.2/#img
    return element.kind === 'image' ? '' : element.accessibleText.trim();
  }
  if ('accessibleText' in element) return element.accessibleText.trim();
  return 'alt' in element ? trimmed(element.alt) : '';
}

function trimmed(text: string | null): string {
  return text?.trim() ?? '';
}
