import type { Outcome } from '../../../outcome.ts';
import { shortList, tagEvidence } from '../../../readings/evidence.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
import type { Entity } from '../../../readings/structured-data/entities.ts';
import { pageEntitiesOf, textsOf } from '../../../readings/structured-data/page-entities.ts';
import { webUrl } from '../../../url/web-url.ts';
import type { Check } from '../../check.ts';

/** Values that are checked at most. */
const mostValues = 1_000;

/** The networks whose home pages themes have as placeholders, with the names of their own entities. */
const networks: ReadonlyMap<string, RegExp> = new Map([
  ['facebook.com', /facebook|meta/i],
  ['instagram.com', /instagram|meta/i],
  ['linkedin.com', /linked\s?in|microsoft/i],
  ['pinterest.com', /pinterest/i],
  ['tiktok.com', /tik\s?tok|bytedance/i],
  ['twitter.com', /twitter|\bx\b/i],
  ['x.com', /twitter|\bx\b/i],
  ['youtube.com', /you\s?tube|google/i],
]);

/** Written without its scheme: www.facebook.com/rye-bread. Any other host name can be the name of a file. */
const withoutScheme =
  /^(?:www\.[a-z0-9-]+\.[a-z]{2,}|(?:[a-z]{2}-[a-z]{2}\.)?(?:facebook|instagram|linkedin|pinterest|tiktok|twitter|youtube|wikipedia|wikidata)\.(?:com|org)|x\.com|[a-z]{2,3}\.(?:linkedin\.com|wikipedia\.org))(?:[/?#:]|$)/i;

/**
 * The links that identify an entity lead to a page about it.
 *
 * @remarks The list of placeholders is ours.
 */
export const sameAs: Check = {
  id: 'same-as',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title: 'Every sameAs leads to a page about the same thing',
  advice:
    'Write the complete URL of a profile or article into sameAs, such as https://www.facebook.com/annsbakery, and remove the placeholders that your theme or plugin left.',
  why: 'Search engines use these links to recognise who or what is meant; a wrong one points them to someone else.',
  source: 'https://schema.org/sameAs',
  run: (facts): Outcome => {
    const links = linksOf(pageEntitiesOf(facts.page).all);
    if (links.length === 0) {
      return { status: 'na', summary: 'The structured data has no sameAs.' };
    }
    const host = hostOf(ownUrlOf(facts));
    const faults = links.flatMap(({ entity, text }) => {
      const fault = faultOf(text, entity, host);
      return fault === null ? [] : [{ entity, text, fault }];
    });
    const [first] = faults;
    const value = {
      links: links.length,
      faults: faults
        .slice(0, 25)
        .map(({ text, fault }) => ({ link: shortList([text])[0] ?? '', fault })),
    };
    if (first === undefined) {
      const summary = `Links in sameAs that lead nowhere: 0 of ${links.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: faults.length === links.length ? 'fail' : 'warn',
      summary: `${faults.length} of ${links.length} links in sameAs ${faults.length === 1 ? 'leads' : 'lead'} to nothing about the same thing: “${shortList([first.text])[0]}” ${first.fault}.`,
      value,
      evidence: [...new Set(faults.map(({ entity }) => entity.item))]
        .slice(0, 25)
        .map(({ tag }) => tagEvidence(tag())),
      points: pointsOfShare(faults.length, links.length),
    };
  },
};

function linksOf(entities: readonly Entity[]) {
  const links: { readonly entity: Entity; readonly text: string }[] = [];
  for (const entity of entities) {
    for (const text of textsOf(entity, 'sameAs')) if (text !== '') links.push({ entity, text });
  }
  return links.slice(0, mostValues);
}

/** The fault of a link, in words that follow it. The check `structured-data-values` reports texts that are not a URL. */
function faultOf(text: string, entity: Entity, host: string): string | null {
  if (/^#/.test(text)) return 'is this page';
  if (withoutScheme.test(text)) return 'lacks https:// and so leads to this site';
  const url = /^https?:\/\//i.test(text) ? webUrl(text) : null;
  if (url === null || url.pathname !== '/' || url.search !== '' || url.hash.length > 1) return null;
  const network = hostOf(url);
  const networkName = networks.get(network);
  // A page about the network itself names it.
  const names = [...textsOf(entity, 'name'), ...textsOf(entity, 'alternateName')];
  if (networkName === undefined || network === host || names.some((name) => networkName.test(name)))
    return null;
  return 'is the home page of the network';
}

function hostOf({ host }: URL): string {
  return host.replace(/^(?:www|m|[a-z]{2}-[a-z]{2})\./, '');
}
