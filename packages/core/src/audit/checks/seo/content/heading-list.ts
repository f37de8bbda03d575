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

/** The headings of a page, in its order. */
export const headingsOf = once(({ headings, roles, labels }: PageFacts): readonly Heading[] => {
  const byTag = headings.map((fact): Heading => {
    const { level, text } = fact;
    const name = accessibleNameOf(fact, labels);
    return { ...common(fact), level: levelOf(fact) ?? level, text, name, h1: level === 1 };
  });
  const byRole = roles
    .filter(({ kind }) => kind === 'heading')
    .map((fact): Heading => {
      const name = accessibleNameOf(fact, labels);
      const level = levelOf(fact) ?? defaultLevel;
      return { ...common(fact), level, text: fact.spoken, name, h1: false };
    });
  if (byRole.length === 0) return byTag;
  return [...byTag, ...byRole].sort(
    (a, b) => a.tag.line - b.tag.line || a.tag.column - b.tag.column,
  );
});

function common(fact: HeadingFact | RoleFact) {
  return {
    tag: fact,
    unseen: fact.hidden === 'all',
    announced: fact.hidden === 'no' && isHeading(fact),
    // What these frameworks bind in the page itself, without a build.
    awaitsScript:
      fact.spoken === '' &&
      /\s(?:ng-bind|ng-bind-html|v-text|v-html|x-text|x-html|data-bind|data-i18n)[\s=>]/i.test(
        fact.html,
      ),
  };
}

/**
 * Whether a role leaves a heading a heading. `role="none"` does where the element can be focused or
 * has ARIA's attributes.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
 */
function isHeading({ role, tabindex, ariaLabel, ariaLabelledby }: HeadingFact | RoleFact): boolean {
  const said = roleOf(role);
  if (said === null || said === 'heading') return true;
  if (said !== 'none' && said !== 'presentation') return false;
  return tabindex !== null || ariaLabel !== null || ariaLabelledby !== null;
}

/** What `aria-level` says, which no fact has, but the quoted tag. */
function levelOf({ html }: SourceTag): number | null {
  if (!html.includes('aria-level')) return null;
  const said = /\saria-level\s*=\s*["']?\s*(\d{1,3})/.exec(html)?.[1];
  return said === undefined || Number(said) === 0 ? null : Number(said);
}
