import { tagEvidence } from '../../../readings/evidence.ts';
import { structuredDataOf } from '../../../readings/structured-data/read-structured-data.ts';
import type { StructuredItem } from '../../../readings/structured-data/structured-item.ts';
import {
  isSchemaProperty,
  isSchemaType,
  replacementTypeOf,
  similarProperty,
  similarType,
} from '../../../readings/structured-data/vocabulary.ts';
import type { Check } from '../../check.ts';

interface Finding {
  readonly item: StructuredItem;
  readonly what: string;
  /** The type, if an RDFa element has it without a `vocab`. */
  readonly bareType?: string;
}

const listed = 25;
const vocabAdvice =
  'Add vocab="https://schema.org/" to the quoted elements, or to an element around them.';
/** Unknown names that are compared with the vocabulary at most. */
const guesses = 200;

/**
 * Types are defined by schema.org and spelled like there. Unknown properties are allowed, because
 * anyone may add some; misspelled ones are not.
 */
export const schemaTypesKnown: Check = {
  id: 'schema-types-known',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title: 'Structured data uses schema.org types and properties',
  advice:
    'Write types and properties exactly as schema.org does, including capital letters (BreadcrumbList, datePublished), and start JSON-LD with "@context": "https://schema.org".',
  why: 'Search engines understand only the names of the common vocabulary, so what is written in another way may be lost.',
  source: 'https://schema.org/docs/full.html',
  run: ({ page }) => {
    const items = structuredDataOf(page).items.filter(
      ({ types, looseTypes }) => types.length > 0 || looseTypes.some(isSchemaType),
    );
    if (items.length === 0) {
      return { status: 'na', summary: 'The page has no schema.org structured data.' };
    }
    const used = new Set<string>();
    for (const { types } of items) for (const type of types) used.add(type);
    const superseded = [...used].flatMap((type) => {
      const instead = replacementTypeOf(type);
      return instead === null ? [] : [`${type}: ${instead}`];
    });
    const guess = guesser();
    const findings: Finding[] = [];
    for (const item of items) addFindings(findings, item, guess);
    const words = [...new Set(findings.map(({ what }) => what))];
    const value = { items: items.length, findings: words.slice(0, listed), superseded };
    const [first] = words;
    if (first === undefined) {
      const summary = `Items with an unknown type: 0 of ${items.length}.`;
      const note = ` Some types are superseded (${superseded.slice(0, 3).join(', ')}).`;
      return { status: 'pass', summary: superseded.length > 0 ? summary + note : summary, value };
    }
    const wrong = new Set(findings.map(({ item }) => item));
    const isAnyKnown = items.some(({ types }) => types.some(isKnown));
    const bareTypes = findings.flatMap(({ bareType }) => bareType ?? []);
    const isBare = bareTypes.length === findings.length;
    return {
      status: isAnyKnown ? 'warn' : 'fail',
      summary: isBare
        ? `${wrong.size} ${wrong.size === 1 ? 'element has' : 'elements have'} typeof="${[...new Set(bareTypes)].slice(0, 3).join('" or "')}" but no vocab.`
        : `The structured data has names that schema.org does not define: ${first}${words.length > 1 ? ` (and ${words.length - 1} more)` : ''}.`,
      value,
      evidence: [...wrong].slice(0, listed).map(({ tag }) => tagEvidence(tag())),
      ...(isBare ? { advice: vocabAdvice } : {}),
      points: isAnyKnown ? (items.length - wrong.size / 2) / items.length : 0,
    };
  },
};

/** Also accepts the old extension syntax: `Product/Book`. */
function isKnown(type: string): boolean {
  return isSchemaType(type) || (type.includes('/') && isSchemaType(type.split('/', 1)[0] ?? ''));
}

function addFindings(findings: Finding[], item: StructuredItem, guess: Guess): void {
  const { types, looseTypes, properties } = item;
  for (const type of types) {
    if (isKnown(type)) continue;
    findings.push({ item, what: `the type ${type}${guess(type, () => similarType(type))}` });
  }
  for (const type of looseTypes) {
    if (!isSchemaType(type)) continue;
    const what = `the type ${type} without a vocabulary`;
    findings.push(item.syntax === 'rdfa' ? { item, what, bareType: type } : { item, what });
  }
  const known = types.filter(isSchemaType).slice(0, 5);
  if (known.length === 0) return;
  for (const name of properties.keys()) {
    if (isSchemaProperty(name)) continue;
    const hint = guess(`${name} of ${known.join()}`, () => similarProperty(name, known));
    if (hint !== '') findings.push({ item, what: `the property ${name} of ${known[0]}${hint}` });
  }
}

type Guess = (key: string, find: () => string | null) => string;

/** Suggests similar names, each looked up once and a limited number in total. */
function guesser(): Guess {
  const found = new Map<string, string>();
  return (key, find) => {
    const before = found.get(key);
    if (before !== undefined || found.size >= guesses) return before ?? '';
    const similar = find();
    const hint = similar === null ? '' : ` (did you mean ${similar}?)`;
    found.set(key, hint);
    return hint;
  };
}
