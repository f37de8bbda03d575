import type { Outcome } from '../outcome.ts';
import { roleOf } from '../page/facts/roles.ts';
import type { ListFact, PageFacts, SourceTag, StrayItemFact } from '../page/page-facts.ts';
import { tagsEvidence } from './evidence.ts';

/** What a check says about one kind of lists. */
interface ListRule {
  readonly lists: readonly ListFact['element'][];
  readonly items: readonly StrayItemFact['element'][];
  /** "description lists" */
  readonly name: string;
  /** What they may contain: "terms and descriptions". */
  readonly content: string;
  /** The tags of {@link items}, for a sentence. */
  readonly stray: string;
}

/** The outcome of a check that lists contain only their items, and that those are in such lists. */
export function listsOutcome(page: PageFacts, rule: ListRule): Outcome {
  const lists = announcedLists(page, rule.lists);
  const others = othersIn(lists);
  const stray = strayItemsOf(page, rule.items);
  if (lists.length === 0 && stray.length === 0) {
    return { status: 'na', summary: `The page has no ${rule.name}.` };
  }
  const value = { lists: lists.length, withOthers: others.length, stray: stray.length };
  const { name, content } = rule;
  if (others.length + stray.length === 0) {
    const summary = `${name[0]?.toUpperCase()}${name.slice(1)} with something else than ${content}: 0 of ${lists.length}.`;
    return { status: 'pass', summary, value };
  }
  const sentences = [];
  if (others.length > 0) {
    const contain = others.length === 1 ? 'contains' : 'contain';
    sentences.push(
      `${others.length} of ${lists.length} ${name} ${contain} something else than ${content}.`,
    );
  }
  if (stray.length > 0) {
    const are = stray.length === 1 ? 'is' : 'are';
    sentences.push(`${stray.length} ${rule.stray} ${are} not in a ${name.slice(0, -1)}.`);
  }
  const evidence = tagsEvidence([...others, ...stray]);
  return { status: 'warn', summary: sentences.join(' '), value, evidence };
}

/** The lists of a page that assistive technology announces as lists, by their elements. */
function announcedLists(
  { lists }: PageFacts,
  elements: readonly ListFact['element'][],
): readonly ListFact[] {
  return lists.filter(({ element, role, hidden }) => {
    if (hidden !== 'no' || !elements.includes(element)) return false;
    const explicitRole = roleOf(role);
    return explicitRole === null || explicitRole === 'list';
  });
}

/** The first element in each list that is not an item; a `<slot>` is replaced by others. */
function othersIn(lists: readonly ListFact[]): readonly SourceTag[] {
  return lists.flatMap(({ other }) =>
    other === null || /^<slot[\s/>]/i.test(other.html) ? [] : [other],
  );
}

/** The visible items without a list around them, except those that a role or a script may explain. */
function strayItemsOf(
  { strayItems }: PageFacts,
  elements: readonly StrayItemFact['element'][],
): readonly StrayItemFact[] {
  return strayItems.filter(
    ({ element, role, hidden, inCustomElement }) =>
      elements.includes(element) && role === null && hidden === 'no' && !inCustomElement,
  );
}
