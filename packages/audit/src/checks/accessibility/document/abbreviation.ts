import { elementsEvidence, shortList } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Characters of an abbreviation at most: a longer text is not one. */
const maxShort = 20;

/** Abbreviations and brackets that are compared, and characters in a bracket. */
const limits = { marked: 200, parts: 50, inside: 100 } as const;

/**
 * An `<abbr>` explains its abbreviation, or the text does, once on the page. In brackets, before or after it, is an
 * explanation: `Search engine optimization (<abbr>SEO</abbr>)`.
 *
 * @remarks That only marked abbreviations need an explanation, and that brackets hold it, are ours.
 */
export const abbreviation: Check = {
  id: 'abbreviation',
  category: 'accessibility',
  importance: 'info',
  title: 'Marked abbreviations are explained',
  advice:
    'Write the full words once, with the abbreviation in brackets: World Health Organization (<abbr>WHO</abbr>). Or add a title, which most browsers show only to visitors with a mouse: <abbr title="World Health Organization">WHO</abbr>.',
  why: 'Visitors who meet an abbreviation for the first time have to guess or look up what it means.',
  source: 'https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-abbr-element',
  run: ({ page }) => {
    const marked = page.abbreviations.filter(
      ({ hidden, text }) => hidden === 'no' && text !== '' && text.length <= maxShort,
    );
    if (marked.length === 0) return { status: 'na', summary: 'No abbreviation is marked as one.' };
    const explained = new Set(
      page.abbreviations.filter(({ title }) => title?.trim()).map(({ text }) => text),
    );
    const abbreviations = new Map(marked.slice(0, limits.marked).map((fact) => [fact.text, fact]));
    const inBrackets = bracketsIn(page.text);
    const isAllRead = inBrackets.length < limits.parts;
    const unexplained = [...abbreviations.values()].filter(
      ({ text }) =>
        isAllRead && !explained.has(text) && !inBrackets.some((part) => part.includes(text)),
    );
    const value = {
      abbreviations: abbreviations.size,
      unexplained: shortList(unexplained.map(({ text }) => text)),
    };
    if (unexplained.length === 0) {
      const summary = `Abbreviations that certainly have no explanation: 0 of ${abbreviations.size}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${unexplained.length} of ${abbreviations.size} marked ${abbreviations.size === 1 ? 'abbreviation has' : 'abbreviations have'} no title, and no explanation in brackets: ${value.unexplained.slice(0, 3).join(', ')}.`,
      value,
      evidence: elementsEvidence(unexplained),
    };
  },
};

/** What is in the brackets of a text, with the words just before: `SEO (search engine optimization)`. */
function bracketsIn(text: string): readonly string[] {
  const parts: string[] = [];
  let at = text.indexOf('(');
  while (at !== -1 && parts.length < limits.parts) {
    const end = text.slice(at, at + limits.inside).indexOf(')');
    const before = text.slice(Math.max(0, at - maxShort), at);
    const inside = text.slice(at, at + (end === -1 ? limits.inside : end));
    parts.push(before.slice(before.lastIndexOf('\n') + 1) + inside);
    at = text.indexOf('(', at + 1);
  }
  return parts;
}
