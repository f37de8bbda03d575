import type { MetaFact, PageFacts } from '../page/page-facts.ts';
import { memoize } from './text/memoize.ts';

/** Meta tags that are read. */
export const mostNamedMetas = 2_000;

/** The first meta tags of a page by their `property`, or without one by their `name`: trimmed, lower-case. */
export const metasByName = memoize((page: PageFacts): ReadonlyMap<string, readonly MetaFact[]> => {
  const byName = new Map<string, MetaFact[]>();
  for (const meta of page.metas.slice(0, mostNamedMetas)) {
    const written = meta.property ?? meta.name;
    if (written === null) continue;
    const name = written.trim().toLowerCase();
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [meta]);
    else known.push(meta);
  }
  return byName;
});

const metasByNameAlone = memoize((page: PageFacts): ReadonlyMap<string, readonly MetaFact[]> => {
  const byName = new Map<string, MetaFact[]>();
  for (const meta of page.metas) {
    if (meta.name === null) continue;
    const name = meta.name.trim().toLowerCase();
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [meta]);
    else known.push(meta);
  }
  return byName;
});

/** All meta tags of a page whose `name` is this one, in the head and outside it, whatever their `property`. */
export function metasNamed(page: PageFacts, name: string): readonly MetaFact[] {
  return metasByNameAlone(page).get(name) ?? [];
}
