import type {
  AccessibleFact,
  AnchorFact,
  FrameFact,
  HeadingFact,
  ImageFact,
  PageFacts,
  RoleFact,
} from '../page/page-facts.ts';

/** Facts that {@link accessibleNameOf} can name. */
export type NamedFact = HeadingFact | AnchorFact | ImageFact | FrameFact | RoleFact;

/**
 * The name under which assistive technology announces an element, as far as the page itself tells it;
 * `''` where it has none. In the order of https://www.w3.org/TR/accname-1.2/#computation-steps: what
 * `aria-labelledby` names, `aria-label`, `alt` where the element can have one, its content where the
 * content names it, `title`.
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

/** Elements that name another one, at most: pages name by one or two. */
const mostLabels = 10;

/** Characters of a name from labels, beyond which no more are added: a page can have ten thousand. */
const longestName = 2_000;

/** What `aria-labelledby` comes to. References to what is not there count for nothing. */
function labelledBy({ ariaLabelledby }: AccessibleFact, labels: PageFacts['labels']): string {
  if (ariaLabelledby === null || labels.size === 0) return '';
  const texts: string[] = [];
  let room = longestName;
  for (const id of ariaLabelledby.split(/[\t\n\f\r ]+/, mostLabels)) {
    const text = labels.get(id)?.trim() ?? '';
    if (text === '') continue;
    if (room <= 0) break;
    room -= text.length + 1;
    texts.push(text);
  }
  return texts.join(' ');
}

/** What the element's own `alt` or content says. */
function ownNameOf(element: NamedFact): string {
  // A role fact has both; `alt` is an attribute of these two elements only, and they have no content.
  if ('kind' in element) {
    if (element.element === 'area' || element.element === 'input') return trimmed(element.alt);
    // The role of an image takes no name from content: https://www.w3.org/TR/wai-aria-1.2/#img
    return element.kind === 'image' ? '' : element.spoken.trim();
  }
  if ('spoken' in element) return element.spoken.trim();
  return 'alt' in element ? trimmed(element.alt) : '';
}

function trimmed(text: string | null): string {
  return text?.trim() ?? '';
}
