import type { Evidence, Outcome } from '../../outcome.ts';
import { isIcon } from '../../probes/favicon.ts';
import type { FaviconProbe } from '../../probes/probe-facts.ts';
import { isPermanentFailure } from '../../probes/probe-verdicts.ts';
import { shortList, tagEvidence, urlEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/**
 * Browsers show the favicon in tabs, and search engines next to results.
 *
 * @remarks That /favicon.ico is enough is what browsers do.
 */
export const favicon: Check = {
  id: 'favicon',
  category: 'miscellaneous',
  importance: 'low',
  title: 'The page has a favicon',
  advice:
    'Add <link rel="icon" href="/favicon.ico"> to the <head>, and make sure that its URL returns an image.',
  why: 'The icon helps people recognise the site among open tabs, in bookmarks and in search results.',
  source: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  samples: ['favicons'],
  run: ({ probes: { favicons } }): Outcome => {
    const found = favicons.find(({ probe }) => isIcon(probe));
    if (found !== undefined) {
      const value = 'url' in found.probe ? found.probe.url : null;
      const [url = null] = value === null ? [] : shortList([value]);
      const summary = url === null ? 'The icon is embedded in the HTML.' : `The icon is ${url}.`;
      return { status: 'pass', summary, value };
    }
    const evidence = favicons.map(evidenceOf);
    const value = favicons.flatMap(({ probe }) => ('url' in probe ? [resultOf(probe)] : []));
    if (favicons.some(({ probe }) => !isConclusive(probe))) {
      return { status: 'error', summary: 'The icon could not be requested.', value, evidence };
    }
    const summary = favicons.some(({ tag }) => tag !== null)
      ? 'The URL of the icon returns no image.'
      : 'The page declares no icon, and there is none at /favicon.ico.';
    return { status: 'fail', summary, value, evidence };
  },
};

/** Whether the response shows what is there, and is not just a refusal of this request. */
function isConclusive(probe: FaviconProbe['probe']): boolean {
  if (probe.kind === 'inline') return true;
  if (probe.kind !== 'response') return isPermanentFailure(probe);
  return probe.status < 500 && ![401, 403, 408, 425, 429].includes(probe.status);
}

function resultOf(probe: Exclude<FaviconProbe['probe'], { kind: 'inline' }>): string {
  if (probe.kind !== 'response') return `${probe.url}: ${probe.reason}`;
  return `${probe.url}: ${probe.status} ${probe.contentType ?? ''}`.trim();
}

function evidenceOf({ tag, probe }: FaviconProbe): Evidence {
  return tag === null ? urlEvidence('url' in probe ? probe.url : '') : tagEvidence(tag);
}
