import type { AuditFacts } from '../../../audit-facts.ts';
import type { Outcome } from '../../../outcome.ts';
import type { PageFacts } from '../../../page/page-facts.ts';
import { canonicalUrlOf } from '../../../readings/canonical-links.ts';
import { shortList, tagEvidence } from '../../../readings/evidence.ts';
import { notesOn } from '../../../readings/notes.ts';
import { comparableOwnUrlOf } from '../../../readings/own-url.ts';
import { structuredDataOf } from '../../../readings/structured-data/read-structured-data.ts';
import type { StructuredItem } from '../../../readings/structured-data/structured-item.ts';
import { comparableUrl } from '../../../url/comparable-url.ts';
import { percentDecoded } from '../../../url/percent-decoded.ts';
import { webUrl } from '../../../url/web-url.ts';
import type { Check } from '../../check.ts';

/** References that are checked at most. */
const mostReferences = 2_000;

/**
 * Items that the JSON-LD of a page refers to as its own are on the page.
 *
 * @remarks That an item of the same page should be there is our conclusion.
 */
export const structuredDataReferences: Check = {
  id: 'structured-data-references',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title: 'References in the structured data lead to an item',
  advice:
    'Add the missing item with this @id to the JSON-LD of the page, or write its properties in place of the reference. Check that both use the same @id, including its case.',
  why: 'The reference leads nowhere, so search engines miss who or what is meant, such as the author or publisher.',
  source: 'https://www.w3.org/TR/json-ld11/#node-identifiers',
  run: (facts): Outcome => {
    const { page } = facts;
    const { blocks, items } = structuredDataOf(page);
    if (blocks.length === 0) return { status: 'na', summary: 'The page has no JSON-LD.' };
    // What was not read may be what a reference leads to.
    const isUnknown =
      blocks.some(({ fact, reading }) => !reading?.root || changesIds(fact.text)) ||
      notesOn(page).some((note) => note.startsWith('some JSON-LD is not read')) ||
      page.items.some(({ html }) => /\s(?:itemid|resource|about)\b/i.test(html));
    if (isUnknown) {
      return { status: 'na', summary: 'Not all identifiers of the structured data are known.' };
    }
    const references = referencesIn(items);
    const fragmentOf = fragmentFinder(facts);
    const local = references.flatMap((reference) => {
      const fragment = fragmentOf(reference.id);
      return fragment === null ? [] : [{ ...reference, fragment }];
    });
    if (local.length === 0) {
      const summary = 'The structured data refers to no item of this page.';
      return { status: 'na', summary };
    }
    const ids = new Set(items.flatMap(({ id }) => id ?? []));
    const resolved = new Set([...ids].flatMap((id) => fragmentOf(id) ?? []));
    const dangling = local.filter(
      ({ id, fragment }) => !ids.has(id) && !resolved.has(fragment) && !isElement(fragment, page),
    );
    const [first] = dangling;
    const value = {
      references: local.length,
      missing: shortList(new Set(dangling.map(({ id }) => id))),
    };
    if (first === undefined) {
      const summary = `References to an item that is missing: 0 of ${local.length}.`;
      return { status: 'pass', summary, value };
    }
    const quoted = shortList([first.id])[0];
    return {
      status: 'warn',
      summary: `${dangling.length} of ${local.length} references in the structured data ${dangling.length === 1 ? 'leads' : 'lead'} to an item that is missing: ${first.property} is “${quoted}”.`,
      value,
      evidence: [...new Set(dangling.map(({ item }) => item))]
        .slice(0, 25)
        .map(({ tag }) => tagEvidence(tag())),
      points: 1 - dangling.length / local.length / 2,
    };
  },
};

interface Reference {
  readonly item: StructuredItem;
  readonly property: string;
  readonly id: string;
}

/** The first references of the page. */
function referencesIn(items: readonly StructuredItem[]): readonly Reference[] {
  const references: Reference[] = [];
  for (const item of items) {
    for (const [property, values] of item.properties) {
      for (const value of values) {
        if (value.kind !== 'reference') continue;
        if (references.length >= mostReferences) return references;
        references.push({ item, property, id: value.id });
      }
    }
  }
  return references;
}

/** Whether JSON-LD has another base for its identifiers, or a part in another file. */
function changesIds(text: string): boolean {
  return text.includes('"@base"') || text.includes('"@import"');
}

/** The URLs of the page, without fragments, and the base of relative ones. */
interface OwnUrls {
  readonly base: string;
  readonly pages: ReadonlySet<string>;
}

function ownUrlsOf(facts: AuditFacts): OwnUrls {
  const { urls } = facts;
  const pageUrl = comparableOwnUrlOf(facts);
  return {
    base: urls.base.href,
    pages: new Set([pageUrl, canonicalUrlOf(facts) ?? pageUrl]),
  };
}

/** A fragment that parsing a URL does not change. */
const plainFragment = /^#[\w./:-]+$/;

/**
 * Finds the fragment of an identifier on this page; `null` for other identifiers, which may be of another page.
 * Identifiers that differ only in their fragment are parsed once.
 */
function fragmentFinder(facts: AuditFacts): (id: string) => string | null {
  let ownUrls: OwnUrls | null = null;
  const known = new Map<string, boolean>();
  return (id) => {
    const hash = id.indexOf('#');
    if (hash < 0) return null;
    const fragment = id.slice(hash);
    const page = id.slice(0, hash);
    const isOwn = plainFragment.test(fragment) ? known.get(page) : undefined;
    if (isOwn !== undefined) return isOwn ? fragment : null;
    ownUrls ??= ownUrlsOf(facts);
    const url = webUrl(id, ownUrls.base);
    const isOnPage = url !== null && ownUrls.pages.has(comparableUrl(url));
    known.set(page, isOnPage);
    return isOnPage && url.hash.length > 1 ? url.hash : null;
  };
}

/** Whether the page has such an element: a part of the page can be referred to, too. */
function isElement(fragment: string, { ids, idsCut }: PageFacts): boolean {
  return idsCut || ids.has(fragment.slice(1)) || ids.has(percentDecoded(fragment.slice(1)));
}
