import type { AuditFacts } from '../../audit-facts.ts';
import { webUrl } from '../../url/web-url.ts';
import { memoize } from '../memoize.ts';
import { ownUrlOf } from '../own-url.ts';
import type { Entity } from './entities.ts';
import { isA, pageEntitiesOf, textsOf } from './page-entities.ts';

/** Entities that are read at most. */
const mostEntities = 1_000;

/**
 * The organizations that a page names as those behind the site: their `url` is the home page of the site, or the
 * website names them as its publisher. A directory describes others, with their own URLs.
 */
export const ownOrganizationsOf = memoize((facts: AuditFacts): readonly Entity[] => {
  const entities = pageEntitiesOf(facts.page);
  const all = entities.all.slice(0, mostEntities);
  const organizations = all.filter((entity) => isA(entity, 'Organization'));
  if (organizations.length === 0) return organizations;
  const host = hostOf(ownUrlOf(facts));
  const publishers = new Set(
    all
      .filter((entity) => entity.top && isA(entity, 'WebSite'))
      .filter((entity) => textsOf(entity, 'url').some((text) => isHome(text, host)))
      .flatMap(({ properties }) => properties.get('publisher') ?? [])
      .map((value) => entities.of(value)),
  );
  return organizations.filter(
    (entity) => publishers.has(entity) || textsOf(entity, 'url').some((text) => isHome(text, host)),
  );
});

function isHome(text: string, host: string): boolean {
  const url = webUrl(text);
  return url !== null && hostOf(url) === host && url.pathname === '/' && url.search === '';
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}
