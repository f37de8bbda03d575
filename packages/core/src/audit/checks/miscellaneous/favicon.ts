import { isIcon } from '../../fetch/probes/favicon.ts';
import type { FaviconProbe } from '../../fetch/probes/probe-facts.ts';
import type { Check, Evidence, Outcome } from '../check.ts';
import { tagEvidence, urlEvidence } from '../evidence.ts';

/** The page has an icon: browsers show it in tabs, and search engines next to the result. */
export const favicon: Check = {
  id: 'favicon',
  category: 'miscellaneous',
  importance: 'low',
  title: 'The page has an icon',
  advice:
    'Add <link rel="icon" href="/favicon.ico"> to the head, and make sure that there is an image at its address.',
  source: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  run: ({ probes: { favicons } }): Outcome => {
    const found = favicons.find(({ probe }) => isIcon(probe));
    if (found !== undefined) {
      const value = 'url' in found.probe ? found.probe.url : null;
      return { status: 'pass', summary: 'The page has an icon.', value };
    }
    const evidence = favicons.map(evidenceOf);
    const value = favicons.flatMap(({ probe }) => ('url' in probe ? [saidOf(probe)] : []));
    if (favicons.some(({ probe }) => !tellsOfTheSite(probe))) {
      return { status: 'error', summary: 'The icon could not be asked for.', value, evidence };
    }
    const summary = favicons.some(({ tag }) => tag !== null)
      ? 'There is no image at the address of the icon.'
      : 'The page names no icon, and there is none at /favicon.ico.';
    return { status: 'fail', summary, value, evidence };
  },
};

/** Whether an answer tells what is there, and not just that we are kept out. */
function tellsOfTheSite(probe: FaviconProbe['probe']): boolean {
  if (probe.kind !== 'answered') return false;
  return probe.status < 500 && ![401, 403, 408, 425, 429].includes(probe.status);
}

function saidOf(probe: Exclude<FaviconProbe['probe'], { kind: 'inline' }>): string {
  if (probe.kind !== 'answered') return `${probe.url}: ${probe.reason}`;
  return `${probe.url}: ${probe.status} ${probe.contentType ?? ''}`.trim();
}

function evidenceOf({ tag, probe }: FaviconProbe): Evidence {
  return tag === null ? urlEvidence('url' in probe ? probe.url : '') : tagEvidence(tag);
}
