import { roleOf } from '../page/facts/roles.ts';
import type { HeadingFact, PageFacts, RoleFact, SourceTag } from '../page/page-facts.ts';
import { accessibleNameOf } from './accessible-name.ts';
import { memoize } from './memoize.ts';
import { firstOf } from './notes.ts';

/** A heading of the page, by its tag or by `role="heading"`. */
export interface Heading {
  readonly tag: SourceTag;
  readonly level: number;
  /** Its text, with the `alt` of its images. */
  readonly text: string;
  /** Its accessible name. */
  readonly name: string;
  /** Whether it is an `<h1>`. */
  readonly h1: boolean;
  /** Whether it is hidden from all visitors. */
  readonly hiddenFromAll: boolean;
  /** Whether assistive technology announces it as a heading. */
  readonly announced: boolean;
  /** Whether a script fills in its text. */
  readonly awaitsScript: boolean;
}

/**
 * The level of a heading by role without `aria-level`.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#heading
 */
const defaultLevel = 2;

/** Only the first headings by tag and the first headings by role are read. */
const maxHeadings = 3_000;

/** The headings of a page, in source order. */
export const headingsOf = memoize((page: PageFacts): readonly Heading[] => {
  const { labels } = page;
  const headings = firstOf(page, page.headings, maxHeadings, 'headings by tag are read');
  const byRole = firstOf(
    page,
    page.roles.filter(({ kind }) => kind === 'heading'),
    maxHeadings,
    'headings by role are read',
  );
  const all: Heading[] = [];
  let next = 0;
  for (const tag of headings) {
    for (let role = byRole[next]; role && isBefore(role, tag); role = byRole[++next]) {
      all.push(headingOf(role, role.accessibleText, defaultLevel, false, labels));
    }
    all.push(headingOf(tag, tag.text, tag.level, tag.level === 1, labels));
  }
  for (const role of byRole.slice(next)) {
    all.push(headingOf(role, role.accessibleText, defaultLevel, false, labels));
  }
  return all;
});

function isBefore(a: SourceTag, b: SourceTag): boolean {
  return a.line === b.line ? a.column < b.column : a.line < b.line;
}

function headingOf(
  tag: HeadingFact | RoleFact,
  text: string,
  level: number,
  isH1: boolean,
  labels: PageFacts['labels'],
): Heading {
  return {
    tag,
    level: levelOf(tag) ?? level,
    text,
    name: accessibleNameOf(tag, labels),
    h1: isH1,
    hiddenFromAll: tag.hidden === 'all',
    announced: tag.hidden === 'no' && isHeading(tag),
    awaitsScript: tag.accessibleText === '' && boundByScript.test(tag.html),
  };
}

/** Attributes with which frameworks fill in text in the browser. */
const boundByScript =
  /\s(?:ng-bind|ng-bind-html|v-text|v-html|x-text|x-html|data-bind|data-i18n)[\s=>]/i;

/**
 * Whether an element with this role is still a heading. `role="none"` has no effect if the element can
 * be focused or has ARIA attributes.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
 */
function isHeading({ role, presentational }: HeadingFact | RoleFact): boolean {
  const explicitRole = roleOf(role);
  if (explicitRole === null || explicitRole === 'heading') return true;
  return (explicitRole === 'none' || explicitRole === 'presentation') && !presentational;
}

/** The value of `aria-level`, which is only in the quoted tag. */
function levelOf({ html }: SourceTag): number | null {
  if (!html.includes('aria-level')) return null;
  const level = /\saria-level\s*=\s*["']?\s*(\d{1,3})/.exec(html)?.[1];
  return level === undefined || Number(level) === 0 ? null : Number(level);
}
