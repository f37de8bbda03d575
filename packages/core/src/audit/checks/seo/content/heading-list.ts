import { roleOf } from '../../../page/facts/roles.ts';
import type { HeadingFact, PageFacts, RoleFact, SourceTag } from '../../../page/page-facts.ts';
import { once } from '../../../text/once.ts';
import { accessibleNameOf } from '../../accessible-name.ts';

/** A heading of the page, by its tag or by `role="heading"`. */
export interface Heading {
  readonly tag: SourceTag;
  readonly level: number;
  /** What is written in it, and the `alt` of its images. */
  readonly text: string;
  /** Its accessible name. */
  readonly name: string;
  /** Whether it is an `<h1>`. */
  readonly h1: boolean;
  /** Whether it is hidden from everybody. */
  readonly unseen: boolean;
  /** Whether assistive technology takes it for a heading. */
  readonly announced: boolean;
  /** Whether a script of the page is to write its text. */
  readonly awaitsScript: boolean;
}

/**
 * The level of a heading by role that says none.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#heading
 */
const defaultLevel = 2;

/** Headings by tag, and as many by role, that are looked at: no page has as many to be read. */
const most = 3_000;

/** The headings of a page, in its order. */
export const headingsOf = once(({ headings, roles, labels }: PageFacts): readonly Heading[] => {
  const byRole = roles.filter(({ kind }) => kind === 'heading').slice(0, most);
  const all: Heading[] = [];
  let next = 0;
  for (const tag of headings.slice(0, most)) {
    for (let role = byRole[next]; role && isBefore(role, tag); role = byRole[++next]) {
      all.push(headingOf(role, role.spoken, defaultLevel, false, labels));
    }
    all.push(headingOf(tag, tag.text, tag.level, tag.level === 1, labels));
  }
  for (const role of byRole.slice(next)) {
    all.push(headingOf(role, role.spoken, defaultLevel, false, labels));
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
    unseen: tag.hidden === 'all',
    announced: tag.hidden === 'no' && isHeading(tag),
    awaitsScript: tag.spoken === '' && boundByScript.test(tag.html),
  };
}

/** Attributes by which frameworks write a text into the page itself, without a build. */
const boundByScript =
  /\s(?:ng-bind|ng-bind-html|v-text|v-html|x-text|x-html|data-bind|data-i18n)[\s=>]/i;

/**
 * Whether a role leaves a heading a heading. `role="none"` does where the element can be focused or
 * has ARIA's attributes.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
 */
function isHeading({ role, presentational }: HeadingFact | RoleFact): boolean {
  const said = roleOf(role);
  if (said === null || said === 'heading') return true;
  return (said === 'none' || said === 'presentation') && !presentational;
}

/** What `aria-level` says, which no fact has, but the quoted tag. */
function levelOf({ html }: SourceTag): number | null {
  if (!html.includes('aria-level')) return null;
  const said = /\saria-level\s*=\s*["']?\s*(\d{1,3})/.exec(html)?.[1];
  return said === undefined || Number(said) === 0 ? null : Number(said);
}
