import { fileFaults } from '../../../fetch/sitemap/problem-list.ts';
import type { SitemapFault, SitemapProblem } from '../../../fetch/sitemap/sitemap-facts.ts';
import type { Check, Evidence, Outcome } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';

/** What each fault is, in words. */
const faults: Readonly<Record<SitemapFault, string>> = {
  not_well_formed: 'is not well-formed XML',
  not_a_sitemap: 'is no sitemap',
  namespace: 'is not in the namespace http://www.sitemaps.org/schemas/sitemap/0.9',
  damaged: 'is compressed and damaged',
  too_large: 'has more than 50 MB, unpacked',
  too_many: 'has more than 50,000 entries',
  nested_index: 'is an index, and listed by another index',
  encoding: 'declares another encoding than UTF-8',
  empty: 'has no entries',
  missing: 'is listed by an index, and does not exist',
  no_location: 'has an entry without an address',
  not_absolute: 'has an entry whose address is not a whole one with https://',
  too_long: 'has an entry of more than 2,047 characters',
  other_host: 'has an entry of another host',
};

/** The site's sitemaps are as the protocol wants them, as far as they were read. */
export const sitemapValid: Check = {
  id: 'sitemap-valid',
  category: 'seo',
  importance: 'low',
  title: 'The sitemap is valid',
  advice:
    'Mend what is quoted. Addresses in a sitemap are whole ones on the same host; a file holds at most 50,000 of them and 50 MB, and a site with more has an index of several.',
  source: 'https://www.sitemaps.org/protocol.html',
  run: ({ sitemap }): Outcome => {
    if (sitemap.kind === 'none') return { status: 'na', summary: 'The site has no sitemap.' };
    const { problems, problemCount, files } = sitemap;
    const value = { files: files.length, urls: sitemap.urls, problems: problemCount };
    const worstFirst = [
      ...problems.filter(({ fault }) => fileFaults.has(fault)),
      ...problems.filter(({ fault }) => !fileFaults.has(fault)),
    ];
    const [worst] = worstFirst;
    if (worst !== undefined) {
      const more = problemCount - 1;
      const rest =
        more <= 0
          ? ''
          : more === 1
            ? ' There is 1 more problem.'
            : ` There are ${more} more problems.`;
      return {
        status: fileFaults.has(worst.fault) ? 'fail' : 'warn',
        summary: `A sitemap ${faults[worst.fault]}.${rest}`,
        value,
        evidence: worstFirst.map(problemEvidence),
      };
    }
    const read = files.filter(({ state }) => state === 'read');
    if (read.length === 0) {
      return { status: 'error', summary: 'The sitemap could not be read to its end.', value };
    }
    const rest =
      sitemap.unread > 0
        ? ` ${sitemap.unread} more ${sitemap.unread === 1 ? 'was' : 'were'} not read.`
        : '';
    return { status: 'pass', summary: `The sitemap is valid.${rest}`, value };
  },
};

function problemEvidence({ file, line, text }: SitemapProblem): Evidence {
  const evidence = urlEvidence(text === '' ? file : `${file}: ${text}`);
  return line === null ? evidence : { ...evidence, line };
}
