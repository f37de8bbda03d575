import type { MetaFact, PageFacts } from '../page/page-facts.ts';
import { memoize } from './memoize.ts';

/** Meta tags that are read. */
export const mostNamedMetas = 2_000;

/** The first meta tags of a page by their `property`, or without one by their `name`: trimmed, lower-case. */
export const metasByName = memoize((page: PageFacts) =>
  groupBy(page.metas.slice(0, mostNamedMetas), ({ property, name }) => property ?? name),
);

const metasByNameAlone = memoize((page: PageFacts) => groupBy(page.metas, ({ name }) => name));

/** All meta tags of a page whose `name` is this one, in the head and outside it, regardless of their `property`. */
export function metasNamed(page: PageFacts, name: string): readonly MetaFact[] {
  return metasByNameAlone(page).get(name) ?? [];
}

function groupBy(
  metas: readonly MetaFact[],
  nameOf: (meta: MetaFact) => string | null,
): ReadonlyMap<string, readonly MetaFact[]> {
  const groups = new Map<string, MetaFact[]>();
  for (const meta of metas) {
    const name = nameOf(meta)?.trim().toLowerCase();
    if (name === undefined) continue;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [meta]);
    else known.push(meta);
  }
  return groups;
}
