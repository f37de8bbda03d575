import { structuredDataOf } from '../../../structured-data/read-structured-data.ts';
import type { StructuredItem } from '../../../structured-data/structured-item.ts';
import {
  isSchemaProperty,
  isSchemaType,
  similarProperty,
  similarType,
  supersederOf,
} from '../../../structured-data/vocabulary.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

interface Finding {
  readonly item: StructuredItem;
  readonly what: string;
}

const listed = 25;
/** Different words that are looked for among those of the vocabulary. */
const guesses = 200;

/**
 * Types are schema.org's, written as it writes them. Properties that a type does not have are no
 * fault, for anybody may add some; those that are misspelt are.
 */
export const schemaTypesKnown: Check = {
  id: 'schema-types-known',
  category: 'seo',
  importance: 'low',
  title: 'Structured data uses schema.org’s words',
  advice:
    'Write types and properties exactly as schema.org does, capitals included (BreadcrumbList, datePublished), and begin JSON-LD with "@context": "https://schema.org".',
  source: 'https://schema.org/docs/full.html',
  run: ({ page }) => {
    const items = structuredDataOf(page).items.filter(
      ({ types, looseTypes }) => types.length > 0 || looseTypes.some(isSchemaType),
    );
    if (items.length === 0) {
      return { status: 'na', summary: 'The page has no structured data of schema.org.' };
    }
    const superseded = [...new Set(items.flatMap(({ types }) => types))].flatMap((type) => {
      const instead = supersederOf(type);
      return instead === null ? [] : [`${type}: ${instead}`];
    });
    const guess = guesser();
    const findings = items.flatMap((item) => findingsOf(item, guess));
    const words = [...new Set(findings.map(({ what }) => what))];
    const value = { items: items.length, findings: words.slice(0, listed), superseded };
    const [first] = words;
    if (first === undefined) {
      const summary = 'Every type in the structured data is one of schema.org.';
      const note = ` Some have been superseded (${superseded.slice(0, 3).join(', ')}).`;
      return { status: 'pass', summary: superseded.length > 0 ? summary + note : summary, value };
    }
    const wrong = new Set(findings.map(({ item }) => item));
    const isAnyKnown = items.some(({ types }) => types.some(isKnown));
    return {
      status: isAnyKnown ? 'warn' : 'fail',
      summary: `The structured data has words that schema.org does not know: ${first}${words.length > 1 ? ` (and ${words.length - 1} more)` : ''}.`,
      value,
      evidence: [...wrong].slice(0, listed).map(({ tag }) => tagEvidence(tag())),
      points: isAnyKnown ? (items.length - wrong.size / 2) / items.length : 0,
    };
  },
};

/** Pages once extended types by appending to their names: `Product/Book`. */
function isKnown(type: string): boolean {
  const [base = ''] = type.split('/');
  return isSchemaType(base);
}

function findingsOf(item: StructuredItem, guess: Guess): readonly Finding[] {
  const { types, looseTypes, properties } = item;
  const unknown = types
    .filter((type) => !isKnown(type))
    .map((type) => ({ item, what: `the type ${type}${guess(type, () => similarType(type))}` }));
  const loose = looseTypes
    .filter(isSchemaType)
    .map((type) => ({ item, what: `the type ${type} without a vocabulary` }));
  const known = types.filter(isSchemaType).slice(0, 5);
  const misspelt = [...properties.keys()].flatMap((name) => {
    if (known.length === 0 || isSchemaProperty(name)) return [];
    const hint = guess(`${name} of ${known.join()}`, () => similarProperty(name, known));
    return hint === '' ? [] : [{ item, what: `the property ${name} of ${known[0]}${hint}` }];
  });
  return [...unknown, ...loose, ...misspelt];
}

type Guess = (key: string, find: () => string | null) => string;

/** Words are looked for once each, and not without end. */
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
