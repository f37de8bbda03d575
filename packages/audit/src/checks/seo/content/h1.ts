import type { Evidence, Outcome } from '../../../outcome.ts';
import type { PageFacts } from '../../../page/page-facts.ts';
import { blankContent, codeOf, isBare, missingContent } from '../../../readings/app-shell.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import type { Heading } from '../../../readings/heading-list.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import {
  headingLabel,
  isMainHeadingEmpty,
  mainHeadingsOf,
} from '../../../readings/main-heading.ts';
import { isStreamed } from '../../../readings/streamed-parts.ts';
import type { Check } from '../../check.ts';

/**
 * Points of a page with several: Google knows no ideal number of headings
 * (https://developers.google.com/search/docs/fundamentals/seo-starter-guide).
 */
const pointsOfSeveral = 0.9;

/** The number of headings in the value at most. */
const maxQuoted = 25;

/**
 * One main heading that visitors see. Several are valid HTML, but leave open which one is the main one.
 * A heading by role counts if no `<h1>` does.
 */
export const h1: Check = {
  id: 'h1',
  category: 'seo',
  importance: 'medium',
  family: 'headings',
  capsFamily: true,
  title: 'The page has one main heading (<h1>)',
  advice:
    'Give the page exactly one <h1> that names its topic, and use <h2> to <h6> for its sections.',
  why: 'The main heading tells visitors and search engines what the page is about, and people with screen readers go by it.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements#avoid_using_multiple_h1_elements_on_one_page',
  run: ({ page }) => {
    const main = mainHeadingsOf(page);
    const tags = main.filter(({ h1 }) => h1);
    const named = main.filter((heading) => headingLabel(heading) !== '');
    const seen = named.filter(({ hiddenFromAll }) => !hiddenFromAll);
    const counted = firstOf([seen.filter(({ h1 }) => h1), seen]);
    const shown = counted.length > 0 ? counted : firstOf([tags, main]);
    const evidence = elementsEvidence(shown);
    const value = counted.slice(0, maxQuoted).map(headingLabel);
    if (counted.length === 1) {
      const summary = `The main heading is “${shorten(value[0] ?? '', 100)}”.`;
      return { status: 'pass', summary, value, evidence };
    }
    if (counted.length > 1) {
      const summary = `The page has ${counted.length} main headings.`;
      return { status: 'warn', points: pointsOfSeveral, summary, value, evidence };
    }
    const missing = missingContent(page);
    if (missing) return missing;
    const [hidden] = named;
    if (hidden !== undefined) return hiddenOutcome(hidden, page, evidence);
    if (main.some(({ awaitsScript }) => awaitsScript)) {
      const summary = 'The main heading is empty until a script fills it.';
      return { status: 'warn', summary, value, evidence };
    }
    if (main.length === 0 && isBare(page)) return blankContent;
    const summary = isMainHeadingEmpty(page)
      ? 'The main heading is empty.'
      : 'The page has no main heading (<h1>).';
    return { status: 'fail', summary, value, evidence };
  },
};

/** A script may show the heading, so a page with scripts fails only by half. */
function hiddenOutcome(hidden: Heading, page: PageFacts, evidence: readonly Evidence[]): Outcome {
  const heading = `The main heading “${shorten(headingLabel(hidden), 100)}”`;
  if (isStreamed(page, hidden.tag)) {
    const where = 'is in a part that a script of React shows, which this report does not run.';
    return { status: 'na', summary: `${heading} ${where}` };
  }
  const summary = `${heading} is hidden`;
  return codeOf(page).length > 0
    ? { status: 'warn', summary: `${summary}, unless a script shows it.`, value: [], evidence }
    : { status: 'fail', summary: `${summary} from visitors.`, value: [], evidence };
}

function firstOf(lists: readonly (readonly Heading[])[]): readonly Heading[] {
  return lists.find(({ length }) => length > 0) ?? [];
}
