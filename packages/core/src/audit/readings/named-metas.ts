import type { MetaFact, PageFacts } from '../page/page-facts.ts';
import { memoize } from './text/memoize.ts';

const metasByName = memoize((page: PageFacts): ReadonlyMap<string, readonly MetaFact[]> => {
  const metas = new Map<string, MetaFact[]>();
  for (const meta of page.metas) {
    if (meta.name === null) continue;
    const name = meta.name.trim().toLowerCase();
    const known = metas.get(name);
    if (known === undefined) metas.set(name, [meta]);
    else known.push(meta);
  }
  return metas;
});

/** The meta tags of a page with a name, in the head and outside it, in source order. */
export function metasNamed(page: PageFacts, name: string): readonly MetaFact[] {
  return metasByName(page).get(name) ?? [];
}
