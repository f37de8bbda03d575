import type { Outcome } from '../../../outcome.ts';
import { namesText, tagsEvidence } from '../../../readings/evidence.ts';
import { structuredDataOf } from '../../../readings/structured-data/read-structured-data.ts';
import type { StructuredItem } from '../../../readings/structured-data/structured-item.ts';
import { isTypeOf } from '../../../readings/structured-data/vocabulary.ts';
import { webUrl } from '../../../url/web-url.ts';
import type { Check } from '../../check.ts';

/** Items that are compared at most. */
const mostItems = 1_000;

/** What a thing can be only one of, by schema.org. A WebPage and its Article often share an `@id`. */
const kinds = ['Organization', 'Person', 'Product', 'WebSite', 'ImageObject'] as const;
/** A band is an organization, a person and a brand; sites mark up a service as a product, too. */
const compatible: ReadonlySet<string> = new Set(['Organization', 'Person', 'Product']);

/**
 * Items with the same `@id` describe the same thing.
 *
 * @remarks Which properties a thing can have only one of is ours.
 */
export const structuredDataIdentity: Check = {
  id: 'structured-data-identity',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title: 'Each @id in the structured data names one thing',
  advice:
    'Give every thing its own @id, such as the URL of the page with #organization or #product. If two plugins describe the same thing, let only one of them do so, or correct the values in which they differ.',
  why: 'Search engines take both descriptions for one thing, and may mix up what belongs to two, such as two products.',
  source: 'https://www.w3.org/TR/json-ld11/#node-identifiers',
  run: ({ page }): Outcome => {
    const byId = new Map<string, StructuredItem[]>();
    for (const item of structuredDataOf(page).items.slice(0, mostItems)) {
      if (item.id === null || item.types.length === 0) continue;
      const known = byId.get(item.id);
      if (known === undefined) byId.set(item.id, [item]);
      else known.push(item);
    }
    const shared = [...byId].filter(([, items]) => items.length > 1);
    if (shared.length === 0) {
      return { status: 'na', summary: 'No two items of the structured data have the same @id.' };
    }
    const found = shared.flatMap(([id, items]) => {
      const what = contradictionIn(items);
      return what === null ? [] : [{ id, items, what }];
    });
    const [first] = found;
    if (first === undefined) {
      const summary = 'Items with the same @id describe the same thing.';
      return { status: 'pass', summary };
    }
    return {
      status: 'warn',
      summary: `Items with the @id “${first.id.slice(0, 150).toWellFormed()}” are different things: ${first.what}.`,
      value: {
        ids: found
          .slice(0, 25)
          .map(({ id, what }) => ({ id: id.slice(0, 200).toWellFormed(), what })),
      },
      evidence: tagsEvidence(found.flatMap(({ items }) => items.map(({ tag }) => tag()))),
    };
  },
};

function contradictionIn(items: readonly StructuredItem[]): string | null {
  const found = new Set(
    items.flatMap(
      ({ types }) => kinds.find((kind) => types.some((type) => isTypeOf(type, kind))) ?? [],
    ),
  );
  if (found.size > 1 && [...found].some((kind) => !compatible.has(kind))) {
    return namesText([...found]);
  }
  // Names alone may be in two languages or shortened.
  const [names, hosts] = [items.map(nameIn), items.map(hostIn)];
  const [name] = names.flatMap((text) => text ?? []);
  const otherName = names.find(
    (text) => text !== null && name !== undefined && !isSimilar(text, name),
  );
  const [host] = hosts.flatMap((text) => text ?? []);
  const otherHost = hosts.find((text) => text !== null && host !== undefined && text !== host);
  if (!otherName || !otherHost || name === undefined) return null;
  return `${shown(name)} (${host}) and ${shown(otherName)} (${otherHost})`;
}

function nameIn({ properties }: StructuredItem): string | null {
  const [value, ...others] = properties.get('name') ?? [];
  return value?.kind === 'text' && others.length === 0 ? value.text.trim() : null;
}

/** The host of the URL of an item, without `www.`. */
function hostIn({ properties }: StructuredItem): string | null {
  const [value, ...others] = properties.get('url') ?? [];
  if (value?.kind !== 'text' || others.length > 0) return null;
  return webUrl(value.text)?.host.replace(/^www\./, '') ?? null;
}

function isSimilar(a: string, b: string): boolean {
  const [lettersOfA, lettersOfB] = [lettersOf(a), lettersOf(b)];
  return (
    lettersOfA === '' ||
    lettersOfB === '' ||
    lettersOfA.includes(lettersOfB) ||
    lettersOfB.includes(lettersOfA)
  );
}

function lettersOf(text: string): string {
  return text
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function shown(name: string): string {
  return `“${name.slice(0, 60).toWellFormed()}”`;
}
